// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/descent_start.h"

#include <fmt/format.h>

#include "fairpca/error.h"

namespace fairpca {

void check_start(const Manifold& manifold, const Matrix& start) {
  if (start.rows() != manifold.rows() || start.cols() != manifold.cols()) {
    throw InvalidArgument(
        fmt::format("start must be {} x {}, as the manifold's points; it is {} x {}",
                    manifold.rows(), manifold.cols(), start.rows(), start.cols()));
  }
  const double violation = manifold.violation(start);
  if (!(violation <= 1e-8)) {
    throw InvalidArgument(fmt::format(
        "start must be a point of the manifold, to 1e-8; it violates its equations by {:.3g}",
        violation));
  }
}

}  // namespace fairpca
