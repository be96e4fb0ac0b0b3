// SPDX-License-Identifier: BSD-3-Clause
#include "synthetic/gaussian_rows.h"
#include "synthetic/generators.h"

namespace fairpca {
namespace {

SyntheticData draw_toy(const DrawRequest& request, std::uint32_t stream) {
  const Index group_0_rows = request.rows - request.rows / 3;
  SyntheticData data = two_blocks(request.rows, request.features, group_0_rows);
  const Matrix factor_0 = lower_factor(Matrix{{4.0, 0.0}, {0.0, 0.2}});
  const Matrix factor_1 = lower_factor(Matrix{{0.2, 0.4}, {0.4, 3.0}});
  RandomStream random(request.seed, stream);
  for (Index i = 0; i < request.rows; ++i) {
    request.before_row(i);
    const Matrix& factor = i < group_0_rows ? factor_0 : factor_1;
    data.rows.row(i) = gaussian_row(random, Vector::Zero(2), factor).transpose();
  }
  return data;
}

}  // namespace

Generator rfpca_toy() {
  return {.spec = {"rfpca-toy",
                   "two groups, 2 to 1, whose long axes differ: N(0, [4 0; 0 .2]) and "
                   "N(0, [.2 .4; .4 3]); 300 rows (RFPCA, training size)"},
          .rows = 300,
          .features = 2,
          .max_features = 2,
          .draw = [](const DrawRequest& request) { return draw_toy(request, 0); }};
}

Generator rfpca_toy_test() {
  return {.spec = {"rfpca-toy-test",
                   "rows of rfpca-toy's distributions, drawn independently; 12000 rows (RFPCA, "
                   "test size)"},
          .rows = 12000,
          .features = 2,
          .max_features = 2,
          .draw = [](const DrawRequest& request) { return draw_toy(request, 1); }};
}

}  // namespace fairpca
