// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_range.h"

#include <limits>

#include <gmock/gmock.h>

#include "fairpca/error.h"
#include "fairpca/moments/prepared_moments.h"
#include "files/message_of.h"
#include "moments/moments_check.h"
#include "moments/random_rows.h"

namespace fairpca {
namespace moments_range_test {

using testing::AllOf;
using testing::HasSubstr;

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

template <class Action>
std::string refusal(Action&& action) {
  return message_of<InvalidArgument>(action);
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
      EXPECT_THAT(refusal([&] { require_variation(moments, numeric_columns(p)); }),
                  AllOf(HasSubstr("column 'x1'"), HasSubstr("1e-145")));
      // Its own file is read again.
      EXPECT_EQ(refusal([&] {
                  Moments::from_parts(moments.count(), moments.weight(), moments.squared_weight(),
                                      moments.mean(), moments.lower_scatter());
                }),
                "(nothing thrown)");
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
  EXPECT_EQ(refusal([&] { require_variation(moments, numeric_columns(kNarrow)); }),
            "(nothing thrown)");
  EXPECT_LE(relative_difference(moments.scatter() / scale / scale, TextbookMoments(rows).scatter),
            1e-13);
}

TEST(MomentsRangeTest, WeightsWhoseSquaresUnderflowAreRejectedWhenTheyAreUsed) {
  const RowMatrix rows = random_rows(50, kNarrow, 3);
  const Moments moments = moments_of(rows, std::vector<double>(50, 1e-160));
  EXPECT_THAT(refusal([&] { require_weights(moments); }),
              AllOf(HasSubstr("50 rows"), HasSubstr("1e-145"), HasSubstr("multiply")));
  std::vector<double> one_tiny(50, 1.0);
  one_tiny[3] = 5e-324;
  const Moments fine = moments_of(rows, one_tiny);
  EXPECT_EQ(refusal([&] { require_weights(fine); }), "(nothing thrown)");
  expect_moments(fine, TextbookMoments(rows, one_tiny), 1e-13);
}

TEST(MomentsRangeTest, PreparingMomentsLooksAtTheRange) {
  const RowMatrix rows = random_rows(50, kNarrow, 4);
  EXPECT_THAT(refusal([&] { prepare(one_cell(moments_of(RowMatrix(rows * 1e-170))), {}); }),
              HasSubstr("column 'x0'"));
  const PreparedMoments prepared = prepare(one_cell(moments_of(rows)), {});
  EXPECT_NEAR(prepared.mean_rounding[2], std::abs(prepared.mean[2]) * 0x1p-53, 1e-30);
}

TEST(MomentsCheckTest, AScatterThatIsIndefiniteOnlyAsAWholeIsRejected) {
  // Each pair of three columns is correlated by -0.9: no pair alone is impossible.
  Matrix scatter = 4 * Matrix::Identity(4, 4);
  for (const auto& [i, j] : {std::pair{1, 0}, {2, 0}, {2, 1}}) scatter(i, j) = -3.6;
  const auto build = [&](Index count) {
    return refusal([&] {
      Moments::from_parts(count, static_cast<double>(count), static_cast<double>(count),
                          Vector::Zero(4), scatter);
    });
  };
  EXPECT_THAT(build(30), HasSubstr("columns 1 to 3 is not positive semidefinite"));
  scatter(2, 1) = 3.6;
  EXPECT_EQ(build(30), "(nothing thrown)");
  EXPECT_THAT(build(1), HasSubstr("one row cannot differ"));
}

TEST(MomentsCheckTest, ScattersOfFewRowsAndOfLargeOffsetsAreAccepted) {
  for (const Index n : {2, 3, 20, 400}) {
    for (const double offset : {1.0, 1e8, 1e14}) {
      const Moments moments = moments_of(random_rows(n, 40, 5, offset));
      EXPECT_EQ(refusal([&] {
                  Moments::from_parts(n, moments.weight(), moments.squared_weight(), moments.mean(),
                                      moments.lower_scatter());
                }),
                "(nothing thrown)");
    }
  }
}

TEST(MomentsCheckTest, CountsAndWeightsThatCannotBeAreRejected) {
  const auto build = [](Index count, double weight, double squares) {
    return refusal(
        [&] { Moments::from_parts(count, weight, squares, Vector::Zero(1), Matrix::Ones(1, 1)); });
  };
  EXPECT_THAT(build(std::numeric_limits<Index>::max(), 3, 3), HasSubstr("beyond 2^53"));
  EXPECT_THAT(build(std::numeric_limits<Index>::min(), 3, 3), HasSubstr("is negative"));
  EXPECT_THAT(build(3, 1, 3), HasSubstr("cannot have weights"));
  EXPECT_EQ(build(3, 3, 8.9), "(nothing thrown)");
  const Moments half =
      Moments::from_parts((Index{1} << 52) + 1, 3, 3, Vector::Zero(1), Matrix::Ones(1, 1));
  Moments sum = half;
  EXPECT_THAT(refusal([&] { sum.merge(half); }), HasSubstr("together are beyond 2^53"));
  GroupMoments groups = one_cell(half);
  EXPECT_THAT(refusal([&] { groups.merge(one_cell(half)); }), HasSubstr("beyond 2^53"));
  EXPECT_EQ(groups.rows(), half.count());
}

}  // namespace moments_range_test
}  // namespace fairpca
