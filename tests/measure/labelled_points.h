// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fairpca/moments/groups.h"
#include "fairpca/rows/matrix_rows.h"
#include "measure/measure_input.h"

namespace fairpca {

/// Coordinates of rows with groups and labels, as families of measures are given them.
struct LabelledPoints {
  RowMatrix points;
  std::vector<std::string> group, label;  ///< label empty: missing
  std::vector<double> weights;            ///< empty: 1

  Index rows() const { return points.rows(); }

  /// n rows of d coordinates: group i % groups, shifted by `shift` times its number; the label by
  /// the sign of a coordinate and noise, `classes` of them.
  static LabelledPoints random(Index n, Index d, int groups, double shift, unsigned seed,
                               int classes = 2) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    LabelledPoints made;
    made.points.resize(n, d);
    for (double& entry : made.points.reshaped()) entry = normal(engine);
    for (Index i = 0; i < n; ++i) {
      const int g = static_cast<int>(i) % groups;
      made.points(i, 0) += shift * g;
      made.group.push_back(fmt::format("g{}", g));
      const double level = 0.8 * made.points(i, d - 1) + normal(engine);
      const int k = std::clamp(static_cast<int>(level * 0.7 + classes / 2.0), 0, classes - 1);
      made.label.push_back(fmt::format("{}", k));
    }
    return made;
  }

  /// Weights between 0.2 and 2.2.
  void weigh(unsigned seed) {
    std::mt19937_64 engine(seed);
    weights.clear();
    for (Index i = 0; i < rows(); ++i) {
      weights.push_back(0.2 + 2.0 * static_cast<double>(engine() >> 11) * 0x1p-53);
    }
  }

  double weight(Index i) const {
    return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(i)];
  }
};

/// Everything a MeasureInput views.
class PointsInput {
 public:
  explicit PointsInput(const LabelledPoints& data)
      : moments_(moments_of(data)), scored_{data.points, {}, {}, {}} {
    keys_.has_weights = !data.weights.empty();
    keys_.weights.resize(data.rows());
    for (const auto& [key, moments] : moments_.cells()) keys_.cells.push_back(key);
    for (Index i = 0; i < data.rows(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      CellKey key{{data.group[at]},
                  data.label[at].empty() ? std::nullopt : std::optional(data.label[at])};
      const auto found = std::find(keys_.cells.begin(), keys_.cells.end(), key);
      keys_.cell.push_back(static_cast<std::int32_t>(found - keys_.cells.begin()));
      keys_.row.push_back(i);
      keys_.weights(i) = data.weight(i);
    }
    const Index d = data.points.cols();
    model_.method = "pca";
    model_.requested_dimensions = d;
    model_.encoding = moments_.encoding();
    model_.mean = Vector::Zero(d);
    model_.scale = Vector::Ones(d);
    model_.projection.components = Matrix::Identity(d, d);
    model_.projection.encode_scale = model_.projection.decode_scale = Vector::Ones(d);
  }

  MeasuredPart part() const { return {&moments_, &keys_, &scored_, nullptr}; }
  Model& model() { return model_; }

  /// `measures` of these rows; trained on others where they are given.
  MeasureInput input(const MeasureSettings& settings, const PointsInput* training = nullptr) const {
    MeasureInput made{model_, form_groups(moments_), part(), {}, settings};
    if (training != nullptr) made.training = training->part();
    return made;
  }

 private:
  static LevelColumn levels_of(const std::vector<std::string>& texts) {
    LevelColumn column;
    for (const std::string& text : texts) {
      if (text.empty()) {
        column.codes.push_back(LevelColumn::kMissing);
        continue;
      }
      const auto found = std::find(column.levels.begin(), column.levels.end(), text);
      column.codes.push_back(static_cast<std::int32_t>(found - column.levels.begin()));
      if (found == column.levels.end()) column.levels.push_back(text);
    }
    return column;
  }

  static GroupMoments moments_of(const LabelledPoints& data) {
    Table table;
    for (Index k = 0; k < data.points.cols(); ++k) {
      table.schema.features.push_back({fmt::format("z{}", k), ColumnKind::kNumeric});
    }
    table.schema.protected_columns = {"group"};
    table.schema.label = "label";
    table.protected_levels = {levels_of(data.group)};
    table.label = levels_of(data.label);
    table.numeric = data.points;
    table.rows = data.rows();
    table.weights = data.weights;
    if (!data.weights.empty()) table.schema.weight = "weight";
    MatrixRows source(std::move(table));
    return accumulate_moments(source);
  }

  Model model_;
  GroupMoments moments_;
  RowKeys keys_;
  ScoredRows scored_;
};

/// The value of a measure; NaN where there is none.
inline MeasuredValue value_of(const Measured& measured, const std::string& id,
                              Statistic statistic = Statistic::kValue,
                              const std::string& group = "") {
  for (const MeasuredValue& value : measured.values) {
    if (value.measure == id && value.statistic == statistic && value.group == group) return value;
  }
  return {.measure = id};
}

inline bool has_note(const Measured& measured, std::string_view code) {
  return std::any_of(measured.notes.begin(), measured.notes.end(),
                     [&](const Message& note) { return note.code() == code; });
}

/// Every number of a measurement is the same, bit for bit.
inline void expect_same_numbers(const Measured& one, const Measured& other) {
  ASSERT_EQ(one.values.size(), other.values.size());
  for (std::size_t i = 0; i < one.values.size(); ++i) {
    const MeasuredValue &a = one.values[i], &b = other.values[i];
    SCOPED_TRACE(a.measure + " " + std::string(to_string(a.statistic)) + " " + a.group);
    EXPECT_EQ(a.measure, b.measure);
    for (const auto member : {&MeasuredValue::value, &MeasuredValue::low, &MeasuredValue::high,
                              &MeasuredValue::floor}) {
      if (std::isnan(a.*member) && std::isnan(b.*member)) continue;
      EXPECT_EQ(a.*member, b.*member);
    }
  }
}

}  // namespace fairpca
