// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fairness_path.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fit/eigen_oracles.h"
#include "fit/grouped_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace fairness_path_test {

PreparedMoments prepared_moments(const std::vector<Matrix>& second_moments,
                                 const std::vector<double>& shares) {
  PreparedMoments moments;
  const Index p = second_moments.front().rows();
  moments.covariance = Matrix::Zero(p, p);
  moments.rows = 1000;
  for (std::size_t g = 0; g < shares.size(); ++g) {
    GroupStatistics group;
    group.group.name = "group " + std::to_string(g);
    group.rows = static_cast<Index>(1000 * shares[g]);
    group.effective_rows = 1000 * shares[g];
    group.share = shares[g];
    group.second_moment = second_moments[g];
    moments.covariance += shares[g] * second_moments[g];
    moments.groups.push_back(group);
  }
  return moments;
}

FairnessPath path_of(const PreparedMoments& moments, Index d, const PathOptions& options = {}) {
  SpectralSolver spectral;
  return fairness_path(moments, d, options, spectral);
}

const PathMark& mark_of(const FairnessPath& path, const std::string& name) {
  return *std::find_if(path.marks.begin(), path.marks.end(),
                       [&](const PathMark& mark) { return mark.name == name; });
}

/// The point of a falling polyline at `x`, straight beyond its ends.
double polyline_at(const std::vector<PathPoint>& front, double x,
                   const std::function<double(const PathPoint&)>& abscissa,
                   const std::function<double(const PathPoint&)>& ordinate) {
  std::size_t i = 1;
  while (i + 1 < front.size() && abscissa(front[i]) < x) ++i;
  const double x0 = abscissa(front[i - 1]), x1 = abscissa(front[i]);
  const double y0 = ordinate(front[i - 1]), y1 = ordinate(front[i]);
  return x1 == x0 ? std::min(y0, y1) : y0 + (x - x0) / (x1 - x0) * (y1 - y0);
}

TEST(FairnessPathTest, NoProjectionLiesBelowTheErrorsFront) {
  const PreparedMoments moments =
      prepared_moments({random_moment(6, 1), random_moment(6, 2)}, {0.6, 0.4});
  const FairnessPath path = path_of(moments, 2);
  EXPECT_TRUE(path.certified);
  EXPECT_TRUE(path.complete);
  EXPECT_LE(path.distance, 1e-3 * mark_of(path, "pca").point.error);
  ASSERT_GE(path.errors_front.size(), 3U);
  for (std::size_t i = 1; i < path.errors_front.size(); ++i) {
    EXPECT_GE(path.errors_front[i].group_errors[0],
              path.errors_front[i - 1].group_errors[0] - 1e-12);
    EXPECT_LE(path.errors_front[i].group_errors[1],
              path.errors_front[i - 1].group_errors[1] + 1e-12);
  }
  const Matrix& m0 = moments.groups[0].second_moment;
  const Matrix& m1 = moments.groups[1].second_moment;
  const auto error0 = [](const PathPoint& point) { return point.group_errors[0]; };
  const auto error1 = [](const PathPoint& point) { return point.group_errors[1]; };
  // Boundary points by Eigen, finer than the path's, lie on the front to its stated distance.
  for (int step = 1; step < 400; ++step) {
    const double angle = step * std::numbers::pi / 800;
    const Matrix v = largest_vectors(std::cos(angle) * m0 + std::sin(angle) * m1, 2);
    const double e0 = m0.trace() - trace_in(m0, v), e1 = m1.trace() - trace_in(m1, v);
    const double on_front = polyline_at(path.errors_front, e0, error0, error1);
    EXPECT_LE(e1, on_front + 1e-10);  // the polyline is inside
    // Its distance is measured across; along e1 it is longer where the front is steep.
    EXPECT_GE(e1, on_front - path.distance / std::sin(angle) - 1e-10);
  }
}

TEST(FairnessPathTest, TheGapFrontFallsFromPcaToEqualErrors) {
  const PreparedMoments moments =
      prepared_moments({random_moment(7, 3), 1.3 * random_moment(7, 4)}, {0.7, 0.3});
  const FairnessPath path = path_of(moments, 3);
  const PathMark& pca = mark_of(path, "pca");
  const PathMark& equal = mark_of(path, "equal-error");
  ASSERT_FALSE(path.gap_front.empty());
  EXPECT_NEAR(path.gap_front.front().error, pca.point.error, 1e-12);
  EXPECT_NEAR(path.gap_front.front().gap, pca.point.gap, 1e-12);
  EXPECT_NEAR(path.gap_front.back().error, equal.point.error, 1e-9);
  EXPECT_EQ(equal.status, Status::kOptimal);
  EXPECT_LT(equal.point.gap, 1e-8);
  EXPECT_TRUE(path.equal_error->attainable);
  for (std::size_t i = 1; i < path.gap_front.size(); ++i) {
    EXPECT_GE(path.gap_front[i].error, path.gap_front[i - 1].error - 1e-12);
    EXPECT_LE(path.gap_front[i].gap, path.gap_front[i - 1].gap + 1e-12);
  }
  // Random projections never beat it in both.
  const Matrix& m0 = moments.groups[0].second_moment;
  const Matrix& m1 = moments.groups[1].second_moment;
  for (unsigned seed = 0; seed < 500; ++seed) {
    const Matrix v = dense::thin_q(random_matrix(7, 3, 100 + seed));
    const double e0 = m0.trace() - trace_in(m0, v), e1 = m1.trace() - trace_in(m1, v);
    EXPECT_GE(0.7 * e0 + 0.3 * e1, pca.point.error - 1e-12);
    if (std::abs(e0 - e1) < 1e-3) {
      EXPECT_GE(0.7 * e0 + 0.3 * e1, equal.point.error - 1e-2);
    }
  }
}

TEST(FairnessPathTest, MarksAreTheOptimaOfTheirOwnProblems) {
  const PreparedMoments moments =
      prepared_moments({random_moment(7, 5), random_moment(7, 6)}, {0.5, 0.5});
  const double half_gap = 0.5 * mark_of(path_of(moments, 2), "pca").point.gap;
  const FairnessPath path = path_of(moments, 2, {.lambdas = {0, 1}, .max_gap = half_gap});
  SpectralSolver spectral;
  const double s = moments.covariance.trace() - largest_sum(moments.covariance, 2);
  EXPECT_NEAR(mark_of(path, "pca").objective, s, 1e-12);
  EXPECT_NEAR(
      mark_of(path, "robust-fair-pca lambda=1").objective,
      solve_robust_fair_pca(robust_problem(moments, {.lambda = 1, .alpha = 0.15}), 2, {}, spectral)
          .objective,
      1e-8);
  const PathMark& capped = mark_of(path, "max-gap");
  EXPECT_EQ(capped.status, Status::kOptimal);
  EXPECT_LE(capped.point.gap, half_gap * (1 + 1e-9));
  EXPECT_NEAR(capped.point.error, capped.objective, 1e-12);
  EXPECT_LE(capped.objective - capped.bound, 1e-9 * capped.objective);
  EXPECT_GE(capped.objective, s);
  // The best of a fine sweep over prices of the gap is not better.
  const Matrix& m0 = moments.groups[0].second_moment;
  const Matrix& m1 = moments.groups[1].second_moment;
  for (int step = 0; step <= 2000; ++step) {
    const double price = -1 + step * 1e-3;
    const Matrix v = largest_vectors((0.5 + price) * m0 + (0.5 - price) * m1, 2);
    const double e0 = m0.trace() - trace_in(m0, v), e1 = m1.trace() - trace_in(m1, v);
    if (std::abs(e0 - e1) <= half_gap) {
      EXPECT_GE(0.5 * (e0 + e1), capped.objective - 1e-9);
    }
  }
}

TEST(FairnessPathTest, AnImpossibleCapIsSaidToBeSo) {
  const Matrix m1 = random_moment(5, 7), m0 = m1 + Matrix::Identity(5, 5);
  const FairnessPath path = path_of(prepared_moments({m0, m1}, {0.5, 0.5}), 2, {.max_gap = 1.0});
  EXPECT_EQ(mark_of(path, "max-gap").status, Status::kInfeasible);
  EXPECT_EQ(mark_of(path, "equal-error").status, Status::kInfeasible);
  EXPECT_NEAR(mark_of(path, "equal-error").point.gap, 3, 1e-10);  // e_0 - e_1 = 3 always
  EXPECT_FALSE(path.equal_error->attainable);
  EXPECT_NEAR(path.equal_error->smallest_gap, 3, 1e-12);
}

TEST(FairnessPathTest, ACapThatPcaMeetsIsPca) {
  const PreparedMoments moments =
      prepared_moments({random_moment(6, 8), random_moment(6, 9)}, {0.4, 0.6});
  const FairnessPath path = path_of(moments, 2, {.max_gap = 1e3});
  EXPECT_NEAR(mark_of(path, "max-gap").objective, mark_of(path, "pca").objective, 1e-12);
}

TEST(FairnessPathTest, PolygonsAreTracedExactly) {
  const Matrix m0 = Vector{{5.0, 3.0, 1.0, 0.5}}.asDiagonal();
  const Matrix m1 = Vector{{1.0, 2.0, 4.0, 0.5}}.asDiagonal();
  const FairnessPath path = path_of(prepared_moments({m0, m1}, {0.5, 0.5}), 2);
  EXPECT_LT(path.distance, 1e-12);
  EXPECT_TRUE(path.complete);
  EXPECT_LT(mark_of(path, "equal-error").point.gap, 1e-10);
}

TEST(FairnessPathTest, ManyGroupsAreSweptFromPcaToFairPca) {
  const PreparedMoments moments = prepared_moments(
      {random_moment(6, 10), random_moment(6, 11), random_moment(6, 12)}, {0.5, 0.3, 0.2});
  const FairnessPath path = path_of(moments, 2, {.lambdas = {}});
  EXPECT_TRUE(path.certified);
  EXPECT_FALSE(path.equal_error.has_value());
  ASSERT_GE(path.errors_front.size(), 3U);
  EXPECT_NEAR(path.errors_front.front().error, mark_of(path, "pca").point.error, 1e-12);
  // Each point is the best for its weights.
  for (const PathPoint& point : path.errors_front) {
    Matrix combined = Matrix::Zero(6, 6);
    double weighted = 0;
    for (std::size_t g = 0; g < 3; ++g) {
      combined += point.weights[g] * moments.groups[g].second_moment;
      weighted += point.weights[g] * point.group_errors[g];
    }
    EXPECT_NEAR(weighted, combined.trace() - largest_sum(combined, 2), 1e-11);
    EXPECT_NEAR(point.bound, weighted, 1e-10);
    EXPECT_LE(point.bound, weighted + 1e-13);
  }
}

TEST(FairnessPathTest, WrongOptionsAreRejectedByName) {
  const PreparedMoments moments =
      prepared_moments({random_moment(4, 13), random_moment(4, 14)}, {0.5, 0.5});
  const auto expect_rejected = [&](const PathOptions& options, const std::string& option) {
    const Message rejection = rejection_of([&] { path_of(moments, 2, options); });
    EXPECT_EQ(rejection.code(), "option-value") << option;
    EXPECT_EQ(rejection.option(), option);
  };
  const double nan = std::nan("");
  for (const double tolerance : {0.0, 1.0, nan}) {
    expect_rejected({.tolerance = tolerance}, "tolerance");
  }
  for (const double negative : {-1.0, nan, std::numeric_limits<double>::infinity()}) {
    expect_rejected({.lambdas = {1, negative}}, "lambdas");
    expect_rejected({.alpha = negative}, "alpha");
    expect_rejected({.max_gap = negative}, "max_gap");
  }
  expect_rejected({.max_points = 2}, "max_points");
}

TEST(FairnessPathTest, DimensionsAndGroupsThatCannotBeComparedAreRejected) {
  PreparedMoments moments =
      prepared_moments({random_moment(4, 13), random_moment(4, 14)}, {0.5, 0.5});
  const Message beyond = rejection_of([&] { path_of(moments, 4); });
  EXPECT_EQ(beyond.code(), "dimensions-out-of-range");
  EXPECT_EQ(beyond.argument("most"), "3");
  EXPECT_EQ(
      rejection_of([&] { path_of(prepared_moments({random_moment(4, 1)}, {1.0}), 2); }).code(),
      "too-few-groups");
  moments.groups[0].group.levels = {{"sex", "Female"}};
  moments.groups[1].group.levels = {{"race", "Black"}};
  EXPECT_EQ(rejection_of([&] { path_of(moments, 2); }).code(), "too-few-groups");
  const PreparedMoments three = prepared_moments(
      {random_moment(4, 13), random_moment(4, 14), random_moment(4, 15)}, {0.4, 0.3, 0.3});
  const Message capped = rejection_of([&] { path_of(three, 2, {.max_gap = 1.0}); });
  EXPECT_EQ(capped.code(), "max-gap-of-many-groups");
  EXPECT_EQ(capped.option(), "max_gap");
  EXPECT_EQ(capped.argument("groups"), "3");
}

}  // namespace fairness_path_test
}  // namespace fairpca
