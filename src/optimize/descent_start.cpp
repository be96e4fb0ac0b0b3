// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/descent_start.h"

#include "optimize/messages.h"

namespace fairpca {

void check_start(const Manifold& manifold, const Matrix& start) {
  if (start.rows() != manifold.rows() || start.cols() != manifold.cols()) {
    reject(optimize_message<"start-size">("rows"_is(manifold.rows()), "columns"_is(manifold.cols()),
                                          "given_rows"_is(start.rows()),
                                          "given_columns"_is(start.cols())));
  }
  const double violation = manifold.violation(start);
  if (!(violation <= 1e-8)) {
    reject(optimize_message<"start-off-the-manifold">("violation"_is(violation)));
  }
}

}  // namespace fairpca
