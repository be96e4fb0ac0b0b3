// SPDX-License-Identifier: BSD-3-Clause
#include "measure/score_rows.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "measure/measured_people.h"
#include "model/random_model.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace score_rows_test {

constexpr Index kColumns = 4;

Model ppca_model() {
  Model model = random_model(kColumns, 2, 3);
  model.method = "ppca";
  model.projection.noise_variance = 0.5;
  model.projection.encode_scale = Vector{{0.8, 0.6}};
  return model;
}

TEST(ScoreRowsTest, RowsAreScoredAsTheModelSeesThem) {
  const MeasuredPeople people({60, 50}, kColumns, 1, true);
  for (const Model& model :
       {random_model(kColumns, 2, 2), ppca_model(), random_mixture_model(2, kColumns, 2, 4)}) {
    SCOPED_TRACE(model.method);
    const ScoredTable table = people.scored_by(model);
    const RowMatrix scaled =
        (people.rows.rowwise() - model.mean.transpose()) * model.scale.cwiseInverse().asDiagonal();
    const RowMatrix back = (model.reconstruct(people.rows).rowwise() - model.mean.transpose()) *
                           model.scale.cwiseInverse().asDiagonal();
    ASSERT_EQ(table.keys.rows(), 110);
    for (Index i = 0; i < 110; ++i) {
      EXPECT_NEAR(table.scored.squared_norm(i), scaled.row(i).squaredNorm(), 1e-12);
      EXPECT_NEAR(table.scored.squared_error(i), (scaled - back).row(i).squaredNorm(), 1e-11);
      const CellKey& key =
          table.keys.cells[static_cast<std::size_t>(table.keys.cell[static_cast<std::size_t>(i)])];
      EXPECT_EQ(key.levels.front(), people.group.levels[static_cast<std::size_t>(
                                        people.group.codes[static_cast<std::size_t>(i)])]);
      EXPECT_EQ(table.keys.weights(i), people.weight(i));
    }
    EXPECT_TRUE(table.prepared.isApprox(scaled, 1e-14));
    // z = V'x, not the posterior means of PPCA.
    const RowMatrix z = model.mixture ? model.transform(people.rows)
                                      : RowMatrix(scaled * model.projection.components);
    EXPECT_TRUE(table.scored.coordinates.isApprox(z, 1e-12));
    EXPECT_EQ(table.scored.log_likelihood.size(), model.is_probabilistic() ? 110 : 0);
    if (model.is_probabilistic()) {
      EXPECT_TRUE(table.scored.log_likelihood.isApprox(model.log_likelihood(people.rows), 1e-13));
    }
  }
}

TEST(ScoreRowsTest, ThreadsChangeNoBit) {
  const MeasuredPeople people({6000, 5000}, kColumns, 5, true);  // three blocks
  const Model model = ppca_model();
  MatrixRows one(people.table()), several(people.table());
  const ScoredTable a = score_rows(one, model, {}),
                    b = score_rows(several, model, {}, {.threads = 3});
  EXPECT_EQ(a.scored.coordinates, b.scored.coordinates);
  EXPECT_EQ(a.scored.squared_error, b.scored.squared_error);
  EXPECT_EQ(a.scored.log_likelihood, b.scored.log_likelihood);
  EXPECT_EQ(a.prepared, b.prepared);
  EXPECT_EQ(a.keys.cell, b.keys.cell);
  EXPECT_EQ(a.keys.row, b.keys.row);
  EXPECT_EQ(a.moments.cells().begin()->second.mean(), b.moments.cells().begin()->second.mean());
  EXPECT_EQ(a.keys.row.back(), 10999);
}

TEST(ScoreRowsTest, RowsOfWeightZeroAreLeftOut) {
  MeasuredPeople people({30, 20}, kColumns, 6, true);
  people.weights[3] = people.weights[7] = 0;
  const Model model = random_model(kColumns, 2, 7);
  const ScoredTable table = people.scored_by(model);
  EXPECT_EQ(table.keys.rows(), 48);
  EXPECT_EQ(table.scored.squared_error.size(), 48);
  EXPECT_EQ(table.prepared.rows(), 48);
  EXPECT_EQ(table.keys.row[3], 4);
}

TEST(ScoreRowsTest, PreparedRowsAreKeptUpToTheBytesAllowed) {
  const MeasuredPeople people({6000, 3000}, kColumns, 8);
  const Model model = random_model(kColumns, 2, 9);
  const auto kept_rows = [&](std::int64_t bytes) {
    MatrixRows source(people.table());
    const ScoredTable table = score_rows(source, model, {}, {.threads = 2}, bytes);
    return std::pair(table.prepared.rows(), table.part().prepared != nullptr);
  };
  EXPECT_EQ(kept_rows(9000 * kColumns * 8), (std::pair<Index, bool>(9000, true)));
  EXPECT_EQ(kept_rows(9000 * kColumns * 8 - 1), (std::pair<Index, bool>(0, false)));
}

TEST(ScoreRowsTest, MissingCellsAreCompletedByTheModelForCoordinates) {
  MeasuredPeople people({30, 20}, kColumns, 10);
  people.rows(4, 1) = std::numeric_limits<double>::quiet_NaN();
  const Model model = ppca_model();
  MatrixRows source(people.table());
  const ScoredTable table = score_rows(source, model, {.missing = MissingCells::kModel});
  const RowMatrix completed = model.complete(people.rows);
  const RowMatrix scaled =
      (completed.rowwise() - model.mean.transpose()) * model.scale.cwiseInverse().asDiagonal();
  EXPECT_TRUE(table.scored.coordinates.isApprox(scaled * model.projection.components, 1e-12));
  EXPECT_NEAR(table.scored.log_likelihood(4), model.log_likelihood(people.rows)(4), 1e-12);
  // Errors are of rows filled with the mean, as the moments are.
  double sum = 0;
  for (const auto& [key, cell] : table.moments.cells()) {
    const Vector offset = (cell.mean() - model.mean).cwiseQuotient(model.scale);
    const Vector inverse = model.scale.cwiseInverse();
    sum += (inverse.asDiagonal() * cell.scatter() * inverse.asDiagonal()).trace() +
           cell.weight() * offset.squaredNorm();
  }
  EXPECT_NEAR(table.scored.squared_norm.sum(), sum, 1e-9);
}

TEST(ScoreRowsTest, ATableWithoutRowsIsRejected) {
  const MeasuredPeople people({0, 0}, kColumns, 11);
  EXPECT_EQ(rejection_of([&] { people.scored_by(random_model(kColumns, 2, 12)); }).code(),
            "empty-table");
}

}  // namespace score_rows_test
}  // namespace fairpca
