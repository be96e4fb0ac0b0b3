// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_entries.h"

namespace fairpca {

void kernel_entries(const Matrix& points, Index first, const Eigen::RowVectorXd& at,
                    KernelFamily family, Eigen::Ref<Vector> entries) {
  entries.setZero();
  for (Index c = 0; c < points.cols(); ++c) {
    const auto difference = points.col(c).segment(first, entries.size()).array() - at(c);
    if (family == KernelFamily::kGaussian) {
      entries.array() += difference.square();
    } else {
      entries.array() += difference.abs();
    }
  }
  entries = (family == KernelFamily::kGaussian ? -0.5 : -1.0) * entries;
  entries = entries.array().exp();
}

}  // namespace fairpca
