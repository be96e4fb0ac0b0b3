// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// Two symmetric matrices compressed to a growing subspace: B'A_0 B and B'A_1 B.
///
/// The eigenvectors of a few directions n nearly contain those of the directions between them, so
/// a search on these small matrices predicts the search on the large ones; and every frame R found
/// here lifts to a frame B R that captures exactly as much.
class SubspaceMatrices {
 public:
  /// Keeps references; reads the lower triangles.
  SubspaceMatrices(const Matrix& a0, const Matrix& a1) : large0_(a0), large1_(a1) {}

  /// Adds the span of `vectors`.  2 p^2 multiply-adds per new dimension.
  void add(const Matrix& vectors);
  /// Adds what n0 A_0 + n1 A_1 makes of the frame B `inner`: the residuals, if the columns are
  /// Ritz vectors of that matrix.  Costs as much as add().
  void add_images(double n0, double n1, const Matrix& inner);

  Index dimension() const { return basis_.cols(); }
  const Matrix& basis() const { return basis_; }
  const Matrix& a0() const { return a0_; }
  const Matrix& a1() const { return a1_; }

 private:
  const Matrix& large0_;
  const Matrix& large1_;
  Matrix basis_, product0_, product1_;  ///< B, A_0 B, A_1 B
  Matrix a0_, a1_;
};

}  // namespace fairpca
