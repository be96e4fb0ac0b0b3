// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/transform_rows.h"

#include <atomic>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/model/posterior_covariance.h"
#include "fairpca/rows/matrix_rows.h"
#include "model/random_model.h"
#include "model/transform_options.h"
#include "rows/unread_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace transform_rows_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

Model random_ppca(Index p, Index d, unsigned seed) {
  Model model = random_model(p, d, seed);
  model.method = "ppca";
  model.projection.noise_variance = 0.4;
  return model;
}

/// `numbers` under the names that the transform looks for.
Table table_of(const RowTransform& transform, const RowMatrix& numbers) {
  Table table;
  table.schema.features = transform.features();
  table.numeric = numbers;
  table.rows = numbers.rows();
  return table;
}

/// All results, put together in the order in which they came.
RowMatrix results(const Model& model, const TransformSettings& settings, const RowMatrix& rows) {
  const RowTransform transform(model, settings);
  MatrixRows source(table_of(transform, rows));
  RowMatrix all(rows.rows(), static_cast<Index>(transform.column_names().size()));
  Index next = 0;
  transform_rows(source, model, settings, {.in_order = [&](const TransformedBlock& block) {
                   EXPECT_EQ(block.first_row, next);
                   all.middleRows(next, block.numbers.rows()) = block.numbers;
                   next += block.numbers.rows();
                 }});
  EXPECT_EQ(next, rows.rows());
  return all;
}

RowMatrix results(const Model& model, RowResult what, const RowMatrix& rows) {
  TransformSettings settings{.what = what};
  settings.pass.threads = 3;
  return results(model, settings, rows);
}

TEST(TransformRowsTest, ResultsAreThoseOfTheModelInTheOrderOfTheRows) {
  const Index n = 2 * MatrixRows::kRowsPerChunk + 17;
  const Model model = random_mixture_model(2, 4, 2, 1);
  const RowMatrix rows = random_rows(n, 4, 2);
  EXPECT_EQ(results(model, RowResult::kCoordinates, rows), model.transform(rows));
  EXPECT_EQ(results(model, RowResult::kReconstruction, rows), model.reconstruct(rows));
  EXPECT_EQ(results(model, RowResult::kCompletion, rows), model.complete(rows));
  EXPECT_EQ(results(model, RowResult::kResponsibilities, rows), model.responsibilities(rows));
  EXPECT_EQ(results(model, RowResult::kPosteriorMeans, rows), model.posterior_means(rows));
  EXPECT_EQ(results(model, RowResult::kPosteriorCovariance, rows),
            posterior_covariances(model, rows));
  EXPECT_EQ(results(model, RowResult::kLogLikelihood, rows), model.log_likelihood(rows));
}

TEST(TransformRowsTest, CoordinatesAreTurnedBackAsTheModelDoes) {
  const Model model = random_model(5, 2, 3);
  const RowMatrix coordinates = random_rows(30, 2, 4);
  EXPECT_EQ(results(model, RowResult::kInverse, coordinates), model.inverse_transform(coordinates));
  EXPECT_THAT(RowTransform(model, {.what = RowResult::kInverse}).features(),
              ElementsAre(FeatureColumn{"pc1"}, FeatureColumn{"pc2"}));
}

TEST(TransformRowsTest, ColumnsHaveTheNamesOfTheResults) {
  const auto names = [](const Model& model, RowResult what) {
    return RowTransform(model, {.what = what}).column_names();
  };
  const Model pca = random_model(3, 2, 5), mixture = random_mixture_model(2, 3, 2, 6);
  EXPECT_THAT(names(pca, RowResult::kCoordinates), ElementsAre("pc1", "pc2"));
  EXPECT_THAT(names(pca, RowResult::kReconstruction), ElementsAre("c1", "c2", "c3"));
  EXPECT_THAT(names(pca, RowResult::kInverse), ElementsAre("c1", "c2", "c3"));
  EXPECT_THAT(names(mixture, RowResult::kCompletion), ElementsAre("c1", "c2", "c3"));
  EXPECT_THAT(names(mixture, RowResult::kResponsibilities),
              ElementsAre("component1", "component2"));
  EXPECT_THAT(names(mixture, RowResult::kPosteriorMeans),
              ElementsAre("component1_pc1", "component1_pc2", "component2_pc1", "component2_pc2"));
  EXPECT_THAT(names(mixture, RowResult::kPosteriorCovariance),
              ElementsAre("pc1_pc1", "pc1_pc2", "pc2_pc2"));
  EXPECT_THAT(names(mixture, RowResult::kLogLikelihood), ElementsAre("log_likelihood"));
}

TEST(TransformRowsTest, AMixtureTakesAnotherEmbedding) {
  const Model model = random_mixture_model(2, 4, 2, 7);
  const RowMatrix rows = random_rows(20, 4, 8);
  Model blocks = model;
  blocks.mixture->embedding = Embedding::kBlocks;
  EXPECT_EQ(results(model, {.embedding = Embedding::kBlocks}, rows), blocks.transform(rows));
  EXPECT_EQ(model.mixture->embedding, Embedding::kAverage);
}

TEST(TransformRowsTest, MissingCellsBecomeTheMeanOrTheirExpectation) {
  const Model model = random_ppca(4, 2, 9);
  RowMatrix rows = random_rows(5, 4, 10);
  rows(2, 1) = kMissing;
  RowMatrix filled = rows;
  filled(2, 1) = model.mean(1);
  EXPECT_EQ(results(model, {.encode = {.missing = MissingCells::kMean}}, rows),
            model.transform(filled));
  EXPECT_EQ(results(model, {.encode = {.missing = MissingCells::kModel}}, rows),
            model.transform(rows));
}

TEST(TransformRowsTest, EncodedRowsAloneGiveTheResultsOfTheirBlocksWhereAllAreNumbers) {
  const Model pca = random_model(5, 2, 18), mixture = random_mixture_model(2, 5, 2, 19);
  const RowMatrix rows = random_rows(9, 5, 20);
  for (const RowResult what : {RowResult::kCoordinates, RowResult::kReconstruction}) {
    EXPECT_EQ(RowTransform(pca, {.what = what}).results_of(rows), results(pca, what, rows));
    EXPECT_EQ(RowTransform(mixture, {.what = what}).results_of(rows), results(mixture, what, rows));
  }
}

TEST(TransformRowsTest, OneCellThatIsNoNumberLeavesNoResultsWhateverItsWeight) {
  Model pca = random_model(3, 2, 21);
  pca.projection.components.row(1).setZero();
  const Model mixture = random_mixture_model(2, 3, 2, 22);
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  for (const double cell : {kMissing, kInfinite, -kInfinite}) {
    for (Index column = 0; column < 3; ++column) {
      RowMatrix rows = random_rows(70, 3, 23);
      rows(64, column) = cell;
      for (const RowResult what : {RowResult::kCoordinates, RowResult::kReconstruction}) {
        EXPECT_FALSE(RowTransform(pca, {.what = what}).results_of(rows));
        EXPECT_FALSE(RowTransform(mixture, {.what = what}).results_of(rows));
        const Message message = rejection_of([&] { results(pca, what, rows); });
        EXPECT_EQ(message.code(), std::isnan(cell) ? "missing-cell" : "infinite-cell");
        EXPECT_EQ(message.place(), (Place{.row = 65, .column = fmt::format("c{}", column + 1)}));
      }
    }
  }
}

TEST(TransformRowsTest, ResultsBeyondTheLargestNumberAreNoResults) {
  const Model model = random_model(3, 2, 24);
  const RowMatrix rows = 1e30 * random_rows(4, 3, 25);
  EXPECT_TRUE(RowTransform(model, {}).results_of(rows));
  EXPECT_FALSE(RowTransform(model, {.largest_number = 1e20}).results_of(rows));
  EXPECT_EQ(rejection_of([&] { results(model, {.largest_number = 1e20}, rows); }).code(),
            "output-overflow");
}

TEST(TransformRowsTest, BlocksAreTakenAsSoonAsTheyAreThere) {
  const Model model = random_model(3, 2, 11);
  const RowMatrix rows = random_rows(3 * MatrixRows::kRowsPerChunk, 3, 12);
  TransformSettings settings;
  settings.pass.threads = 2;
  MatrixRows source(table_of(RowTransform(model, settings), rows));
  std::atomic<Index> seen = 0;
  std::string in_order;
  transform_rows(source, model, settings,
                 {.on_any_thread =
                      [&](TransformedBlock& block) {
                        seen += block.numbers.rows();
                        block.text = fmt::format("{} ", block.first_row);
                      },
                  .in_order = [&](const TransformedBlock& block) { in_order += block.text; }});
  EXPECT_EQ(seen, rows.rows());
  EXPECT_EQ(in_order, "0 4096 8192 ");
}

TEST(TransformRowsTest, WhatTheModelDoesNotHaveIsRejectedBeforeARowIsRead) {
  const Model pca = random_model(3, 2, 13), mixture = random_mixture_model(2, 3, 2, 14);
  UnreadRows rows({.features = pca.encoding.features()});
  const auto code_of = [&](const Model& model, const TransformSettings& settings) {
    return rejection_of([&] { transform_rows(rows, model, settings, {}); }).code();
  };
  EXPECT_EQ(code_of(pca, {.what = RowResult::kResponsibilities}), "not-a-mixture");
  EXPECT_EQ(code_of(pca, {.what = RowResult::kPosteriorMeans}), "not-a-mixture");
  EXPECT_EQ(code_of(pca, {.what = RowResult::kPosteriorCovariance}), "not-probabilistic");
  EXPECT_EQ(code_of(pca, {.what = RowResult::kLogLikelihood}), "not-probabilistic");
  EXPECT_EQ(code_of(pca, {.what = RowResult::kCompletion}), "not-probabilistic");
  EXPECT_EQ(code_of(mixture, {.what = RowResult::kInverse}), "mixture-coordinates");
  EXPECT_EQ(code_of(pca, {.embedding = Embedding::kBlocks}), "embedding-of-projection");
  EXPECT_EQ(code_of(pca, {.encode = {.missing = MissingCells::kModel}}),
            "no-model-of-missing-cells");
  EXPECT_EQ(code_of(mixture, {.encode = {.missing = MissingCells::kDropRow}}), "row-for-every-row");
  EXPECT_EQ(code_of(pca, {.what = static_cast<RowResult>(99)}), "option-value");
}

TEST(TransformRowsTest, AMissingCellIsRejectedWithTheWaysOutThereAre) {
  RowMatrix rows = random_rows(5, 3, 15);
  rows(3, 1) = kMissing;
  const auto rejection = [&](const Model& model) {
    return rejection_of([&] { results(model, TransformSettings(), rows); });
  };
  const Setting mean{"missing", "mean"}, by_model{"missing", "model"};
  const Message of_pca = rejection(random_model(3, 2, 16));
  EXPECT_EQ(of_pca.code(), "missing-cell");
  EXPECT_EQ(of_pca.place(), (Place{.row = 4, .column = "c2"}));
  EXPECT_THAT(of_pca.ways_out(), ElementsAre(mean));
  EXPECT_THAT(rejection(random_ppca(3, 2, 17)).ways_out(), ElementsAre(mean, by_model));
}

TEST(TransformRowsTest, AMissingCoordinateHasNoWayOut) {
  RowMatrix coordinates = random_rows(5, 2, 18);
  coordinates(1, 0) = kMissing;
  const Message message =
      rejection_of([&] { results(random_model(3, 2, 19), RowResult::kInverse, coordinates); });
  EXPECT_EQ(message.code(), "missing-cell");
  EXPECT_EQ(message.place(), (Place{.row = 2, .column = "pc1"}));
  EXPECT_THAT(message.ways_out(), IsEmpty());
}

TEST(TransformRowsTest, AResultBeyondTheLargestNumberIsRejectedWithItsName) {
  const Model model = random_model(3, 2, 20);
  RowMatrix rows = random_rows(4, 3, 21);
  rows.row(2) =
      (model.mean + 1e3 * model.scale.cwiseProduct(model.projection.components.col(0))).transpose();
  const Message message = rejection_of([&] { results(model, {.largest_number = 500}, rows); });
  EXPECT_EQ(message.code(), "output-overflow");
  EXPECT_EQ(message.place().row, 3);
  EXPECT_EQ(message.argument("name"), "pc1");
  EXPECT_NO_THROW(results(model, {.largest_number = 2000}, rows));
}

TEST(TransformRowsTest, OptionsAreReadByName) {
  const TransformSettings settings = transform_options().read({{"what", "posterior-means"},
                                                               {"embedding", "blocks"},
                                                               {"missing", "mean"},
                                                               {"unseen", "zeros"}});
  EXPECT_EQ(settings.what, RowResult::kPosteriorMeans);
  EXPECT_EQ(settings.embedding, Embedding::kBlocks);
  EXPECT_EQ(settings.encode.missing, MissingCells::kMean);
  EXPECT_EQ(settings.encode.unseen, UnseenLevel::kZeros);
  EXPECT_EQ(transform_options().read({}).embedding, std::nullopt);
}

}  // namespace transform_rows_test
}  // namespace fairpca
