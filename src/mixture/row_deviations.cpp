// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/row_deviations.h"

#include <algorithm>

namespace fairpca {
namespace {

constexpr Index kSampleRows = 64;

/// Of so many numbers no more may deviate: the rest would not pay for the places of these.
constexpr Index most_deviating(Index numbers) {
  return numbers * 2 / 5;
}

/// What the majority of 64 rows, evenly spaced, holds in every column that has one (Boyer and
/// Moore's vote).
Vector majority_of(const RowMatrix& rows) {
  const Index p = rows.cols(), sampled = std::min(kSampleRows, rows.rows());
  Vector candidate = Vector::Zero(p);
  std::vector<Index> votes(static_cast<std::size_t>(p), 0);
  for (Index s = 0; s < sampled; ++s) {
    const double* row = rows.data() + s * rows.rows() / sampled * p;
    for (Index j = 0; j < p; ++j) {
      Index& vote = votes[static_cast<std::size_t>(j)];
      if (vote == 0) candidate[j] = row[j];
      vote += row[j] == candidate[j] ? 1 : -1;
    }
  }
  return candidate;
}

/// Whether the sampled rows agree with `base` enough to look at all of them.
bool looks_sparse(const RowMatrix& rows, const Vector& base) {
  const Index p = rows.cols(), sampled = std::min(kSampleRows, rows.rows());
  Index deviating = 0;
  for (Index s = 0; s < sampled; ++s) {
    const double* row = rows.data() + s * rows.rows() / sampled * p;
    for (Index j = 0; j < p; ++j) deviating += row[j] != base[j] ? 1 : 0;
  }
  return deviating <= most_deviating(sampled * p);
}

/// Adds what deviates in one row.
void add_deviations(const double* row, RowDeviations& deviations) {
  for (Index j = 0; j < deviations.base.size(); ++j) {
    if (row[j] == deviations.base[j]) continue;
    deviations.columns.push_back(static_cast<std::int32_t>(j));
    deviations.values.push_back(row[j] - deviations.base[j]);
  }
}

}  // namespace

RowDeviations deviations_of(const RowMatrix& rows, const std::vector<Index>& left_out) {
  RowDeviations deviations;
  if (rows.size() == 0) return {};
  deviations.base = majority_of(rows);
  if (!looks_sparse(rows, deviations.base)) return {};
  const auto most = static_cast<std::size_t>(most_deviating(rows.size()));
  deviations.starts.push_back(0);
  auto next_out = left_out.begin();
  for (Index i = 0; i < rows.rows(); ++i) {
    if (next_out != left_out.end() && *next_out == i) {
      ++next_out;
    } else {
      add_deviations(rows.data() + i * rows.cols(), deviations);
    }
    if (deviations.values.size() > most) return {};
    deviations.starts.push_back(static_cast<std::int32_t>(deviations.values.size()));
    deviations.norms.push_back(rows.row(i).squaredNorm());
  }
  deviations.columns.shrink_to_fit();
  deviations.values.shrink_to_fit();
  return deviations;
}

}  // namespace fairpca
