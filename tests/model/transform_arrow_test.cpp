// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/transform_arrow.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/rows/arrow_rows.h"
#include "fairpca/rows/matrix_rows.h"
#include "model/random_model.h"
#include "rows/arrow_builder.h"
#include "rows/read_all.h"
#include "rows/unread_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace transform_arrow_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr Index kRows = 16 * MatrixRows::kRowsPerChunk + 4000;  // more than a batch of results

/// Rows c1..cp and an id of each, as one batch; NaN are nulls.
template <class Rows>
MadeStream stream_of(const Rows& numbers, const char* format) {
  using Number = typename Rows::Scalar;
  std::vector<MadeArray> columns;
  for (Index col = 0; col < numbers.cols(); ++col) {
    std::vector<std::optional<Number>> cells;
    for (Index row = 0; row < numbers.rows(); ++row) {
      cells.push_back(std::isnan(numbers(row, col)) ? std::nullopt
                                                    : std::optional<Number>(numbers(row, col)));
    }
    columns.push_back(number_column(fmt::format("c{}", col + 1), format, cells, 3));
  }
  Texts ids;
  for (Index row = 0; row < numbers.rows(); ++row) ids.emplace_back(fmt::format("id {}", row));
  columns.push_back(text_column("id", "vu", ids));
  MadeStream made;
  made.batches.push_back(batch_of(std::move(columns)));
  made.schema = made.batches.front();
  return made;
}

std::shared_ptr<RowSource> source_of(const MadeStream& made, const Model& model) {
  const RowTransform transform(model, {});
  return std::make_shared<ArrowRows>(arrow_table_of(made),
                                     ColumnRoles{.kept = {"id"}, .features = transform.features()});
}

void open_results(const MadeStream& made, const std::shared_ptr<const Model>& model, int threads,
                  ArrowArrayStream* out) {
  TransformSettings settings;
  settings.pass.threads = threads;
  export_arrow(transform_to_arrow(source_of(made, *model), model, settings), out);
}

/// Coordinates of a matrix in memory.
template <class Rows>
RowMatrix expected_results(const Model& model, const Rows& numbers) {
  Table table;
  table.schema.features = RowTransform(model, {}).features();
  table.numeric = numbers;
  table.rows = numbers.rows();
  MatrixRows rows(std::move(table));
  RowMatrix all(numbers.rows(), 2);
  transform_rows(rows, model, {}, {.in_order = [&](const TransformedBlock& block) {
                   all.middleRows(block.first_row, block.numbers.rows()) = block.numbers;
                 }});
  return all;
}

template <class Rows>
void expect_same_results(const Rows& numbers, const char* format) {
  const auto model = std::make_shared<const Model>(random_model(numbers.cols(), 2, 1));
  const RowMatrix expected = expected_results(*model, numbers);
  const MadeStream made = stream_of(numbers, format);
  for (const int threads : {1, 2, 3}) {
    {
      ArrowRows results(
          {.open = [&](ArrowArrayStream* out) { open_results(made, model, threads, out); }},
          {.dropped = {"id"}, .kept = {"id"}});
      const WholeTable table = read_all(results);
      ASSERT_EQ(table.rows(), numbers.rows());
      EXPECT_THAT(table.schema.features, ElementsAre(FeatureColumn{"pc1"}, FeatureColumn{"pc2"}));
      Index different = 0;
      for (Index row = 0; row < numbers.rows(); ++row) {
        const std::vector<double>& found = table.numeric[static_cast<std::size_t>(row)];
        different += found[0] != expected(row, 0) || found[1] != expected(row, 1) ? 1 : 0;
      }
      EXPECT_EQ(different, 0) << threads << " threads";
      EXPECT_EQ(table.kept.back()[0], fmt::format("id {}", numbers.rows() - 1));
    }
    EXPECT_TRUE(made.balance->is_even());
  }
}

TEST(TransformArrowTest, ResultsAreThoseOfTransformRows) {
  expect_same_results(random_rows(kRows, 4, 2), "g");
}

TEST(TransformArrowTest, SinglePrecisionGivesTheBitsOfAnArrayOfFloats) {
  const FloatRows numbers = random_rows(5000, 7, 3).cast<float>();
  expect_same_results(numbers, "f");
}

TEST(TransformArrowTest, RowsAreReadWhenResultsAreAndLetGoOfAtTheLast) {
  const auto model = std::make_shared<const Model>(random_model(4, 2, 1));
  const MadeStream made = stream_of(random_rows(kRows, 4, 2), "g");
  ArrowArrayStream stream = {};
  open_results(made, model, 2, &stream);
  ArrowArray first = {}, second = {}, end = {};
  ASSERT_EQ(stream.get_next(&stream, &first), 0);
  EXPECT_EQ(first.length, 16 * MatrixRows::kRowsPerChunk);
  EXPECT_EQ(made.balance->streams, 1);
  ASSERT_EQ(stream.get_next(&stream, &second), 0);
  EXPECT_EQ(second.length, 4000);
  ASSERT_EQ(stream.get_next(&stream, &end), 0);
  EXPECT_EQ(end.release, nullptr);
  EXPECT_TRUE(made.balance->is_even());
  EXPECT_EQ(model.use_count(), 1);
  stream.release(&stream);
  first.release(&first);
  second.release(&second);
}

TEST(TransformArrowTest, AStreamThatIsReleasedEarlyLetsGoOfTheRows) {
  const auto model = std::make_shared<const Model>(random_model(4, 2, 1));
  const MadeStream made = stream_of(random_rows(kRows, 4, 2), "g");
  ArrowArrayStream stream = {};
  open_results(made, model, 3, &stream);
  ArrowArray batch = {};
  ASSERT_EQ(stream.get_next(&stream, &batch), 0);
  stream.release(&stream);
  EXPECT_TRUE(made.balance->is_even());
  EXPECT_EQ(model.use_count(), 1);
  const auto* pc1 = static_cast<const double*>(batch.children[1]->buffers[1]);
  EXPECT_TRUE(std::isfinite(pc1[batch.length - 1]));
  batch.release(&batch);
}

TEST(TransformArrowTest, ACellThatCannotBeUsedIsSaidAndTheRowsAreLetGoOf) {
  const auto model = std::make_shared<const Model>(random_model(4, 2, 1));
  RowMatrix numbers = random_rows(kRows, 4, 2);
  numbers(kRows - 1, 2) = std::numeric_limits<double>::quiet_NaN();
  const MadeStream made = stream_of(numbers, "g");
  ArrowArrayStream stream = {};
  open_results(made, model, 2, &stream);
  ArrowArray batch = {};
  ASSERT_EQ(stream.get_next(&stream, &batch), 0);
  batch.release(&batch);
  EXPECT_EQ(stream.get_next(&stream, &batch), EINVAL);
  EXPECT_THAT(stream.get_last_error(&stream), HasSubstr(fmt::format("row {}", kRows)));
  EXPECT_THAT(stream.get_last_error(&stream), HasSubstr("c3"));
  EXPECT_TRUE(made.balance->is_even());
  stream.release(&stream);
}

TEST(TransformArrowTest, AProducerThatFailsIsHeardOf) {
  const auto model = std::make_shared<const Model>(random_model(4, 2, 1));
  MadeStream made = stream_of(random_rows(kRows, 4, 2), "g");
  made.batches.push_back(made.batches.front());
  made.fails_at = 1;
  ArrowArrayStream stream = {};
  open_results(made, model, 1, &stream);
  ArrowArray batch = {};
  ASSERT_EQ(stream.get_next(&stream, &batch), 0);
  batch.release(&batch);
  EXPECT_EQ(stream.get_next(&stream, &batch), EIO);
  EXPECT_THAT(stream.get_last_error(&stream), HasSubstr("the disk is on fire"));
  EXPECT_TRUE(made.balance->is_even());
  stream.release(&stream);
}

TEST(TransformArrowTest, WhatTheModelDoesNotHaveIsRejectedBeforeARowIsRead) {
  const auto model = std::make_shared<const Model>(random_model(4, 2, 1));
  const auto rows = std::make_shared<UnreadRows>(Schema{});
  EXPECT_NO_THROW(transform_to_arrow(rows, model, {}));
  rejection_of([&] { transform_to_arrow(rows, model, {.what = RowResult::kResponsibilities}); });
}

}  // namespace transform_arrow_test
}  // namespace fairpca
