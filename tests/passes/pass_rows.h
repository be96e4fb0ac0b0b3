// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fit/grouped_rows.h"
#include "passes/split_table.h"

namespace fairpca {

/// 700 rows of two groups: four numbers and a category that depends on them, weighted.
struct PassRows {
  Table table;
  RowMatrix numbers;
};

inline PassRows pass_rows(unsigned seed = 5) {
  const GroupedRows data = random_groups({450, 250}, 4, seed);
  PassRows rows{data.table(), data.rows};
  rows.numbers.array() -= 100;
  rows.table.schema.features.push_back({"kind", ColumnKind::kCategorical});
  LevelColumn kind{{"b", "a", "c"}, {}};
  for (Index i = 0; i < rows.numbers.rows(); ++i) {
    kind.codes.push_back(rows.numbers(i, 0) > 0 ? 0 : i % 7 == 0 ? 2 : 1);
    rows.table.weights.push_back(1 + 0.5 * static_cast<double>(i % 3));
  }
  rows.table.schema.weight = "weight";
  rows.table.categorical = {kind};
  return rows;
}

inline SplitTable split(const PassRows& rows, std::vector<Index> sizes) {
  return {rows.table, rows.numbers, std::move(sizes)};
}

inline PassSetup setup_for(const char* method, OptionValues options = {}) {
  PassSetup setup;
  setup.settings.method = method;
  setup.settings.dimensions.wanted = Index{2};
  setup.settings.options = std::move(options);
  setup.roles.protected_columns = {"group"};
  setup.roles.weight = "weight";
  return setup;
}

inline PassSetup mixture_setup(const char* method) {
  return setup_for(method,
                   {{"mixture_components", std::int64_t{2}}, {"max_iterations", std::int64_t{8}}});
}

/// The largest difference of projections, which do not depend on signs.
inline double projection_difference(const Model& a, const Model& b) {
  const Matrix& v = a.projection.components;
  const Matrix& w = b.projection.components;
  return (v * v.transpose() - w * w.transpose()).cwiseAbs().maxCoeff();
}

}  // namespace fairpca
