// SPDX-License-Identifier: BSD-3-Clause
#include "moments/row_differences.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairpca/moments/moments.h"
#include "moments/random_rows.h"

namespace fairpca {
namespace row_differences_test {

// The shapes of the newer instruction sets, compiled for any processor.
namespace centring_of_avx2 {
#define CENTRING_TARGET
#define CENTRING_LANES 4
#include "moments/centring_kernel.inc"
}  // namespace centring_of_avx2

namespace centring_of_avx512 {
#define CENTRING_TARGET
#define CENTRING_LANES 8
#include "moments/centring_kernel.inc"
}  // namespace centring_of_avx512

std::vector<const CentringKernel*> all_kernels() {
  std::vector<const CentringKernel*> kernels = supported_centring_kernels();
  kernels.push_back(&centring_of_avx2::kKernel);
  kernels.push_back(&centring_of_avx512::kKernel);
  return kernels;
}

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

/// The chosen rows of a table of `p` columns, centred `step` columns at a time.
RowMatrix centred(RowDifferences& differences, const RowSelection& from, Index step) {
  const Index p = from.rows.cols();
  RowMatrix out(differences.choose(from, 0, from.size()), p);
  for (Index begin = 0; begin < p; begin += step) {
    differences.centre(begin, std::min(begin + step, p), {out.data(), p, out.rows()});
  }
  return out;
}

TEST(RowDifferencesTest, EveryKernelCentresAboutTheMeanHoweverTheColumnsLie) {
  const Index n = 40, p = 23;
  const RowMatrix rows = random_rows(n, p, 6);
  const Matrix columns = rows;  // the same, column after column
  const Eigen::MatrixXf floats = rows.cast<float>();
  const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> float_rows = floats;
  std::vector<double> weights = random_weights(n, 7);
  weights[3] = 0;
  std::vector<Index> kept;
  for (Index i = 0; i < n; ++i) {
    if (i != 3) kept.push_back(i);
  }
  for (const RowsRef& layout :
       {RowsRef(rows), RowsRef(columns), RowsRef(floats), RowsRef(float_rows)}) {
    const RowSelection from{.rows = layout, .selected = {}, .all = true, .weights = weights};
    RowMatrix expected(n - 1, p);
    for (Index i = 0; i < n - 1; ++i) {
      layout.copy_row(kept[static_cast<std::size_t>(i)], expected.row(i).data());
    }
    Vector weight(n - 1), mean;
    for (Index i = 0; i < n - 1; ++i) weight[i] = from.weight(kept[static_cast<std::size_t>(i)]);
    mean = expected.transpose() * weight / weight.sum();
    expected = weight.cwiseSqrt().asDiagonal() * (expected.rowwise() - mean.transpose());
    for (const CentringKernel* kernel : all_kernels()) {
      RowDifferences whole(p, *kernel), parts(p, *kernel);
      const RowMatrix at_once = centred(whole, from, p);
      ASSERT_EQ(at_once.rows(), n - 1);
      EXPECT_LE((at_once - expected).cwiseAbs().maxCoeff(),
                1e-14 * (1 + expected.cwiseAbs().maxCoeff()));
      EXPECT_LE((whole.totals().mean - mean).cwiseAbs().maxCoeff(), 1e-14);
      EXPECT_EQ(centred(parts, from, 10), at_once);
      EXPECT_EQ(parts.totals().mean, whole.totals().mean);
    }
  }
}

TEST(RowDifferencesTest, PanelsHoldTheRowsOfTheirColumns) {
  const Index n = 10, p = 23;
  const RowMatrix rows = random_rows(n, p, 8);
  const Matrix columns = rows;
  const std::vector<Index> selected = {1, 2, 5, 9};
  const Index count = std::ssize(selected);
  for (const RowsRef& layout : {RowsRef(rows), RowsRef(columns)}) {
    const RowSelection from{.rows = layout, .selected = selected, .all = false, .weights = {}};
    RowDifferences differences(p);
    const RowMatrix expected = centred(differences, from, p);
    for (const Index width : {4, 12, 24}) {
      SCOPED_TRACE(width);
      std::vector<double> data(static_cast<std::size_t>((p + width) * (n + 2)));
      const Panels panels{data.data(), width, n + 2};
      ASSERT_EQ(differences.choose(from, 0, count), count);
      differences.centre(0, p, panels);
      for (Index i = 0; i < count; ++i) {
        for (Index j = 0; j < p; ++j) EXPECT_EQ(panels.column(j)[i * width], expected(i, j));
      }
    }
  }
}

TEST(RowDifferencesTest, AConstantColumnIsExactlyZeroByEveryKernel) {
  RowMatrix rows = random_rows(100, 9, 12);
  rows.col(4).setConstant(1e17 / 3);
  rows.col(8).setConstant(-0.1);
  for (const CentringKernel* kernel : all_kernels()) {
    RowDifferences differences(9, *kernel);
    const RowSelection all{.rows = rows, .selected = {}, .all = true, .weights = {}};
    const RowMatrix out = centred(differences, all, 9);
    EXPECT_TRUE(out.col(4).isZero(0));
    EXPECT_TRUE(out.col(8).isZero(0));
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

}  // namespace row_differences_test
}  // namespace fairpca
