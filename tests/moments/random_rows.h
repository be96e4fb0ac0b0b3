// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "fairpca/moments/moments.h"

namespace fairpca {

/// Correlated rows: normal deviates times a random matrix, plus a different offset per column.
RowMatrix random_rows(Index n, Index p, unsigned seed, double offset = 1.0);

std::vector<double> random_weights(Index n, unsigned seed);

/// Moments of rows added at once.
Moments moments_of(const RowsRef& rows, std::span<const double> weights = {});

/// Moments by the textbook: two passes, one entry at a time, in extended precision.
struct TextbookMoments {
  double weight = 0, squared_weight = 0;
  Vector mean;
  Matrix scatter;

  explicit TextbookMoments(const RowsRef& rows, std::span<const double> weights = {});
};

/// Largest difference, each entry measured by the scatters of its row and column.
double relative_difference(const Matrix& scatter, const Matrix& expected);

/// `tolerance` is relative: to the deviation for means, to the diagonal for scatters.
void expect_moments(const Moments& moments, const TextbookMoments& expected, double tolerance);

void expect_same_bits(const Moments& a, const Moments& b);

}  // namespace fairpca
