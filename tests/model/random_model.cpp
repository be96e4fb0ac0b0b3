// SPDX-License-Identifier: BSD-3-Clause
#include "model/random_model.h"

#include <random>

#include <fmt/format.h>

#include "dense_oracles.h"

namespace fairpca {

RowMatrix random_rows(Index n, Index p, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  RowMatrix rows(n, p);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = normal(engine);
  return rows;
}

Model random_model(Index p, Index d, unsigned seed) {
  std::vector<EncodedColumn> columns;
  for (Index k = 1; k <= p; ++k) {
    columns.push_back({{fmt::format("c{}", k), ColumnKind::kNumeric}, {}});
  }
  Model model;
  model.method = "pca";
  model.requested_dimensions = d;
  model.encoding = Encoding(std::move(columns));
  model.mean = 10 * random_rows(p, 1, seed + 1);
  model.scale = Vector(random_rows(p, 1, seed + 2)).cwiseAbs().array() + 0.5;
  model.rows = 50;
  model.weight = 50;
  model.total_variance = 30;
  const Matrix square = random_rows(p, p, seed + 3);
  model.projection.components = dense::full_q(square).leftCols(d);
  model.projection.encode_scale = Vector::Ones(d);
  model.projection.decode_scale = Vector::Ones(d);
  model.projection.component_variance = Vector::LinSpaced(d, 3, 2);
  return model;
}

Model random_mixture_model(Index count, Index p, Index q, unsigned seed) {
  Model model = random_model(p, q, seed);
  model.method = "mixture-ppca";
  model.mixture.emplace();
  for (Index k = 0; k < count; ++k) {
    const auto own = seed + 20 * static_cast<unsigned>(k);
    PpcaComponent component;
    component.weight = 1 / static_cast<double>(count);
    component.mean = random_rows(p, 1, own + 7);
    component.frame = random_model(p, q, own + 8).projection.components;
    component.noise_variance = 0.3 + 0.2 * static_cast<double>(k);
    component.variance = Vector::LinSpaced(q, 3, 2);
    model.mixture->components.push_back(component);
  }
  model.projection = {};
  return model;
}

}  // namespace fairpca
