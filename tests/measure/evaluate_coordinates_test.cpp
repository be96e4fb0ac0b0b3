// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/evaluate_coordinates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "fairpca/rows/matrix_rows.h"
#include "model/random_model.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace evaluate_coordinates_test {

constexpr Index kColumns = 4;

/// 120 rows in two groups.
struct People {
  RowMatrix rows = random_rows(120, kColumns, 3);
  LevelColumn sex{{"f", "m"}, {}};

  People() {
    for (Index i = 0; i < rows.rows(); ++i) {
      sex.codes.push_back(static_cast<std::int32_t>(i % 3 == 0));
    }
  }
  Table table() const {
    Table table;
    table.schema.features = random_model(kColumns, 1, 1).encoding.features();
    table.schema.protected_columns = {"sex"};
    table.protected_levels = {sex};
    table.numeric = rows;
    table.rows = rows.rows();
    return table;
  }
};

/// V'x and V V'x of a model without scales, as somebody else's program would give them.
struct Arrays {
  OtherModel other;
  RowMatrix coordinates, reconstructions;

  Arrays(const Model& model, const RowMatrix& rows)
      : other{"theirs", model.mean, model.projection.components} {
    const RowMatrix centred = rows.rowwise() - model.mean.transpose();
    coordinates = centred * model.projection.components;
    reconstructions = coordinates * model.projection.components.transpose();
    reconstructions.rowwise() += model.mean.transpose();
  }
};

Model plain_model(unsigned seed) {
  Model model = random_model(kColumns, 2, seed);
  model.scale.setOnes();
  model.bandwidth.reset();
  return model;
}

using Values = std::map<std::pair<std::string, std::string>, double>;

Values values_of(const Evaluation& evaluation) {
  Values values;
  for (const MeasuredValue& value : evaluation.measures) {
    if (value.statistic == Statistic::kValue) values[{value.measure, value.group}] = value.value;
  }
  return values;
}

const std::vector<std::string> kErrors = {"reconstruction_error", "gap", "gap_group", "loss",
                                          "explained_variance_ratio"};

TEST(EvaluateCoordinatesTest, ComponentsThatExplainTheRowsAreMeasuredAsOurs) {
  const People people;
  const Model model = plain_model(5);
  const Arrays arrays(model, people.rows);
  const EvaluateSettings settings{.measures = kErrors};
  MatrixRows ours(people.table()), theirs(people.table()), bare(people.table());
  const Values expected = values_of(evaluate_rows(ours, model, settings).evaluation);
  const CoordinateEvaluation full = evaluate_coordinates(
      arrays.other, {theirs, people.rows, arrays.coordinates, arrays.reconstructions}, settings);
  const CoordinateEvaluation alone =
      evaluate_coordinates(arrays.other, {bare, people.rows}, settings);
  for (const CoordinateEvaluation& measured : {full, alone}) {
    EXPECT_EQ(measured.model.dimensions(), 2);
    const Values found = values_of(measured.result.evaluation);
    ASSERT_EQ(found.size(), expected.size());
    for (const auto& [key, value] : expected) {
      EXPECT_NEAR(found.at(key), value, 1e-9 * std::max(1.0, std::abs(value))) << key.first;
    }
  }
}

TEST(EvaluateCoordinatesTest, ErrorsWithoutComponentsAreThoseOfTheRows) {
  const People people;
  Arrays arrays(plain_model(6), people.rows);
  arrays.reconstructions.array() += 0.25;  // of no projection
  arrays.other.components.resize(0, 0);
  MatrixRows rows(people.table());
  const Evaluation found =
      evaluate_coordinates(arrays.other,
                           {rows, people.rows, arrays.coordinates, arrays.reconstructions},
                           {.measures = kErrors})
          .result.evaluation;
  std::vector<double> sums(2), counts(2);
  for (Index i = 0; i < people.rows.rows(); ++i) {
    const auto g = static_cast<std::size_t>(people.sex.codes[static_cast<std::size_t>(i)]);
    sums[g] += (people.rows.row(i) - arrays.reconstructions.row(i)).squaredNorm();
    ++counts[g];
  }
  const Values values = values_of(found);
  EXPECT_NEAR(values.at({"reconstruction_error", "f"}), sums[0] / counts[0], 1e-11);
  EXPECT_NEAR(values.at({"gap", ""}), std::abs(sums[0] / counts[0] - sums[1] / counts[1]), 1e-11);
  EXPECT_FALSE(values.contains({"gap_group", ""}));
}

TEST(EvaluateCoordinatesTest, WithoutReconstructionsThereAreNoErrors) {
  const People people;
  Arrays arrays(plain_model(7), people.rows);
  arrays.other.components.resize(0, 0);
  MatrixRows rows(people.table());
  const Evaluation found =
      evaluate_coordinates(arrays.other, {rows, people.rows, arrays.coordinates},
                           {.measures = {"gap", "mean_difference"}})
          .result.evaluation;
  const Values values = values_of(found);
  EXPECT_FALSE(values.contains({"gap", ""}));
  EXPECT_TRUE(values.contains({"mean_difference", ""}));
}

TEST(EvaluateCoordinatesTest, WhatCannotBeIsRejected) {
  const People people;
  const Arrays good(plain_model(8), people.rows);
  const auto code = [&](const OtherModel& other, const RowMatrix& coordinates,
                        const EvaluateSettings& settings) {
    MatrixRows rows(people.table());
    return std::string(rejection_of([&] {
                         evaluate_coordinates(
                             other, {rows, people.rows, coordinates, good.reconstructions},
                             settings);
                       }).code());
  };
  EXPECT_EQ(code(good.other, good.coordinates.topRows(5), {}), "given-array-shape");
  RowMatrix broken = good.coordinates;
  broken(3, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(code(good.other, broken, {}), "array-not-finite");
  OtherModel unknown = good.other;
  unknown.components.resize(0, 0);
  EXPECT_EQ(code(unknown, good.coordinates, {.center = Center::kGroup}),
            "center-without-components");
  OtherModel crooked = good.other;
  crooked.components.setOnes();
  MatrixRows rows(people.table());
  EXPECT_EQ(rejection_of([&] {
              evaluate_coordinates(crooked, {rows, people.rows});
            }).code(),
            "components-not-orthonormal");
}

}  // namespace evaluate_coordinates_test
}  // namespace fairpca
