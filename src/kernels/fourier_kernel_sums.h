// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/kernels/kernel_sums.h"

namespace fairpca {

/// The Gaussian kernel of one coordinate as a cosine series: exp(-x^2/2) = sum_m a_m cos(m step x)
/// for |x| <= extent, to 1e-13 (the trapezoidal rule for its Fourier integral).
struct CosineSeries {
  double step = 0;
  Vector coefficients;  ///< a_0, a_1, ...
  static CosineSeries for_extent(double extent);
  /// Cosines and sines: 1, cos x, sin x, cos 2x, ...
  Index features() const { return 2 * coefficients.size() - 1; }
};

/// Largest number of coordinates for which a grid of frequencies is offered.
inline constexpr Index kMaxFourierCoordinates = 3;

/// Frequencies needed for these points, one factor per coordinate, multiplied.
double fourier_features(const RowMatrix& points, double bandwidth);

/// k(z, z') = product over coordinates of sum_m a_m (cos cos + sin sin): the features of the first
/// coordinate times those of the others make all sums matrix products, 3 rows x features.
class FourierKernelSums final : public KernelSums {
 public:
  FourierKernelSums(CellRows cells, const KernelOptions& options);

  /// Throws InvalidArgument for more than kMaxFourierCoordinates coordinates.
  Matrix gram_sums(const RowMatrix& points, bool keep) override;
  RowMatrix gradient(const Matrix& contrast) const override;
  std::string reason() const override;
  /// Whether the sums for these points fit in memory.
  bool is_affordable(const RowMatrix& points) const;

 private:
  struct Block;
  Block features_of(Index first, Index count, bool with_slopes) const;
  std::vector<std::pair<Index, Index>> blocks() const;  ///< cell, first row

  CellRows cells_;
  KernelOptions options_;
  RowMatrix points_;  ///< divided by the bandwidth
  std::vector<CosineSeries> series_;
  Matrix means_;  ///< (left x right features) x cells: their weighted sums
};

}  // namespace fairpca
