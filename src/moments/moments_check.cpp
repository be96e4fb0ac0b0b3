// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_check.h"

#include <algorithm>
#include <cmath>

#include "moments/messages.h"

extern "C" {
void dpotrf_(const char* triangle, const int* n, double* a, const int* lda, int* info);
}

namespace fairpca {
namespace {

/// Whole numbers beyond it are not all doubles, and no table has as many rows.
constexpr Index kMostRows = Index{1} << 53;

/// Rounding may leave sums a little short of what Cauchy and Schwarz allow, and a scatter a little
/// short of positive semidefinite; both relative to the scatters of the columns themselves.
constexpr double kSlack = 1e-8;

void check_weights(const RowTotals& totals) {
  const double most =
      std::sqrt(static_cast<double>(totals.count) * totals.squared_weight) * (1 + kSlack);
  const double least = std::sqrt(totals.squared_weight) * (1 - kSlack);
  const bool possible = totals.count == 0
                            ? totals.weight == 0 && totals.squared_weight == 0
                            : totals.count > 0 && totals.weight > 0 && totals.squared_weight > 0 &&
                                  std::isfinite(totals.squared_weight) && totals.weight <= most &&
                                  totals.weight >= least;
  if (possible) return;
  reject(moments_message<"impossible-weights">("rows"_is(Counted{totals.count, "row", "rows"}),
                                               "sum"_is(totals.weight),
                                               "squares"_is(totals.squared_weight)));
}

void check_diagonal(const Matrix& lower, Index rows) {
  for (Index j = 0; j < lower.cols(); ++j) {
    if (!(lower(j, j) >= 0) || !std::isfinite(lower(j, j))) {
      reject(moments_message<"impossible-scatter">("column"_is(j + 1), "value"_is(lower(j, j))));
    }
    if (rows > 1 || lower(j, j) == 0) continue;
    reject(moments_message<"scatter-without-rows">("column"_is(j + 1), "value"_is(lower(j, j)),
                                                   "rows"_is(Counted{rows, "row", "rows"})));
  }
}

/// The scatter divided by the deviations of its rows and columns.
Matrix correlations(const Matrix& lower) {
  const Vector deviation = lower.diagonal().cwiseSqrt();
  Matrix result = Matrix::Identity(lower.rows(), lower.cols());
  for (Index j = 0; j < lower.cols(); ++j) {
    for (Index i = j + 1; i < lower.rows(); ++i) {
      if (!(std::abs(lower(i, j)) <= (1 + kSlack) * deviation[i] * deviation[j])) {
        reject(moments_message<"scatter-of-two-columns">(
            "column"_is(i + 1), "other"_is(j + 1), "value"_is(lower(i, j)), "own"_is(lower(i, i)),
            "others"_is(lower(j, j))));
      }
      if (lower(i, j) != 0) result(i, j) = lower(i, j) / deviation[i] / deviation[j];
    }
  }
  return result;
}

void check_definite(const Matrix& lower) {
  Matrix work = correlations(lower);
  work.diagonal().array() += kSlack;
  const int p = static_cast<int>(work.rows());
  if (p == 0) return;
  int failed = 0;
  dpotrf_("L", &p, work.data(), &p, &failed);
  if (failed == 0) return;
  reject(moments_message<"scatter-not-semidefinite">("columns"_is(failed)));
}

}  // namespace

void check_parts(const RowTotals& totals, const Matrix& lower_scatter) {
  check_row_count(totals.count, 0);
  check_weights(totals);
  for (Index j = 0; j < totals.mean.size(); ++j) {
    if (std::isfinite(totals.mean[j])) continue;
    reject(moments_message<"impossible-mean">("column"_is(j + 1), "value"_is(totals.mean[j])));
  }
  check_diagonal(lower_scatter, totals.count);
  check_definite(lower_scatter);
}

void check_columns(const char* what, Index columns, const char* other, Index expected) {
  if (columns == expected) return;
  reject(moments_message<"moments-shape">("what"_is(what), "columns"_is(columns), "other"_is(other),
                                          "expected"_is(expected)));
}

void check_row_count(Index rows, Index further) {
  if (rows < 0 || further < 0) {
    reject(moments_message<"negative-rows">("rows"_is(std::min(rows, further))));
  }
  if (rows <= kMostRows && further <= kMostRows - rows) return;
  const Index most = std::max(rows, further);  // the sum of more may not be an Index
  reject(moments_message<"too-many-rows">("rows"_is(most > kMostRows ? most : rows + further)));
}

}  // namespace fairpca
