// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fairpca/rows/matrix_rows.h"
#include "measure/score_rows.h"

namespace fairpca {

/// Rows of numbers with one protected column, a label and, where asked for, weights.  Group g has
/// `sizes[g]` rows, mixed with the others, of deviation 1 + g/2 in the first column.
struct MeasuredPeople {
  RowMatrix rows;
  LevelColumn group, label;
  std::vector<double> weights;

  MeasuredPeople(const std::vector<Index>& sizes, Index columns, unsigned seed,
                 bool has_weights = false) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    std::vector<std::int32_t> codes;
    for (std::size_t g = 0; g < sizes.size(); ++g) {
      group.levels.push_back(std::string(1, static_cast<char>('a' + g)));
      codes.insert(codes.end(), static_cast<std::size_t>(sizes[g]), static_cast<std::int32_t>(g));
    }
    for (std::size_t i = codes.size(); i > 1; --i) std::swap(codes[i - 1], codes[engine() % i]);
    group.codes = codes;
    label.levels = {"no", "yes"};
    rows.resize(static_cast<Index>(codes.size()), columns);
    for (Index i = 0; i < rows.rows(); ++i) {
      for (Index j = 0; j < columns; ++j)
        rows(i, j) = normal(engine) / (1.0 + 0.3 * static_cast<double>(j));
      rows(i, 0) *= 1 + 0.5 * codes[static_cast<std::size_t>(i)];
      rows(i, 1) += 0.4 * codes[static_cast<std::size_t>(i)];
      label.codes.push_back(rows(i, 0) + normal(engine) > 0 ? 1 : 0);
      if (has_weights) weights.push_back(0.5 + static_cast<double>(engine() % 4));
    }
  }

  Table table() const {
    Table made;
    for (Index j = 1; j <= rows.cols(); ++j) {
      made.schema.features.push_back({fmt::format("c{}", j), ColumnKind::kNumeric});
    }
    made.schema.protected_columns = {"sex"};
    made.schema.label = "income";
    made.protected_levels = {group};
    made.label = label;
    made.numeric = rows;
    made.rows = rows.rows();
    if (!weights.empty()) {
      made.schema.weight = "w";
      made.weights = weights;
    }
    return made;
  }

  ScoredTable scored_by(const Model& model) const {
    MatrixRows source(table());
    return score_rows(source, model, {});
  }

  double weight(Index row) const {
    return weights.empty() ? 1 : weights[static_cast<std::size_t>(row)];
  }
};

/// The value with these keys; NaN: there is none.
inline const MeasuredValue* find_measured(const Measured& measured, const std::string& measure,
                                          Statistic statistic = Statistic::kValue,
                                          const std::string& group = "") {
  for (const MeasuredValue& value : measured.values) {
    if (value.measure == measure && value.statistic == statistic && value.group == group) {
      return &value;
    }
  }
  return nullptr;
}

inline double measured_value(const Measured& measured, const std::string& measure,
                             Statistic statistic = Statistic::kValue,
                             const std::string& group = "") {
  const MeasuredValue* found = find_measured(measured, measure, statistic, group);
  return found == nullptr ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

}  // namespace fairpca
