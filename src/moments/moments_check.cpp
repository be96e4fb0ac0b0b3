// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fairpca/error.h"

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
  throw InvalidArgument(
      fmt::format("{} rows cannot have weights that sum to {} and, squared, to {}", totals.count,
                  totals.weight, totals.squared_weight));
}

void check_diagonal(const Matrix& lower, Index rows) {
  for (Index j = 0; j < lower.cols(); ++j) {
    if (!(lower(j, j) >= 0) || !std::isfinite(lower(j, j))) {
      throw InvalidArgument(
          fmt::format("scatter of column {} is {}, not a finite number >= 0", j + 1, lower(j, j)));
    }
    if (rows > 1 || lower(j, j) == 0) continue;
    throw InvalidArgument(fmt::format("scatter of column {} is {}, but {} cannot differ", j + 1,
                                      lower(j, j), rows == 0 ? "no rows" : "one row"));
  }
}

/// The scatter divided by the deviations of its rows and columns.
Matrix correlations(const Matrix& lower) {
  const Vector deviation = lower.diagonal().cwiseSqrt();
  Matrix result = Matrix::Identity(lower.rows(), lower.cols());
  for (Index j = 0; j < lower.cols(); ++j) {
    for (Index i = j + 1; i < lower.rows(); ++i) {
      if (!(std::abs(lower(i, j)) <= (1 + kSlack) * deviation[i] * deviation[j])) {
        throw InvalidArgument(fmt::format(
            "scatter of columns {} and {} is {}, more than their own scatters {} and {} allow",
            i + 1, j + 1, lower(i, j), lower(i, i), lower(j, j)));
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
  throw InvalidArgument(fmt::format(
      "scatter of columns 1 to {} is not positive semidefinite: no rows vary like that", failed));
}

}  // namespace

void check_parts(const RowTotals& totals, const Matrix& lower_scatter) {
  check_row_count(totals.count, 0);
  check_weights(totals);
  for (Index j = 0; j < totals.mean.size(); ++j) {
    if (std::isfinite(totals.mean[j])) continue;
    throw InvalidArgument(fmt::format("mean of column {} is {}", j + 1, totals.mean[j]));
  }
  check_diagonal(lower_scatter, totals.count);
  check_definite(lower_scatter);
}

void check_row_count(Index rows, Index further) {
  if (rows < 0 || further < 0) {
    throw InvalidArgument(fmt::format("a count of {} rows is negative", std::min(rows, further)));
  }
  if (rows <= kMostRows && further <= kMostRows - rows) return;
  throw InvalidArgument(
      further == 0 ? fmt::format("a count of {} rows is beyond 2^53", rows)
                   : fmt::format("{} and {} rows together are beyond 2^53", rows, further));
}

}  // namespace fairpca
