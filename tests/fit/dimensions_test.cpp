// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include <gtest/gtest.h>

#include "fit/dimensions.h"
#include "fit/grouped_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace dimensions_test {

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

TEST(DimensionsTest, AShareIsTheLeastCountThatCapturesMore) {
  const PreparedMoments moments = diagonal_moments(Vector{{1, 4, 2, 3}});
  EXPECT_EQ(resolve({0.39}, moments, 4), 1);
  EXPECT_EQ(resolve({0.4}, moments, 4), 2);
  EXPECT_EQ(resolve({0.69}, moments, 4), 2);
  EXPECT_EQ(resolve({0.7}, moments, 4), 3);
  EXPECT_EQ(resolve({0.899}, moments, 4), 3);
  EXPECT_EQ(resolve({0.9}, moments, 4), 4);
  EXPECT_EQ(resolve({0.9}, moments, 3), 3);  // no more is allowed, and it captures just that
}

TEST(DimensionsTest, TheMostProbableCountIsBetweenOneAndTheMostAllowed) {
  const Dimensions mle{.wanted = Index{1}, .most = kMostByEvidence};
  const PreparedMoments moments = diagonal_moments(Vector{{1.01, 9, 0.99, 30, 1.0}});
  EXPECT_EQ(resolve(mle, moments, 5), 2);
  EXPECT_EQ(resolve(mle, moments, 1), 1);
  EXPECT_EQ(resolve(mle, diagonal_moments(Vector{{3.0}}), 1), 1);
  const PreparedMoments few = diagonal_moments(Vector{{3, 2, 1}}, {}, 2);
  EXPECT_EQ(rejection_of([&] { resolve(mle, few, 3); }).code(), "evidence-needs-rows");
  const PreparedMoments equal = diagonal_moments(Vector::Zero(3));
  EXPECT_EQ(rejection_of([&] { resolve(mle, equal, 3); }).code(), "evidence-of-no-variance");
}

TEST(DimensionsTest, AShareOfTheWorstGroupIsReachedInEveryGroup) {
  const PreparedMoments moments =
      diagonal_moments(Vector{{4, 3, 2, 1}}, {Vector{{8, 1, 1, 0}}, Vector{{0, 5, 3, 2}}});
  EXPECT_EQ(resolve({0.49, true}, moments, 4), 2);
  EXPECT_EQ(resolve({0.79, true}, moments, 4), 3);
  EXPECT_EQ(resolve({0.79, false}, moments, 4), 3);
  EXPECT_EQ(resolve({0.39, true}, moments, 4), 2);
  EXPECT_EQ(resolve({0.39, false}, moments, 4), 1);
}

TEST(DimensionsTest, CountsOutOfRangeAreRejectedWithTheRange) {
  const PreparedMoments moments = diagonal_moments(Vector{{4, 3, 2, 1}});
  for (const Index d : {4, 0, -2}) {
    const Message rejection = rejection_of([&] { resolve({d}, moments, 3); });
    EXPECT_EQ(rejection.code(), "dimensions-out-of-range");
    EXPECT_EQ(rejection.option(), "dimensions");
    EXPECT_EQ(rejection.argument("value"), std::to_string(d));
    EXPECT_EQ(rejection.argument("columns"), "4");
    EXPECT_EQ(rejection.argument("most"), "3");
  }
  const Message one_column =
      rejection_of([&] { resolve({Index{1}}, diagonal_moments(Vector{{1.0}}), 0); });
  EXPECT_EQ(one_column.code(), "too-few-columns");
}

TEST(DimensionsTest, MoreDimensionsThanRowsAreRejected) {
  const PreparedMoments moments = diagonal_moments(Vector{{4, 3, 2, 1}}, {}, 2);
  EXPECT_EQ(resolve({Index{2}}, moments, 4), 2);
  const Message rejection = rejection_of([&] { resolve({Index{3}}, moments, 4); });
  EXPECT_EQ(rejection.code(), "dimensions-above-rows");
  EXPECT_EQ(rejection.argument("value"), "3");
  EXPECT_EQ(rejection.argument("rows"), "2");
  EXPECT_EQ(rejection.argument("most"), "2");
}

TEST(DimensionsTest, ARangeIsRejectedWhereOneNumberIsTaken) {
  const PreparedMoments moments = diagonal_moments(Vector{{4, 3, 2, 1}});
  const Message rejection =
      rejection_of([&] { resolve({.wanted = Index{1}, .most = 2}, moments, 4); });
  EXPECT_EQ(rejection.code(), "dimensions-not-a-range");
  EXPECT_EQ(rejection.option(), "dimensions");
}

TEST(DimensionsTest, SharesThatMeanNothingAreRejected) {
  const PreparedMoments moments = diagonal_moments(Vector{{4, 3, 2, 1}});
  for (const double share : {0.0, 1.0, 1.5, -0.1, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    const Message rejection = rejection_of([&] { resolve({share}, moments, 4); });
    EXPECT_EQ(rejection.code(), "option-value");
    EXPECT_EQ(rejection.option(), "dimensions");
  }
  EXPECT_EQ(rejection_of([&] { resolve({0.5, true}, moments, 4); }).code(), "share-without-groups");
  const Message beyond = rejection_of([&] { resolve({0.95}, moments, 3); });
  EXPECT_EQ(beyond.code(), "share-not-reached");
  EXPECT_NEAR(std::stod(beyond.argument("reached")), 0.9, 1e-12);
  EXPECT_EQ(rejection_of([&] { resolve({0.5}, diagonal_moments(Vector::Zero(3)), 3); }).code(),
            "share-of-no-variance");
}

}  // namespace dimensions_test
}  // namespace fairpca
