// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/corrected_problem.h"

#include <cmath>

#include <gtest/gtest.h>

#include "fairpca/manifolds/grassmann.h"
#include "fit/grouped_rows.h"

namespace fairpca {
namespace corrected_problem_test {

constexpr Index kColumns = 6, kDimensions = 2;

/// Three groups and the constraints of two of their pairs.
struct Rows {
  explicit Rows(const std::vector<Index>& sizes) {
    const GroupedRows data = random_groups(sizes, kColumns, 5);
    rows.rows.resize(data.rows.rows(), kColumns);
    compared.cells = CellRows::uniform(sizes);
    compared.end = data.rows.rows();
    Index at = 0;
    for (int g = 0; g < 3; ++g) {
      const RowMatrix own = data.of_group(g);
      rows.rows.middleRows(at, own.rows()) = own;
      at += own.rows();
    }
    for (const Index other : {1, 2}) {
      compared.contrasts.push_back(mmd_contrast(compared.cells, Vector::Unit(3, 0),
                                                Vector::Unit(3, other), MmdEstimator::kBiased));
    }
  }
  MmdProblem problem() {
    return {rows, {compared}, covariance, {.bandwidth = 2, .method = KernelMethod::kTiled}, passes};
  }
  Matrix covariance = Vector::LinSpaced(kColumns, 3, 1).asDiagonal();
  RowsInMemory rows;
  ComparedRows compared;
  int passes = 0;
};

class CorrectedProblemTest : public testing::Test {
 protected:
  Rows few_{{20, 15, 18}}, many_{{80, 70, 60}};
  MmdProblem sample_ = few_.problem(), all_ = many_.problem();
  Grassmann frames_{kColumns, kDimensions};
  Matrix at_ = frames_.random_point(1);
  CorrectedProblem corrected_{sample_, all_, at_};
};

Matrix tangent(const Matrix& frame, const Matrix& slope) {
  return slope - frame * (frame.transpose() * slope);
}

TEST_F(CorrectedProblemTest, ValuesAndGradientsAtItsPointAreThoseOfAllRows) {
  Vector of_all, found;
  const double value = all_.values(at_, of_all, true);
  EXPECT_EQ(corrected_.values(at_, found, true), value);
  const Vector weights = Vector::LinSpaced(2, 0.7, 2);
  const Matrix of_sample = sample_.gradient(at_, weights), slope = all_.gradient(at_, weights);
  const double rounding = 1e-13 * (1 + of_sample.norm() + slope.norm());
  EXPECT_LE((found - of_all).norm(), rounding);
  EXPECT_LE(tangent(at_, corrected_.gradient(at_, weights) - slope).norm(), 10 * rounding);
  EXPECT_GT(tangent(at_, of_sample - slope).norm(), 1e-3);
}

TEST_F(CorrectedProblemTest, SeesOnlyTheSubspace) {
  const Matrix frame = frames_.random_point(2);
  Matrix turn(2, 2);
  turn << std::cos(0.4), -std::sin(0.4), std::sin(0.4), std::cos(0.4);
  Vector constraints, turned;
  corrected_.values(frame, constraints, false);
  corrected_.values(frame * turn, turned, false);
  EXPECT_LE((constraints - turned).norm(), 1e-13);
}

TEST_F(CorrectedProblemTest, SlopesAreThoseOfDifferences) {
  const Matrix frame = frames_.random_point(3);
  const Matrix direction = tangent(frame, frames_.random_point(4));
  const Vector weights = Vector::LinSpaced(2, 0.7, 2);
  const double step = 1e-5;
  const auto total = [&](double length) {
    Vector constraints;
    const double value = corrected_.values(frame + length * direction, constraints, false);
    return value + weights.dot(constraints);
  };
  const double slope = corrected_.gradient(frame, weights).cwiseProduct(direction).sum();
  EXPECT_NEAR((total(step) - total(-step)) / (2 * step), slope, 1e-8);
}

}  // namespace corrected_problem_test
}  // namespace fairpca
