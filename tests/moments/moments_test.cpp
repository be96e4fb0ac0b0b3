// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "moments/random_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace moments_test {

// Narrower than the tile kernels' limit, and wider: there BLAS squares the rows.
constexpr Index kNarrow = 7, kBlas = 330;

TEST(MomentsTest, EqualTheTextbookFormula) {
  for (const Index p : {Index{1}, kNarrow, kBlas}) {
    for (const Index n : {1, 2, 254, 255, 256, 257, 700}) {
      if (p == kBlas && n < 250) continue;
      SCOPED_TRACE(testing::Message() << "p " << p << " n " << n);
      const RowMatrix rows = random_rows(n, p, static_cast<unsigned>(n));
      const Moments moments = moments_of(rows);
      EXPECT_EQ(moments.count(), n);
      expect_moments(moments, TextbookMoments(rows), 1e-13);
    }
  }
}

TEST(MomentsTest, WeightedMomentsEqualTheTextbookFormula) {
  for (const Index p : {kNarrow, kBlas}) {
    const RowMatrix rows = random_rows(600, p, 3);
    const std::vector<double> weights = random_weights(600, 4);
    expect_moments(moments_of(rows, weights), TextbookMoments(rows, weights), 1e-13);
  }
}

TEST(MomentsTest, BlasRowsBeyondOneBatchEqualTheTextbookFormula) {
  RowMatrix rows(4200, 321);
  rows.setZero();
  rows.leftCols(3) = random_rows(4200, 3, 5);
  const Moments moments = moments_of(rows);
  const TextbookMoments expected(rows.leftCols(3));
  EXPECT_LE(relative_difference(moments.scatter().topLeftCorner(3, 3), expected.scatter), 1e-13);
  EXPECT_EQ(moments.scatter().bottomRows(318).norm(), 0.0);
}

TEST(MomentsTest, AnySplitOfTheRowsGivesTheSameMoments) {
  for (const Index p : {kNarrow, kBlas}) {
    const Index n = 600;
    const RowMatrix rows = random_rows(n, p, 11);
    const TextbookMoments expected(rows);
    std::mt19937_64 engine(12);
    for (int trial = 0; trial < 10; ++trial) {
      std::vector<Index> cuts{0, n, 0, n};  // empty parts among them
      for (int i = 0; i < 5; ++i) cuts.push_back(static_cast<Index>(engine() % (n + 1)));
      std::sort(cuts.begin(), cuts.end());
      std::vector<Moments> parts;
      for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        parts.push_back(moments_of(rows.middleRows(cuts[i], cuts[i + 1] - cuts[i])));
      }
      std::shuffle(parts.begin(), parts.end(), engine);
      Moments sum(p);
      for (const Moments& part : parts) sum.merge(part);
      EXPECT_EQ(sum.count(), n);
      expect_moments(sum, expected, 1e-13);
    }
  }
}

TEST(MomentsTest, RowsAddedInPiecesGiveTheSameMoments) {
  const RowMatrix rows = random_rows(900, kNarrow, 13);
  Moments moments(kNarrow);
  for (Index first = 0; first < 900; first += 90) moments.add(rows.middleRows(first, 90));
  expect_moments(moments, TextbookMoments(rows), 1e-13);
}

TEST(MomentsTest, ALargeOffsetDoesNotCancelTheVariance) {
  for (const Index p : {kNarrow, kBlas}) {
    // The offset is added to numbers on a grid so coarse that the sums are exact.
    RowMatrix rows = random_rows(700, p, 14, 0.0);
    rows = (rows * 1024.0).array().round() / 1024.0;
    const TextbookMoments expected(rows);
    RowMatrix shifted = rows.array() + 1e9;
    const Moments moments = moments_of(shifted);
    // A mean near 1e9 is only known to 1e9 * 2^-53; the squares of such errors, and their products
    // with differences of means between buffers, are all that is lost.
    EXPECT_LE(relative_difference(moments.scatter(), expected.scatter), 1e-8);
    EXPECT_LE((moments.mean().array() - 1e9 - expected.mean.array()).abs().maxCoeff(), 1e-6);
    // Within one buffer nothing at all is lost to the offset.
    expect_moments(moments_of(rows.topRows(255)), TextbookMoments(rows.topRows(255)), 1e-13);
    EXPECT_LE(relative_difference(moments_of(shifted.topRows(255)).scatter(),
                                  TextbookMoments(rows.topRows(255)).scatter),
              1e-13);
  }
}

TEST(MomentsTest, AConstantColumnHasScatterExactlyZeroAndItsOwnValueAsMean) {
  for (const Index p : {kNarrow, kBlas}) {
    RowMatrix rows = random_rows(1000, p, 15);
    rows.col(2).setConstant(0.1);
    rows.col(5).setConstant(-1e17 / 3);
    Moments moments(p);
    moments.add(rows.topRows(300), random_weights(300, 16));
    moments.add(rows.middleRows(300, 333));
    moments.merge(moments_of(rows.bottomRows(367), random_weights(367, 17)));
    for (const Index constant : {2, 5}) {
      EXPECT_EQ(moments.scatter().col(constant), Vector::Zero(p));
      EXPECT_EQ(moments.mean()[constant], rows(0, constant));
    }
    EXPECT_GT(moments.scatter()(0, 0), 0.0);
  }
}

TEST(MomentsTest, AWeightCountsLikeRepeatedRows) {
  const RowMatrix rows = random_rows(300, kNarrow, 18);
  std::vector<double> weights;
  std::vector<Index> repeated;
  std::mt19937_64 engine(19);
  for (Index i = 0; i < 300; ++i) {
    const auto times = static_cast<Index>(engine() % 4);
    weights.push_back(static_cast<double>(times));
    for (Index k = 0; k < times; ++k) repeated.push_back(i);
  }
  const Moments weighted = moments_of(rows, weights);
  Moments by_repetition(kNarrow);
  by_repetition.add(rows, repeated, {});
  EXPECT_EQ(weighted.weight(), by_repetition.weight());
  EXPECT_LE((weighted.mean() - by_repetition.mean()).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LE(relative_difference(weighted.scatter(), by_repetition.scatter()), 1e-13);
  const auto positive =
      std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0; });
  EXPECT_EQ(weighted.count(), positive);
}

TEST(MomentsTest, RowsOfWeightZeroAreAsGoodAsAbsent) {
  for (const Index p : {kNarrow, kBlas}) {
    const RowMatrix rows = random_rows(600, p, 20);
    std::vector<double> weights(600, 0.0);
    EXPECT_EQ(moments_of(rows, weights).count(), 0);
    std::vector<Index> kept;
    for (Index i = 290; i < 600; i += 3) {
      weights[i] = 1.0;
      kept.push_back(i);
    }
    Moments expected(p);
    expected.add(rows, kept, {});
    const Moments moments = moments_of(rows, weights);
    EXPECT_EQ(moments.count(), expected.count());
    EXPECT_LE((moments.mean() - expected.mean()).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE(relative_difference(moments.scatter(), expected.scatter()), 1e-13);
  }
}

TEST(MomentsTest, SelectedRowsAloneAreAdded) {
  const RowMatrix rows = random_rows(500, kNarrow, 21);
  const std::vector<double> weights = random_weights(500, 22);
  std::vector<Index> selected;
  RowMatrix chosen(0, kNarrow);
  std::vector<double> chosen_weights;
  for (Index i = 3; i < 500; i += 1 + i % 3) {
    selected.push_back(i);
    chosen.conservativeResize(chosen.rows() + 1, kNarrow);
    chosen.bottomRows(1) = rows.row(i);
    chosen_weights.push_back(weights[i]);
  }
  Moments moments(kNarrow);
  moments.add(rows, selected, weights);
  expect_same_bits(moments, moments_of(chosen, chosen_weights));
  moments.add(rows, std::span<const Index>(), weights);
  expect_same_bits(moments, moments_of(chosen, chosen_weights));
}

TEST(MomentsTest, TheLayoutOfTheRowsDoesNotChangeABit) {
  for (const Index p : {kNarrow, kBlas}) {
    const RowMatrix rows = random_rows(600, p, 23);
    const Moments expected = moments_of(rows);
    const Matrix columns = rows;
    expect_same_bits(moments_of(columns), expected);
    Matrix backwards = rows.rowwise().reverse();
    const RowsRef reversed(backwards.data() + 600 * (p - 1), 600, p, 1, -600);
    expect_same_bits(moments_of(reversed), expected);
    RowMatrix padded = RowMatrix::Constant(1200, p + 5, 1e300);
    for (Index i = 0; i < 600; ++i) padded.row(2 * i).segment(2, p) = rows.row(i);
    const RowsRef strided(padded.data() + 2, 600, p, 2 * (p + 5), 1);
    expect_same_bits(moments_of(strided), expected);
  }
}

TEST(MomentsTest, FloatsAreConvertedBeforeAnythingIsComputed) {
  using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  for (const Index p : {kNarrow, kBlas}) {
    const FloatRows floats = random_rows(400, p, 24).cast<float>();
    const RowMatrix doubles = floats.cast<double>();
    expect_same_bits(moments_of(floats), moments_of(doubles));
    const Eigen::MatrixXf by_column = floats;
    expect_same_bits(moments_of(by_column), moments_of(doubles));
  }
}

TEST(MomentsTest, MergingNothingOrIntoNothingChangesNothing) {
  const Moments some = moments_of(random_rows(50, kNarrow, 25));
  Moments left = some, right(kNarrow);
  left.merge(Moments(kNarrow));
  right.merge(some);
  expect_same_bits(left, some);
  expect_same_bits(right, some);
}

TEST(MomentsTest, MergingWithItselfDoublesTheRows) {
  const RowMatrix rows = random_rows(50, kNarrow, 26);
  Moments moments = moments_of(rows);
  const Moments once = moments;
  moments.merge(moments);
  EXPECT_EQ(moments.count(), 100);
  EXPECT_EQ(moments.mean(), once.mean());
  EXPECT_EQ(moments.scatter(), Matrix(2.0 * once.scatter()));
}

TEST(MomentsTest, SpreadColumnsHoldTheSameRowsWithZerosBetween) {
  const RowMatrix rows = random_rows(80, 3, 27);
  RowMatrix wide = RowMatrix::Zero(80, 5);
  const std::vector<Index> position{4, 0, 2};
  for (Index j = 0; j < 3; ++j) wide.col(position[j]) = rows.col(j);
  const Moments spread = moments_of(rows).spread(5, position), expected = moments_of(wide);
  EXPECT_EQ(spread.count(), 80);
  EXPECT_EQ(spread.mean(), expected.mean());
  EXPECT_LE(relative_difference(spread.scatter(), expected.scatter()), 1e-14);
  EXPECT_EQ(spread.scatter().row(1), Eigen::RowVectorXd::Zero(5));
}

TEST(MomentsTest, PartsPutTogetherAgainAreTheSameMoments) {
  const Moments moments = moments_of(random_rows(80, 4, 28), random_weights(80, 29));
  expect_same_bits(Moments::from_parts(moments.count(), moments.weight(), moments.squared_weight(),
                                       moments.mean(), moments.lower_scatter()),
                   moments);
}

TEST(MomentsRejectionTest, RowsThatDoNotFitAreNamed) {
  Moments moments(3);
  const RowMatrix rows = random_rows(4, 3, 30);
  const std::vector<double> two(2, 1.0), negative{1, 1, -2, 1},
      infinite{1, std::numeric_limits<double>::infinity(), 1, 1};
  const std::vector<Index> outside{0, 4};
  const Message narrow = rejection_of([&] { moments.add(rows.leftCols(2)); });
  EXPECT_EQ(narrow.code(), "moments-shape");
  EXPECT_EQ(narrow.argument("columns"), "2");
  EXPECT_EQ(narrow.argument("expected"), "3");
  const Message few = rejection_of([&] { moments.add(rows, two); });
  EXPECT_EQ(few.code(), "column-length");
  EXPECT_EQ(few.argument("rows"), "2");
  EXPECT_EQ(few.argument("expected"), "4");
  const Message below = rejection_of([&] { moments.add(rows, negative); });
  EXPECT_EQ(below.code(), "invalid-weight");
  EXPECT_EQ(below.place().row, 3);
  EXPECT_EQ(below.argument("value"), "-2");
  EXPECT_EQ(rejection_of([&] { moments.add(rows, infinite); }).argument("value"), "inf");
  const Message selected = rejection_of([&] { moments.add(rows, outside, {}); });
  EXPECT_EQ(selected.code(), "selected-row");
  EXPECT_EQ(selected.argument("index"), "4");
  const Message merged = rejection_of([&] { moments.merge(Moments(4)); });
  EXPECT_EQ(merged.code(), "moments-shape");
  EXPECT_EQ(merged.argument("columns"), "4");
  EXPECT_EQ(rejection_of([] { Moments(-1); }).code(), "negative-columns");
  EXPECT_EQ(moments.count(), 0);
}

TEST(MomentsRejectionTest, NumbersThatAreNotFiniteAreNamedAndNothingOfTheirBufferIsAdded) {
  for (const Index p : {kNarrow, kBlas}) {
    RowMatrix rows = random_rows(40, p, 31);
    Moments moments = moments_of(rows);
    const Moments before = moments;
    const auto rejection = [&] { return rejection_of([&] { moments.add(rows); }); };
    for (const double value :
         {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
      rows(17, 4) = value;
      const Message message = rejection();
      EXPECT_EQ(message.code(), "number-not-finite");
      EXPECT_EQ(message.place(), (Place{.row = 18, .column = "5"}));
      EXPECT_EQ(message.argument("value"), std::isnan(value) ? "nan" : "-inf");
    }
    rows.col(4).setConstant(1.7e308);
    rows(0, 4) = -1.7e308;
    const Message overflow = rejection();
    EXPECT_EQ(overflow.code(), "sums-overflow");
    EXPECT_EQ(overflow.argument("first"), "1");
    EXPECT_EQ(overflow.argument("last"), "40");
    expect_same_bits(moments, before);
  }
}

TEST(MomentsRejectionTest, PositionsThatDoNotFitAreRejected) {
  const Moments moments(2);
  for (const std::vector<Index>& position :
       {std::vector<Index>{0}, {0, 0}, {0, 3}, {-1, 0}, {0, 1, 2}}) {
    const Message message = rejection_of([&] { moments.spread(3, position); });
    EXPECT_EQ(message.code(), "column-positions");
    EXPECT_EQ(message.argument("columns"), "2");
    EXPECT_EQ(message.argument("width"), "3");
  }
}

TEST(MomentsRejectionTest, PartsThatNoRowsCouldHaveAreRejected) {
  const Vector mean = Vector::Zero(2);
  Matrix good(2, 2);
  good << 4, 0, 5.9, 9;
  const auto rejection = [&](Index count, double weight, double squares, const Matrix& scatter) {
    return rejection_of([&] { Moments::from_parts(count, weight, squares, mean, scatter); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NO_THROW(Moments::from_parts(3, 3, 3, mean, good));
  EXPECT_NO_THROW(Moments::from_parts(0, 0, 0, mean, Matrix::Zero(2, 2)));
  EXPECT_EQ(rejection(3, 3, 3, Matrix::Zero(2, 3)).code(), "moments-shape");
  EXPECT_EQ(rejection(-1, 3, 3, good).code(), "negative-rows");
  for (const auto& [count, weight, squares] :
       {std::tuple<Index, double, double>{0, 1, 1}, {3, 0, 3}, {3, 3, nan}, {3, 3.1, 3}}) {
    const Message message = rejection(count, weight, squares, good);
    EXPECT_EQ(message.code(), "impossible-weights");
    EXPECT_EQ(message.argument("rows"), std::to_string(count));
    EXPECT_EQ(message.argument("sum"), fmt::format("{}", weight));
    EXPECT_EQ(message.argument("squares"), fmt::format("{}", squares));
  }
  const Message no_mean =
      rejection_of([&] { Moments::from_parts(3, 3, 3, Vector::Constant(2, nan), good); });
  EXPECT_EQ(no_mean.code(), "impossible-mean");
  EXPECT_EQ(no_mean.argument("column"), "1");
  Matrix bad = good;
  bad(1, 1) = -1;
  const Message negative = rejection(3, 3, 3, bad);
  EXPECT_EQ(negative.code(), "impossible-scatter");
  EXPECT_EQ(negative.argument("column"), "2");
  EXPECT_EQ(negative.argument("value"), "-1");
  for (const double value : {6.1, nan}) {
    bad = good;
    bad(1, 0) = value;
    const Message message = rejection(3, 3, 3, bad);
    EXPECT_EQ(message.code(), "scatter-of-two-columns");
    EXPECT_EQ(message.argument("column"), "2");
    EXPECT_EQ(message.argument("other"), "1");
    EXPECT_EQ(message.argument("value"), fmt::format("{}", value));
  }
}

}  // namespace moments_test
}  // namespace fairpca
