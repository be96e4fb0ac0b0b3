// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/model/ppca_mixture.h"

namespace fairpca {

/// Complete rows under a mixture, several at a time: what RowUnderMixture computes, as matrix
/// products.
///
/// Of each component it keeps what its subspace leaves of the rows, r_k = (I - F_k F_k')(x -
/// mean_k). That gives the density, without cancellation where rows lie near a subspace, and the
/// error of the reconstruction: x - reconstruction = sum_k P(k | x) r_k.
class RowsUnderMixture {
 public:
  /// Views `mixture`, which must outlive it.
  explicit RowsUnderMixture(const PpcaMixture& mixture);

  /// Rows that read() takes at most: so many that what they leave stays in the cache.
  Index rows_at_once() const { return rows_at_once_; }

  /// Rows without missing cells, at most rows_at_once(): 4 n p K q flops.
  void read(const Eigen::Ref<const RowMatrix>& rows);

  /// ln p(x) of row i of those read.
  double log_density(Index i) const { return log_densities_[i]; }
  /// |x - reconstruction|^2 of row i of those read.
  double squared_error(Index i) const { return squared_errors_[i]; }

 private:
  void measure(const Eigen::Ref<const RowMatrix>& rows, Index k);

  const PpcaMixture& mixture_;
  Index rows_at_once_;
  Vector constants_;                   ///< K: log_density_constants()
  std::vector<RowMatrix> remainders_;  ///< K times n x p: r_k
  RowMatrix along_;                    ///< n x q: F_k'(x - mean_k)
  RowMatrix logs_, shares_;            ///< n x K: ln(weight_k N(x; k)) and P(k | x)
  RowMatrix errors_;                   ///< n x p
  Vector log_densities_, squared_errors_;
};

}  // namespace fairpca
