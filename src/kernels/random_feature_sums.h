// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/kernels/kernel_sums.h"

namespace fairpca {

/// Random Fourier features (Rahimi & Recht 2007): k(z, z') is about the mean over drawn frequencies
/// of cos(frequency'(z - z')).  The frequencies are drawn once, so that the sums are a fixed smooth
/// function of the points.  Cost: rows x features x coordinates.
class RandomFeatureSums final : public KernelSums {
 public:
  RandomFeatureSums(CellRows cells, const KernelOptions& options);

  Matrix gram_sums(const RowMatrix& points, bool keep) override;
  RowMatrix gradient(const Matrix& contrast) const override;
  std::string reason() const override;

 private:
  void draw(Index coordinates);

  CellRows cells_;
  KernelOptions options_;
  Matrix frequencies_;  ///< coordinates x features
  RowMatrix points_;
  Matrix means_;  ///< cells x 2 features: cosines, then sines
};

}  // namespace fairpca
