// SPDX-License-Identifier: BSD-3-Clause
#include "fit/grouped_rows.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>

namespace fairpca {

Table GroupedRows::table() const {
  Table table;
  for (Index k = 1; k <= rows.cols(); ++k) {
    table.schema.features.push_back({fmt::format("c{}", k), ColumnKind::kNumeric});
  }
  if (!levels.empty()) {
    table.schema.protected_columns = {"sex"};
    table.protected_levels = {{levels, codes}};
  }
  table.numeric = rows;
  table.rows = rows.rows();
  return table;
}

RowMatrix GroupedRows::of_group(int group) const {
  std::vector<Index> chosen;
  for (Index i = 0; i < rows.rows(); ++i) {
    if (group < 0 || codes[static_cast<std::size_t>(i)] == group) chosen.push_back(i);
  }
  return rows(chosen, Eigen::all);
}

GroupedRows random_groups(const std::vector<Index>& sizes, Index p, unsigned seed) {
  GroupedRows data;
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    data.levels.push_back(fmt::format("level {}", g));
    data.codes.insert(data.codes.end(), static_cast<std::size_t>(sizes[g]),
                      static_cast<std::int32_t>(g));
  }
  std::mt19937_64 engine(seed);
  std::shuffle(data.codes.begin(), data.codes.end(), engine);
  std::normal_distribution<double> normal;
  data.rows.resize(static_cast<Index>(data.codes.size()), p);
  Matrix mix(p, p);
  for (double& entry : mix.reshaped()) entry = normal(engine) / std::sqrt(static_cast<double>(p));
  for (Index i = 0; i < data.rows.rows(); ++i) {
    const int g = data.codes[static_cast<std::size_t>(i)];
    Vector x(p);
    for (Index k = 0; k < p; ++k) {
      x(k) = normal(engine) * (1 + 3.0 / static_cast<double>(1 + (k + g) % p)) + 0.3 * g;
    }
    data.rows.row(i) = (mix * x).transpose().array() + 100.0;
  }
  return data;
}

Fit fit(const GroupedRows& data, const FitSettings& settings) {
  MatrixRows source(data.table());
  return fit_rows(source, settings).fit;
}

RowMatrix prepared_rows(const RowMatrix& rows, const Model& model) {
  return (rows.rowwise() - model.mean.transpose()) * model.scale.cwiseInverse().asDiagonal();
}

double mean_squared_residual(const RowMatrix& rows, const Matrix& v) {
  return (rows - rows * v * v.transpose()).rowwise().squaredNorm().mean();
}

}  // namespace fairpca
