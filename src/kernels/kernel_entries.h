// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/kernels/kernel_sums.h"

namespace fairpca {

/// k(z_i, z) of a point z, `at`, and entries.size() rows z_i of `points` from `first` on, all in
/// units of the bandwidth.
void kernel_entries(const Matrix& points, Index first, const Eigen::RowVectorXd& at,
                    KernelFamily family, Eigen::Ref<Vector> entries);

}  // namespace fairpca
