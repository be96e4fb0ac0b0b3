// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fit/grouped_rows.h"

namespace fairpca {
namespace dimensions_test {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Moments with the given diagonal covariance and, per group, diagonal second moments.
PreparedMoments diagonal_moments(const Vector& variances, const std::vector<Vector>& groups = {},
                                 Index rows = 1000) {
  PreparedMoments moments;
  moments.rows = rows;
  moments.covariance = variances.asDiagonal();
  for (const Vector& group : groups) {
    moments.groups.emplace_back().second_moment = group.asDiagonal();
  }
  return moments;
}

Index resolve(const Dimensions& dimensions, const PreparedMoments& moments, Index max) {
  SpectralSolver spectral;
  return resolve_dimensions(dimensions, moments, max, spectral);
}

TEST(DimensionsTest, ACountWithinRangeIsTaken) {
  const PreparedMoments moments = diagonal_moments(Vector{{4, 3, 2, 1}});
  EXPECT_EQ(resolve({Index{1}}, moments, 4), 1);
  EXPECT_EQ(resolve({Index{4}}, moments, 4), 4);
}

TEST(DimensionsTest, AShareIsTheLeastCountThatCapturesIt) {
  const PreparedMoments moments = diagonal_moments(Vector{{1, 4, 2, 3}});
  EXPECT_EQ(resolve({0.39}, moments, 4), 1);
  EXPECT_EQ(resolve({0.4}, moments, 4), 1);
  EXPECT_EQ(resolve({0.41}, moments, 4), 2);
  EXPECT_EQ(resolve({0.7}, moments, 4), 2);
  EXPECT_EQ(resolve({0.9}, moments, 4), 3);
  EXPECT_EQ(resolve({0.901}, moments, 4), 4);
}

TEST(DimensionsTest, AShareOfTheWorstGroupIsReachedInEveryGroup) {
  const PreparedMoments moments =
      diagonal_moments(Vector{{4, 3, 2, 1}}, {Vector{{8, 1, 1, 0}}, Vector{{0, 5, 3, 2}}});
  EXPECT_EQ(resolve({0.5, true}, moments, 4), 2);
  EXPECT_EQ(resolve({0.8, true}, moments, 4), 3);
  EXPECT_EQ(resolve({0.8, false}, moments, 4), 3);
  EXPECT_EQ(resolve({0.4, true}, moments, 4), 2);
  EXPECT_EQ(resolve({0.4, false}, moments, 4), 1);
}

TEST(DimensionsTest, CountsOutOfRangeAreRefusedWithTheRange) {
  const PreparedMoments moments = diagonal_moments(Vector{{4, 3, 2, 1}});
  const auto message = ThrowsMessage<InvalidArgument>(
      HasSubstr("out of range; with 4 encoded columns this method takes 1 to 3"));
  EXPECT_THAT([&] { resolve({Index{4}}, moments, 3); }, message);
  EXPECT_THAT([&] { resolve({Index{0}}, moments, 3); }, message);
  EXPECT_THAT([&] { resolve({Index{-2}}, moments, 3); }, message);
  EXPECT_THAT([&] { resolve({Index{1}}, diagonal_moments(Vector{{1.0}}), 0); },
              ThrowsMessage<InvalidArgument>(HasSubstr("at least two encoded columns")));
}

TEST(DimensionsTest, MoreDimensionsThanRowsAreRefused) {
  const PreparedMoments moments = diagonal_moments(Vector{{4, 3, 2, 1}}, {}, 2);
  EXPECT_EQ(resolve({Index{2}}, moments, 4), 2);
  EXPECT_THAT(
      [&] { resolve({Index{3}}, moments, 4); },
      ThrowsMessage<InvalidArgument>(HasSubstr("3 is more than the 2 rows; it must be 1 to 2")));
}

TEST(DimensionsTest, SharesThatMeanNothingAreRefused) {
  const PreparedMoments moments = diagonal_moments(Vector{{4, 3, 2, 1}});
  const auto message = ThrowsMessage<InvalidArgument>(HasSubstr("must lie in (0, 1)"));
  for (const double share : {0.0, 1.0, 1.5, -0.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THAT([&] { resolve({share}, moments, 4); }, message);
  }
  EXPECT_THAT(
      [&] {
        resolve({0.5, true}, moments, 4);
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("needs groups")));
  EXPECT_THAT([&] { resolve({0.95}, moments, 3); },
              ThrowsMessage<InvalidArgument>(HasSubstr("0.900000 is the most")));
  EXPECT_THAT([&] { resolve({0.5}, diagonal_moments(Vector::Zero(3)), 3); },
              ThrowsMessage<InvalidArgument>(HasSubstr("all rows are equal")));
}

}  // namespace dimensions_test
}  // namespace fairpca
