// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/rows/matrix_rows.h"
#include "mixture/mixture_em.h"
#include "spectral/random_symmetric.h"

namespace fairpca {

/// K components in p columns with q latent dimensions, means apart, weights unequal.
PpcaMixture random_mixture(Index count, Index p, Index q, unsigned seed);

/// C = W W' + s^2 I in full.
Matrix covariance_of(const PpcaComponent& component);

/// ln N(x; mean, C), by determinant and inverse.
double gaussian_log_density(const Vector& x, const Vector& mean, const Matrix& c);

/// ln sum_k weight_k N(x; k), by plain sums of exponentials.
double mixture_log_density(const PpcaMixture& mixture, const Vector& x);

/// Rows drawn from the mixture, by the standard library's own deviates.
RowMatrix rows_of(const PpcaMixture& mixture, Index n, unsigned seed);

/// Two columns of normal numbers and `categories` of six levels each, one-hot and standardised, as
/// tables of categories are prepared.
RowMatrix one_hot_rows(Index n, Index categories, unsigned seed);

/// Makes one cell in `every` missing, but never a whole row.
RowMatrix with_missing_cells(RowMatrix rows, Index every, unsigned seed);

/// Prepared rows of a matrix as it is, all in one cell of weight 1/n each.
class PlainRows {
 public:
  explicit PlainRows(RowMatrix rows, KeepRows keep = KeepRows::kNever, int threads = 1,
                     PassObserver observer = {});
  PreparedRows& prepared() { return *prepared_; }
  const RowMatrix& rows() const { return rows_; }
  Vector cell_weights() const;

 private:
  RowMatrix rows_;
  MatrixRows source_;
  std::optional<PreparedRows> prepared_;
};

}  // namespace fairpca
