// SPDX-License-Identifier: BSD-3-Clause
#include "study/student_quantile.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace fairpca {
namespace {

TEST(StudentQuantileTest, AgreesWithPrintedTables) {
  EXPECT_NEAR(student_quantile(0.95, 1), 12.7062047362, 1e-8);
  EXPECT_NEAR(student_quantile(0.95, 4), 2.7764451052, 1e-9);
  EXPECT_NEAR(student_quantile(0.95, 9), 2.2621571628, 1e-9);
  EXPECT_NEAR(student_quantile(0.99, 30), 2.7499956536, 1e-9);
  EXPECT_NEAR(student_quantile(0.95, 1e7), 1.95996, 1e-4);
}

TEST(StudentQuantileTest, CoverageOfOneDegreeOfFreedomIsThatOfCauchy) {
  for (const double t : {0.1, 1.0, 3.0, 100.0}) {
    EXPECT_NEAR(student_coverage(t, 1), 2 / std::numbers::pi * std::atan(t), 1e-12) << t;
  }
}

}  // namespace
}  // namespace fairpca
