// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_scores.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mixture/rows_under_mixture.h"

namespace fairpca {
namespace {

MixtureScores no_scores(Index cells) {
  return {Vector::Zero(cells), Vector::Zero(cells), Vector::Zero(cells)};
}

/// Scores of the rows of a block, as they are added up.
class BlockScores {
 public:
  BlockScores(const PreparedBlock& block, const PpcaMixture& mixture, const Vector& log_scale,
              Index cells)
      : block_(block), mixture_(mixture), log_scale_(log_scale), scores_(no_scores(cells)) {}

  MixtureScores sum() {
    add_complete();
    add_incomplete();
    return std::move(scores_);
  }

 private:
  void add_complete() {
    RowsUnderMixture read(mixture_);
    const double log_scale = log_scale_.sum();
    auto incomplete = block_.incomplete.begin();
    for (Index first = 0; first < block_.rows.rows(); first += read.rows_at_once()) {
      const Index n = std::min(read.rows_at_once(), block_.rows.rows() - first);
      read.read(block_.rows.middleRows(first, n));
      for (Index i = 0; i < n; ++i) {
        if (incomplete != block_.incomplete.end() && *incomplete == first + i) {
          ++incomplete;  // add_incomplete() sees to it
        } else {
          add(first + i, read.log_density(i) - log_scale, read.squared_error(i));
        }
      }
    }
  }

  void add_incomplete() {
    RowUnderMixture row(mixture_);
    for (std::size_t at = 0; at < block_.incomplete.size(); ++at) {
      const double* x = block_.incomplete_rows.data() + static_cast<Index>(at) * mixture_.dim();
      double value = row.read(x), error = 0;
      const Vector reconstruction = row.reconstruction();
      for (Index j = 0; j < mixture_.dim(); ++j) {
        if (std::isnan(x[j])) continue;
        value -= log_scale_[j];
        error += (x[j] - reconstruction[j]) * (x[j] - reconstruction[j]);
      }
      add(block_.incomplete[at], value, error);
    }
  }

  void add(Index row, double log_density, double squared_error) {
    const double weight = block_.weight(row);
    if (!(weight > 0)) return;
    const std::int32_t cell = block_.cells[static_cast<std::size_t>(row)];
    scores_.weight[cell] += weight;
    scores_.log_likelihood[cell] += weight * log_density;
    scores_.squared_error[cell] += weight * squared_error;
  }

  const PreparedBlock& block_;
  const PpcaMixture& mixture_;
  const Vector& log_scale_;
  MixtureScores scores_;
};

}  // namespace

void MixtureScores::merge(const MixtureScores& other) {
  weight += other.weight;
  log_likelihood += other.log_likelihood;
  squared_error += other.squared_error;
}

MixtureScores score(PreparedRows& rows, const PpcaMixture& mixture, const Vector& scale) {
  const Vector log_scale = scale.array().log();
  const Index cells = rows.cell_count();
  MixtureScores total = no_scores(cells);
  rows.for_each_block(
      [&](const PreparedBlock& block) {
        return BlockScores(block, mixture, log_scale, cells).sum();
      },
      [&](const MixtureScores& part) { total.merge(part); });
  return total;
}

}  // namespace fairpca
