// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "synthetic/gaussian_rows.h"
#include "synthetic/generators.h"

namespace fairpca {
namespace {

SyntheticData draw_mixture(const DrawRequest& request, double group_0_share) {
  SyntheticData data = two_blocks(request.rows, request.features, 0);
  const std::array<Vector, 3> means = {Vector{{0, 0, 0}}, Vector{{3, 3, 3}}, Vector{{-3, 3, 3}}};
  const std::array<Matrix, 3> factors = {
      lower_factor(Matrix{{1, .1, .1}, {.1, 1, .1}, {.1, .1, .1}}),
      lower_factor(Matrix{{2, -.3, -.1}, {-.3, 1, .3}, {-.1, .3, 3}}),
      lower_factor(Matrix::Identity(3, 3))};
  RandomStream random(request.seed, 0);
  RandomStream label_random(request.seed, 1);  // labels say nothing of the rows
  for (Index i = 0; i < request.rows; ++i) {
    request.before_row(i);
    const double u = random.uniform();
    const std::size_t component = u < 0.3 ? 0 : u < 0.7 ? 1 : 2;
    data.rows.row(i) = gaussian_row(random, means[component], factors[component]).transpose();
    data.group[static_cast<std::size_t>(i)] = label_random.uniform() < group_0_share ? 0 : 1;
  }
  return data;
}

}  // namespace

Generator frmppca_balanced() {
  return {.spec = {"frmppca-balanced",
                   "a mixture of three Gaussians in 3 dimensions, groups drawn 50/50 whatever the "
                   "row; 1000 rows (FR-MPPCA)"},
          .rows = 1000,
          .features = 3,
          .max_features = 3,
          .draw = [](const DrawRequest& request) { return draw_mixture(request, 0.5); }};
}

Generator frmppca_unbalanced() {
  return {.spec = {"frmppca-unbalanced",
                   "the rows of frmppca-balanced, groups drawn 70/30; 1000 rows (FR-MPPCA)"},
          .rows = 1000,
          .features = 3,
          .max_features = 3,
          .draw = [](const DrawRequest& request) { return draw_mixture(request, 0.7); }};
}

}  // namespace fairpca
