// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_scores.h"

#include <cmath>
#include <utility>

namespace fairpca {
namespace {

MixtureScores score_block(const PreparedBlock& block, const PpcaMixture& mixture,
                          const Vector& log_scale, Index cells) {
  MixtureScores scores{Vector::Zero(cells), Vector::Zero(cells), Vector::Zero(cells)};
  RowUnderMixture row(mixture);
  std::size_t next_incomplete = 0;
  for (Index i = 0; i < block.rows.rows(); ++i) {
    const double* x = block.rows.data() + i * mixture.dim();
    const bool incomplete =
        next_incomplete < block.incomplete.size() && block.incomplete[next_incomplete] == i;
    if (incomplete) {
      x = block.incomplete_rows.data() + static_cast<Index>(next_incomplete++) * mixture.dim();
    }
    const double weight = block.weight(i);
    if (!(weight > 0)) continue;
    double value = row.read(x), error = 0;
    const Vector reconstruction = row.reconstruction();
    for (Index j = 0; j < mixture.dim(); ++j) {
      if (std::isnan(x[j])) continue;
      value -= log_scale[j];
      error += (x[j] - reconstruction[j]) * (x[j] - reconstruction[j]);
    }
    const std::int32_t cell = block.cells[static_cast<std::size_t>(i)];
    scores.weight[cell] += weight;
    scores.log_likelihood[cell] += weight * value;
    scores.squared_error[cell] += weight * error;
  }
  return scores;
}

}  // namespace

void MixtureScores::merge(const MixtureScores& other) {
  weight += other.weight;
  log_likelihood += other.log_likelihood;
  squared_error += other.squared_error;
}

MixtureScores score(PreparedRows& rows, const PpcaMixture& mixture, const Vector& scale) {
  const Vector log_scale = scale.array().log();
  const Index cells = rows.cell_count();
  MixtureScores total{Vector::Zero(cells), Vector::Zero(cells), Vector::Zero(cells)};
  rows.for_each_block(
      [&](const PreparedBlock& block) { return score_block(block, mixture, log_scale, cells); },
      [&](const MixtureScores& part) { total.merge(part); });
  return total;
}

}  // namespace fairpca
