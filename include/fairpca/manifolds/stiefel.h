// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/manifolds/orthonormal_frames.h"

namespace fairpca {

/// p x d matrices with orthonormal columns, with the metric of R^{p x d}.
///
/// A tangent vector at V is a p x d matrix xi with V'xi + xi'V = 0.
class Stiefel final : public OrthonormalFrames {
 public:
  /// Throws InvalidArgument unless 1 <= d <= p.
  Stiefel(Index p, Index d, Retraction retraction = Retraction::kQr)
      : OrthonormalFrames(p, d, retraction) {}

  Index dimension() const override { return rows() * cols() - cols() * (cols() + 1) / 2; }

  /// A - V sym(V'A).
  Matrix project(const Matrix& v, const Matrix& ambient) const override;
};

}  // namespace fairpca
