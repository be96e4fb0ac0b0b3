// SPDX-License-Identifier: BSD-3-Clause
#include "moments/row_differences.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairpca/moments/moments.h"
#include "moments/random_rows.h"

namespace fairpca {
namespace row_differences_test {

// Narrow tables are squared in slabs of kRowsPerSlab rows, others in slabs of equal size.
constexpr Index kNarrow = 5, kOther = 330;

Moments moments_of(const RowsRef& rows, std::span<const double> weights = {}) {
  Moments moments(rows.cols());
  moments.add(rows, weights);
  return moments;
}

/// `rows` with a row of `value` and its weight before each `every` of them.
struct Interspersed {
  RowMatrix rows;
  std::vector<double> weights;

  Interspersed(const RowMatrix& from, const std::vector<double>& from_weights, Index every,
               double value, double weight)
      : rows(from.rows() + (from.rows() + every - 1) / every, from.cols()) {
    Index at = 0;
    for (Index i = 0; i < from.rows(); ++i) {
      if (i % every == 0) {
        rows.row(at++).setConstant(value);
        weights.push_back(weight);
      }
      rows.row(at++) = from.row(i);
      weights.push_back(from_weights[static_cast<std::size_t>(i)]);
    }
  }
};

/// The first columns say enough of a wide table.
void expect_textbook(const Moments& moments, const RowMatrix& rows,
                     const std::vector<double>& weights, double tolerance) {
  const Index p = std::min(kNarrow, rows.cols());
  const RowMatrix first = rows.leftCols(p);
  const TextbookMoments expected(first, weights);
  EXPECT_NEAR(moments.weight(), expected.weight, tolerance * expected.weight);
  EXPECT_LE(relative_difference(moments.scatter().topLeftCorner(p, p), expected.scatter),
            tolerance);
  for (Index j = 0; j < p; ++j) {
    EXPECT_NEAR(moments.mean()[j], expected.mean[j], tolerance * (1 + std::abs(expected.mean[j])));
  }
}

TEST(RowDifferencesTest, RowsOfWeightZeroChangeNothingWhateverTheyHold) {
  for (const Index p : {kNarrow, kOther}) {
    const RowMatrix rows = random_rows(600, p, 1);
    const std::vector<double> weights = random_weights(600, 2);
    for (const double value : {1e20, -1e300, std::numeric_limits<double>::infinity()}) {
      for (const Index every : {Index{1}, Index{254}, Index{255}, Index{600}}) {
        SCOPED_TRACE(testing::Message() << p << " columns, " << value << " every " << every);
        const Interspersed more(rows, weights, every, value, 0.0);
        const Moments moments = moments_of(more.rows, more.weights);
        EXPECT_EQ(moments.count(), 600);
        expect_textbook(moments, rows, weights, 1e-12);
      }
    }
  }
}

TEST(RowDifferencesTest, ColumnsSubtractedInPartsAreThoseGatheredAtOnce) {
  const Index n = 40, p = 23;
  const RowMatrix rows = random_rows(n, p, 6);
  const Matrix columns = rows;  // the same, column after column
  std::vector<double> weights = random_weights(n, 7);
  weights[3] = 0;
  for (const RowsRef& layout : {RowsRef(rows), RowsRef(columns)}) {
    const RowSelection from{.rows = layout, .selected = {}, .all = true, .weights = weights};
    RowDifferences whole(p), parts(p);
    RowMatrix gathered = RowMatrix::Zero(n, p), subtracted = gathered;
    ASSERT_EQ(whole.gather(from, 0, n, gathered.data()), n - 1);
    ASSERT_EQ(parts.choose(from, 0, n), n - 1);
    for (Index begin = 0; begin < p; begin += 10) {
      parts.subtract(begin, std::min(begin + 10, p), {subtracted.data(), p, n});
    }
    EXPECT_EQ(subtracted, gathered);
    EXPECT_EQ(parts.mean_difference(), whole.mean_difference());
    EXPECT_EQ(parts.totals().mean, whole.totals().mean);
  }
}

TEST(RowDifferencesTest, PanelsHoldTheDifferencesOfTheirColumns) {
  const Index n = 10, p = 23;
  const RowMatrix rows = random_rows(n, p, 8);
  const Matrix columns = rows;
  for (const RowsRef& layout : {RowsRef(rows), RowsRef(columns)}) {
    const RowSelection from{.rows = layout, .selected = {}, .all = true, .weights = {}};
    RowDifferences differences(p);
    RowMatrix gathered(n, p);
    ASSERT_EQ(differences.gather(from, 0, n, gathered.data()), n);
    for (const Index width : {4, 12, 24}) {
      SCOPED_TRACE(width);
      std::vector<double> data(static_cast<std::size_t>((p + width) * (n + 2)));
      const Panels panels{data.data(), width, n + 2};
      ASSERT_EQ(differences.choose(from, 0, n), n);
      differences.subtract(0, p, panels);
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < p; ++j) EXPECT_EQ(panels.column(j)[i * width], gathered(i, j));
      }
    }
  }
}

TEST(RowDifferencesTest, RowsOfWeightZeroAreAsGoodAsAbsentBitByBit) {
  // 200 rows fill one buffer with or without them.
  const RowMatrix rows = random_rows(200, kNarrow, 3);
  const std::vector<double> weights = random_weights(200, 4);
  const Interspersed more(rows, weights, 10, 1e20, 0.0);
  expect_same_bits(moments_of(more.rows, more.weights), moments_of(rows, weights));
}

TEST(RowDifferencesTest, AFirstRowFarAwayOfLittleWeightLeavesTheOthersTheirDigits) {
  for (const Index p : {kNarrow, kOther}) {
    const RowMatrix rows = random_rows(600, p, 5);
    const std::vector<double> weights = random_weights(600, 6);
    for (const Index every : {Index{100}, Index{255}, Index{600}}) {
      SCOPED_TRACE(testing::Message() << p << " columns, every " << every);
      // Its squares count as much as those of an ordinary row.
      const Interspersed more(rows, weights, every, 1e17, 1e-34);
      expect_textbook(moments_of(more.rows, more.weights), more.rows, more.weights, 1e-12);
    }
  }
}

TEST(RowDifferencesTest, AnyRowOfAnyWeightMayBeTheOutlier) {
  for (const Index at : {0, 1, 99, 100, 101, 199}) {
    for (const double weight : {1e-34, 1e-20, 1.0, 1e20}) {
      SCOPED_TRACE(testing::Message() << "row " << at << " of weight " << weight);
      RowMatrix rows = random_rows(200, kNarrow, 7);
      std::vector<double> weights = random_weights(200, 8);
      rows.row(at).setConstant(1e17);
      weights[static_cast<std::size_t>(at)] = weight;
      const Moments moments = moments_of(rows, weights);
      EXPECT_LE(relative_difference(moments.scatter(), TextbookMoments(rows, weights).scatter),
                1e-12);
    }
  }
}

TEST(RowDifferencesTest, MergingRowsFarAwayOfLittleWeightLeavesTheOthersTheirDigits) {
  const RowMatrix rows = random_rows(300, kNarrow, 9);
  RowMatrix all(303, kNarrow);
  all << RowMatrix::Constant(3, kNarrow, 1e17), rows;
  std::vector<double> weights(303, 1.0);
  std::fill_n(weights.begin(), 3, 1e-34);
  const TextbookMoments expected(all, weights);
  const Moments far = moments_of(all.topRows(3), std::span(weights).first(3));
  const Moments near = moments_of(rows, std::span(weights).last(300));
  Moments far_first = far, near_first = near;
  far_first.merge(near);
  near_first.merge(far);
  expect_moments(far_first, expected, 1e-12);
  expect_moments(near_first, expected, 1e-12);
}

TEST(RowDifferencesTest, TheBaseIsNoOutlierAmongThreeRows) {
  RowMatrix rows(3, 2);
  rows << 1e17, 1, 2, -1e17, 3, 4;
  RowDifferences differences(2);
  std::vector<double> out(6);
  const RowSelection all{.rows = rows, .selected = {}, .all = true, .weights = {}};
  ASSERT_EQ(differences.gather(all, 0, 3, out.data()), 3);
  EXPECT_EQ(out[2], -1);  // 2 - 3
  EXPECT_EQ(out[5], 3);   // 4 - 1
}

}  // namespace row_differences_test
}  // namespace fairpca
