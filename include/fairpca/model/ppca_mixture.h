// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// One Gaussian of a mixture of probabilistic PCAs, N(mean, C) with C = W W' + s^2 I.
///
/// C has the eigenvalues variance_j along the columns of `frame` and noise_variance across them, so
/// W = frame diag(sqrt(variance - noise_variance)) and M = s^2 I + W'W = diag(variance).
struct PpcaComponent {
  double weight = 0;  ///< share of the mixture, in [0, 1]
  Vector mean;        ///< p
  Matrix frame;       ///< p x q, orthonormal columns
  Vector variance;    ///< q, each >= noise_variance
  double noise_variance = 0;
};

/// How a row becomes coordinates: the posterior means of the components, weighted by
/// responsibility, summed up (q numbers) or side by side (K q numbers).
enum class Embedding { kAverage, kBlocks };

/// p(x) = sum_k weight_k N(x; mean_k, C_k), over prepared (centred and scaled) rows.
struct PpcaMixture {
  std::vector<PpcaComponent> components;
  Embedding embedding = Embedding::kAverage;

  Index size() const { return static_cast<Index>(components.size()); }         ///< K
  Index dim() const { return components.front().mean.size(); }                 ///< p
  Index latent_dimensions() const { return components.front().frame.cols(); }  ///< q
  Index dimensions() const {                                                   ///< of the embedding
    return embedding == Embedding::kAverage ? latent_dimensions() : size() * latent_dimensions();
  }
};

/// One prepared row after another under a mixture.  A number that is NaN is a missing cell: it is
/// integrated out, and completed by each component's conditional expectation.
///
/// A row's numbers depend on that row alone, bit for bit.  Residuals are formed before they are
/// squared, so a small noise variance does not cancel.  A row costs 4 p q K flops.
/// Not for two threads at once; views the mixture, which must outlive it.
class RowUnderMixture {
 public:
  explicit RowUnderMixture(const PpcaMixture& mixture);

  /// Reads p numbers; returns ln p(x).  What follows is about this row.
  double read(const double* row);

  const Vector& responsibilities() const { return responsibilities_; }  ///< K, summing to 1
  /// q x K: E[t | x, k], the latent coordinates under each component.
  const Matrix& posterior_means() const { return posterior_means_; }
  /// p x K: the row with missing cells replaced by their expectations given k.
  const Matrix& completed() const { return completed_; }
  /// p: sum_k responsibility_k times the least-squares reconstruction of component k.
  Vector reconstruction() const;
  /// p: the row with missing cells replaced by their expectations.
  Vector expectation() const { return completed_ * responsibilities_; }

 private:
  const PpcaMixture& mixture_;
  Vector constants_;
  Vector responsibilities_, log_joint_;
  Matrix along_;  ///< q x K: frame'(x - mean)
  Matrix posterior_means_, completed_;
};

}  // namespace fairpca
