// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_range.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "fairpca/moments/prepared_moments.h"
#include "moments/moments_check.h"
#include "moments/random_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace moments_range_test {

// Narrower than the tile kernels' limit, and wider: there BLAS squares the rows.
constexpr Index kNarrow = 4, kBlas = 330;

Encoding numeric_columns(Index p) {
  std::vector<EncodedColumn> columns;
  for (Index j = 0; j < p; ++j) {
    columns.push_back({{"x" + std::to_string(j), ColumnKind::kNumeric}, {}});
  }
  return Encoding(std::move(columns));
}

GroupMoments one_cell(const Moments& moments) {
  return GroupMoments::from_parts(numeric_columns(moments.dim()), {}, std::nullopt,
                                  {{CellKey{}, moments}});
}

TEST(MomentsRangeTest, OnlyAConstantColumnHasAScatterOfZero) {
  for (const Index p : {kNarrow, kBlas}) {
    for (const double scale : {1e-150, 1e-161, 1e-162, 1e-200, 1e-310}) {
      SCOPED_TRACE(testing::Message() << p << " columns, scale " << scale);
      RowMatrix rows = random_rows(600, p, 1, 0.0);
      rows.col(1) *= scale;
      rows.col(2).setConstant(scale);
      const Moments moments = moments_of(rows);
      EXPECT_GT(moments.scatter()(1, 1), 0);
      EXPECT_EQ(moments.scatter()(2, 2), 0);
      const Message message = rejection_of([&] { require_variation(moments, numeric_columns(p)); });
      EXPECT_EQ(message.code(), "variation-too-small");
      EXPECT_EQ(message.place().column, "x1");
      // Its own file is read again.
      EXPECT_NO_THROW(Moments::from_parts(moments.count(), moments.weight(),
                                          moments.squared_weight(), moments.mean(),
                                          moments.lower_scatter()));
    }
  }
}

TEST(MomentsRangeTest, AColumnThatVariesOnlyBetweenMergedPartsIsNotConstant) {
  RowMatrix rows = RowMatrix::Zero(10, 2);
  Moments sum = moments_of(rows);
  rows.col(1).setConstant(1e-300);
  sum.merge(moments_of(rows));
  EXPECT_EQ(sum.scatter()(0, 0), 0);
  EXPECT_GT(sum.scatter()(1, 1), 0);
}

TEST(MomentsRangeTest, JustWithinTheRangeNoDigitIsLost) {
  const double scale = 0x1p-479;  // 3e-145
  const RowMatrix rows = random_rows(500, kNarrow, 2);
  const Moments moments = moments_of(RowMatrix(rows * scale));
  EXPECT_NO_THROW(require_variation(moments, numeric_columns(kNarrow)));
  EXPECT_LE(relative_difference(moments.scatter() / scale / scale, TextbookMoments(rows).scatter),
            1e-13);
}

TEST(MomentsRangeTest, WeightsWhoseSquaresUnderflowAreRejectedWhenTheyAreUsed) {
  const RowMatrix rows = random_rows(50, kNarrow, 3);
  const Moments moments = moments_of(rows, std::vector<double>(50, 1e-160));
  const Message message = rejection_of([&] { require_weights(moments); });
  EXPECT_EQ(message.code(), "weights-too-small");
  EXPECT_EQ(message.argument("rows"), "50");
  std::vector<double> one_tiny(50, 1.0);
  one_tiny[3] = 5e-324;
  const Moments fine = moments_of(rows, one_tiny);
  EXPECT_NO_THROW(require_weights(fine));
  expect_moments(fine, TextbookMoments(rows, one_tiny), 1e-13);
}

TEST(MomentsRangeTest, PreparingMomentsLooksAtTheRange) {
  const RowMatrix rows = random_rows(50, kNarrow, 4);
  const Message message =
      rejection_of([&] { prepare(one_cell(moments_of(RowMatrix(rows * 1e-170))), {}); });
  EXPECT_EQ(message.code(), "variation-too-small");
  EXPECT_EQ(message.place().column, "x0");
  const PreparedMoments prepared = prepare(one_cell(moments_of(rows)), {});
  EXPECT_NEAR(prepared.mean_rounding[2], std::abs(prepared.mean[2]) * 0x1p-53, 1e-30);
}

TEST(MomentsCheckTest, AScatterThatIsIndefiniteOnlyAsAWholeIsRejected) {
  // Each pair of three columns is correlated by -0.9: no pair alone is impossible.
  Matrix scatter = 4 * Matrix::Identity(4, 4);
  for (const auto& [i, j] : {std::pair{1, 0}, {2, 0}, {2, 1}}) scatter(i, j) = -3.6;
  const auto build = [&](Index count) {
    Moments::from_parts(count, static_cast<double>(count), static_cast<double>(count),
                        Vector::Zero(4), scatter);
  };
  const Message indefinite = rejection_of([&] { build(30); });
  EXPECT_EQ(indefinite.code(), "scatter-not-semidefinite");
  EXPECT_EQ(indefinite.argument("columns"), "3");
  scatter(2, 1) = 3.6;
  EXPECT_NO_THROW(build(30));
  const Message single = rejection_of([&] { build(1); });
  EXPECT_EQ(single.code(), "scatter-without-rows");
  EXPECT_EQ(single.argument("rows"), "1");
}

TEST(MomentsCheckTest, ScattersOfFewRowsAndOfLargeOffsetsAreAccepted) {
  for (const Index n : {2, 3, 20, 400}) {
    for (const double offset : {1.0, 1e8, 1e14}) {
      const Moments moments = moments_of(random_rows(n, 40, 5, offset));
      EXPECT_NO_THROW(Moments::from_parts(n, moments.weight(), moments.squared_weight(),
                                          moments.mean(), moments.lower_scatter()));
    }
  }
}

TEST(MomentsCheckTest, CountsAndWeightsThatCannotBeAreRejected) {
  const auto build = [](Index count, double weight, double squares) {
    Moments::from_parts(count, weight, squares, Vector::Zero(1), Matrix::Ones(1, 1));
  };
  const auto code = [&](Index count, double weight, double squares) {
    return rejection_of([&] { build(count, weight, squares); }).code();
  };
  EXPECT_EQ(code(std::numeric_limits<Index>::max(), 3, 3), "too-many-rows");
  EXPECT_EQ(code(std::numeric_limits<Index>::min(), 3, 3), "negative-rows");
  EXPECT_EQ(code(3, 1, 3), "impossible-weights");
  EXPECT_NO_THROW(build(3, 3, 8.9));
  const Moments half =
      Moments::from_parts((Index{1} << 52) + 1, 3, 3, Vector::Zero(1), Matrix::Ones(1, 1));
  Moments sum = half;
  const Message together = rejection_of([&] { sum.merge(half); });
  EXPECT_EQ(together.code(), "too-many-rows");
  EXPECT_EQ(together.argument("rows"), std::to_string((Index{1} << 53) + 2));
  GroupMoments groups = one_cell(half);
  EXPECT_EQ(rejection_of([&] { groups.merge(one_cell(half)); }).code(), "too-many-rows");
  EXPECT_EQ(groups.rows(), half.count());
}

}  // namespace moments_range_test
}  // namespace fairpca
