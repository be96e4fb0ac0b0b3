// SPDX-License-Identifier: BSD-3-Clause
#include "model/project_rows.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "model/random_model.h"

namespace fairpca {
namespace project_rows_test {

class ProjectRowsTest : public ::testing::TestWithParam<InstructionSet> {
 protected:
  void SetUp() override {
    if (!is_supported(GetParam())) GTEST_SKIP() << "this processor lacks these instructions";
  }

  static StridedRows strided(RowsRef rows) {
    return {rows.doubles(), rows.floats(),     rows.rows(),
            rows.cols(),    rows.row_stride(), rows.col_stride()};
  }

  static RowMatrix project(RowsRef rows, const Vector& subtract, const RowMatrix& weights,
                           const Vector& add) {
    RowMatrix out(rows.rows(), weights.cols());
    project_rows(strided(rows), {subtract.data(), weights.data(), add.data(), weights.cols()},
                 out.data(), GetParam());
    return out;
  }

  /// Of p numbers to d: row by row, column by column, every second of a wider table, as floats.
  static void expect_same_bits_of_layouts(Index p, Index d) {
    const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> floats =
        random_rows(90, p, 9).cast<float>();
    const Eigen::MatrixXf float_columns = floats;
    const RowMatrix rows = floats.cast<double>();
    const Matrix columns = rows;
    RowMatrix wide = random_rows(180, 2 * p, 10);
    const Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic> stride(4 * p, 2);
    Eigen::Map<RowMatrix, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>> every_second(
        wide.data(), 90, p, stride);
    every_second = rows;
    const RowMatrix weights = random_rows(p, d, 11);
    const Vector subtract = random_rows(p, 1, 12), add = random_rows(d, 1, 13);
    const RowMatrix expected = project(rows, subtract, weights, add);
    EXPECT_EQ(project(columns, subtract, weights, add), expected);
    EXPECT_EQ(project(every_second, subtract, weights, add), expected);
    EXPECT_EQ(project(floats, subtract, weights, add), expected);
    EXPECT_EQ(project(float_columns, subtract, weights, add), expected);
  }
};

TEST_P(ProjectRowsTest, EqualsTheSumsInLongDoubleWithinRoundingForEveryShape) {
  for (const Index p : {1, 7, 31, 32, 37, 255, 256, 257, 600, 2049}) {
    for (const Index d : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20, 24, 25, 50}) {
      if (p == 2049 && d > 13) continue;
      const Index n = 67 + d;
      SCOPED_TRACE(testing::Message() << n << " x " << p << " -> " << d);
      const RowMatrix rows = random_rows(n, p, 1);
      const RowMatrix weights = random_rows(p, d, 2);
      const Vector subtract = random_rows(p, 1, 3), add = random_rows(d, 1, 4);
      const RowMatrix out = project(rows, subtract, weights, add);
      double worst = 0;
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < d; ++j) {
          long double sum = add(j), size = std::abs(add(j));
          for (Index k = 0; k < p; ++k) {
            const long double term = (static_cast<long double>(rows(i, k)) - subtract(k)) *
                                     static_cast<long double>(weights(k, j));
            sum += term;
            size += std::abs(term);
          }
          const double bound = static_cast<double>(p + 3) * std::numeric_limits<double>::epsilon() *
                               static_cast<double>(size);
          worst = std::max(worst, std::abs(out(i, j) - static_cast<double>(sum)) / bound);
        }
      }
      EXPECT_LE(worst, 1);
    }
  }
}

TEST_P(ProjectRowsTest, ARowsBitsDoNotDependOnTheRowsBesideIt) {
  for (const Index d : {1, 6, 9, 12, 20, 30}) {
    const RowMatrix rows = random_rows(150, 300, 5);
    const RowMatrix weights = random_rows(300, d, 6);
    const Vector subtract = random_rows(300, 1, 7), add = random_rows(d, 1, 8);
    const RowMatrix whole = project(rows, subtract, weights, add);
    for (Index i = 0; i < rows.rows(); ++i) {
      ASSERT_EQ(project(rows.row(i), subtract, weights, add), whole.row(i)) << i;
    }
    for (const Index first : {1, 3, 64, 77}) {
      const Index count = 150 - first;
      ASSERT_EQ(project(rows.bottomRows(count), subtract, weights, add), whole.bottomRows(count));
    }
  }
}

TEST_P(ProjectRowsTest, ANumberThatIsNotFiniteStaysInItsRow) {
  for (const Index p : {9, 45}) {
    RowMatrix rows = random_rows(20, p, 5);
    const RowMatrix weights = random_rows(p, 4, 6);
    const Vector subtract = Vector::Zero(p), add = Vector::Zero(4);
    const RowMatrix clean = project(rows, subtract, weights, add);
    for (Index column = 0; column < p; ++column) {
      const double before = rows(11, column);
      rows(11, column) = std::numeric_limits<double>::quiet_NaN();
      const RowMatrix marked = project(rows, subtract, weights, add);
      EXPECT_TRUE(marked.row(11).array().isNaN().all());
      EXPECT_EQ(marked.topRows(11), clean.topRows(11));
      EXPECT_EQ(marked.bottomRows(8), clean.bottomRows(8));
      rows(11, column) = before;
    }
  }
}

TEST_P(ProjectRowsTest, ANumberThatIsNotFiniteMarksItsRowWhateverItsWeight) {
  for (const Index p : {9, 45}) {
    RowMatrix rows = random_rows(3, p, 5);
    rows(1, p - 3) = std::numeric_limits<double>::infinity();
    const RowMatrix marked = project(rows, Vector::Zero(p), RowMatrix::Zero(p, 4), Vector::Zero(4));
    EXPECT_TRUE(marked.row(1).array().isNaN().all());
    EXPECT_EQ(marked.row(0), RowMatrix::Zero(1, 4));
    EXPECT_EQ(marked.row(2), RowMatrix::Zero(1, 4));
  }
}

TEST_P(ProjectRowsTest, LayoutAndPrecisionOfTheInputDoNotChangeTheBits) {
  for (const Index p : {45, 270, 1500}) {
    for (const Index d : {1, 3, 11, 14}) {
      SCOPED_TRACE(testing::Message() << p << " -> " << d);
      expect_same_bits_of_layouts(p, d);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, ProjectRowsTest,
                         ::testing::Values(InstructionSet::kBaseline, InstructionSet::kAvx2,
                                           InstructionSet::kAvx512));

TEST(InstructionSetTest, TheBestOneIsSupported) {
  EXPECT_TRUE(is_supported(InstructionSet::kBaseline));
  EXPECT_TRUE(is_supported(best_instruction_set()));
}

}  // namespace project_rows_test
}  // namespace fairpca
