// SPDX-License-Identifier: BSD-3-Clause
// The squared maximum mean discrepancy of two samples with a Gaussian kernel, without a matrix of
// rows x rows, and its gradient with respect to the points.
#include <cmath>
#include <cstdio>

#include "fairpca/kernels/bandwidth.h"
#include "fairpca/kernels/mmd_contrast.h"
#include "fairpca/synthetic/synthetic.h"

using namespace fairpca;

int main() {
  const SyntheticData data = synthesize("mbf-1", {.seed = 1});
  const Index n = data.rows.rows();
  // Kernel sums are kept apart by cell: the rows of group 0 first, then those of group 1.
  RowMatrix points(n, data.rows.cols());
  std::vector<Index> counts = {0, 0};
  Index at = 0;
  for (const int group : {0, 1}) {
    for (Index i = 0; i < n; ++i) {
      if (data.group[static_cast<std::size_t>(i)] != group) continue;
      points.row(at++) = data.rows.row(i);
      ++counts[static_cast<std::size_t>(group)];
    }
  }
  const CellRows cells = CellRows::uniform(counts);
  const double bandwidth = kernel_bandwidth(points, BandwidthRule::kMedian);
  const auto sums =
      make_kernel_sums(cells, {.bandwidth = bandwidth, .method = KernelMethod::kTiled});
  const MmdContrast contrast =
      mmd_contrast(cells, Vector::Unit(2, 0), Vector::Unit(2, 1), MmdEstimator::kBiased);
  const double mmd2 = contrast.value(sums->gram_sums(points, /*keep=*/true));

  Matrix weights = Matrix::Zero(2, 2);
  contrast.add_to(weights, 1.0);
  const RowMatrix gradient = sums->gradient(weights);

  // A small step against the gradient brings the samples closer together, by its squared length.
  const double step = 1e-3;
  const double moved = contrast.value(sums->gram_sums(points - step * gradient, false));
  const double predicted = step * gradient.squaredNorm();
  std::printf("MMD^2 of %td and %td rows is %.6f (bandwidth %.3f)\n", counts[0], counts[1], mmd2,
              bandwidth);
  std::printf("one step of gradient descent lowers it by %.3e, predicted %.3e\n", mmd2 - moved,
              predicted);
  return mmd2 > 0 && std::abs(mmd2 - moved - predicted) < 0.05 * predicted ? 0 : 1;
}
