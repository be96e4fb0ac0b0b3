// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "measure/labelled_points.h"

namespace fairpca {
namespace {

constexpr double kBandwidth = 1.3;
const std::vector<std::string> kMmd = {"mmd2", "mmd2_u", "mmd_p_value", "mmd2_bound"};

/// Two groups' MMD from every pair of rows.
struct PairByHand {
  double biased = 0, unbiased = 0, error = 0, floor = 0, bound_root = 0;

  PairByHand(const LabelledPoints& data, const std::string& first, const std::string& second) {
    std::vector<Index> x, y;
    double x_weight = 0, y_weight = 0;
    for (Index i = 0; i < data.rows(); ++i) {
      const std::string& name = data.group[static_cast<std::size_t>(i)];
      if (name == first) x.push_back(i), x_weight += data.weight(i);
      if (name == second) y.push_back(i), y_weight += data.weight(i);
    }
    const auto mean = [&](Index i, const std::vector<Index>& rows, double total, bool leave_out) {
      double sum = 0;
      for (const Index j : rows) {
        if (!(leave_out && i == j)) sum += data.weight(j) / total * kernel(data, i, j);
      }
      return sum;
    };
    double x_square = 0, y_square = 0, pooled = 0;
    for (const Index i : x) x_square += std::pow(data.weight(i) / x_weight, 2);
    for (const Index i : y) y_square += std::pow(data.weight(i) / y_weight, 2);
    const auto add = [&](const std::vector<Index>& own, double own_weight, double own_square,
                         const std::vector<Index>& others, double others_weight) {
      Vector h(static_cast<Index>(own.size())), w(h.size());
      for (Index k = 0; k < h.size(); ++k) {
        const Index i = own[static_cast<std::size_t>(k)];
        w(k) = data.weight(i) / own_weight;
        const double between = mean(i, others, others_weight, false);
        h(k) = mean(i, own, own_weight, true) / (1 - w(k)) - between;
        biased += w(k) * (mean(i, own, own_weight, false) - between);
        unbiased += w(k) * (mean(i, own, own_weight, true) / (1 - own_square) - between);
        pooled += w(k) / own_square * (mean(i, own, own_weight, true) / own_square);
      }
      const double center = w.dot(h);
      error += own_square * w.dot((h.array() - center).square().matrix()) / (1 - own_square);
    };
    add(x, x_weight, x_square, y, y_weight);
    add(y, y_weight, y_square, x, x_weight);
    for (const Index i : x) {
      pooled += 2 * data.weight(i) / x_weight / x_square * mean(i, y, y_weight, false) / y_square;
    }
    const double size = 1 / x_square + 1 / y_square;
    error = 2 * std::sqrt(error);
    floor = (x_square + y_square) * (1 - pooled / (size * (size - 1)));
    bound_root = std::sqrt(biased) + 2 * std::sqrt(x_square) + 2 * std::sqrt(y_square);
    squares = x_square + y_square;
  }

  double bound(double pairs) const {
    return std::pow(bound_root + std::sqrt(2 * squares * std::log(40 * pairs)), 2);
  }

  double squares = 0;

 private:
  static double kernel(const LabelledPoints& data, Index i, Index j) {
    return std::exp(-(data.points.row(i) - data.points.row(j)).squaredNorm() /
                    (2 * kBandwidth * kBandwidth));
  }
};

TEST(MmdMeasuresTest, MatchSumsOverAllPairsOfRows) {
  for (const bool weighted : {false, true}) {
    SCOPED_TRACE(weighted);
    LabelledPoints data = LabelledPoints::random(400, 2, 2, 0.7, 1);
    if (weighted) data.weigh(5);
    PointsInput input(data);
    input.model().bandwidth = kBandwidth;
    const Measured measured = measure(input.input({.measures = kMmd, .permutations = 19}));
    const PairByHand pair(data, "g0", "g1");
    EXPECT_NEAR(value_of(measured, "mmd2").value, pair.biased, 1e-12);
    EXPECT_NEAR(value_of(measured, "mmd2").floor, pair.floor, 1e-12);
    EXPECT_TRUE(std::isnan(value_of(measured, "mmd2").low));
    const MeasuredValue unbiased = value_of(measured, "mmd2_u");
    EXPECT_NEAR(unbiased.value, pair.unbiased, 1e-12);
    EXPECT_NEAR(unbiased.low, std::max(0.0, pair.unbiased - 1.959963984540054 * pair.error), 1e-12);
    EXPECT_NEAR(unbiased.high, pair.unbiased + 1.959963984540054 * pair.error, 1e-12);
    EXPECT_NEAR(value_of(measured, "mmd2_bound").value, pair.bound(1), 1e-11);
    EXPECT_NEAR(value_of(measured, "mmd_p_value").value, 0.05, 1e-12);
    EXPECT_FALSE(has_note(measured, "mmd-bandwidth"));
  }
}

TEST(MmdMeasuresTest, TakeThePairOfTheLargestUnbiasedEstimate) {
  // The third group is small: its V-statistics are the largest by their floor alone.
  LabelledPoints data = LabelledPoints::random(600, 2, 2, 0.5, 2);
  for (Index i = 0; i < 12; ++i) data.group[static_cast<std::size_t>(2 * i)] = "tiny";
  PointsInput input(data);
  input.model().bandwidth = kBandwidth;
  const Measured measured = measure(input.input({.measures = kMmd, .permutations = 19}));
  std::vector<PairByHand> pairs;
  for (const auto& [one, other] : {std::pair("g0", "g1"), {"g0", "tiny"}, {"g1", "tiny"}}) {
    pairs.emplace_back(data, one, other);
  }
  const auto largest =
      std::max_element(pairs.begin(), pairs.end(),
                       [](const auto& a, const auto& b) { return a.unbiased < b.unbiased; });
  EXPECT_NEAR(value_of(measured, "mmd2_u").value, largest->unbiased, 1e-12);
  EXPECT_NEAR(value_of(measured, "mmd2").value, largest->biased, 1e-12);
  // Simultaneous over three pairs: 2.394 standard errors.
  double high = 0;
  for (const PairByHand& pair : pairs) {
    high = std::max(high, pair.unbiased + 2.393979800007 * pair.error);
  }
  EXPECT_NEAR(value_of(measured, "mmd2_u").high, high, 1e-8);
  // The bound of the tiny group's pairs says nothing.
  EXPECT_TRUE(std::isnan(value_of(measured, "mmd2_bound").value));
  EXPECT_TRUE(has_note(measured, "mmd-bound-vacuous"));
}

TEST(MmdMeasuresTest, PValuesAreUniformWhereGroupsAreAlike) {
  int below_half = 0, below_tenth = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    PointsInput input(LabelledPoints::random(40, 2, 2, 0, 100 + seed));
    input.model().bandwidth = kBandwidth;
    const double p =
        value_of(
            measure(input.input({.measures = {"mmd_p_value"}, .permutations = 99, .seed = seed})),
            "mmd_p_value")
            .value;
    below_half += p <= 0.5 ? 1 : 0;
    below_tenth += p <= 0.1 ? 1 : 0;
  }
  EXPECT_NEAR(below_half, 100, 28);  // four deviations of a binomial
  EXPECT_NEAR(below_tenth, 20, 17);
}

TEST(MmdMeasuresTest, UseASampleForIntervalsAndAllRowsForValues) {
  const LabelledPoints data = LabelledPoints::random(500, 2, 2, 0.8, 3);
  PointsInput input(data);
  input.model().bandwidth = kBandwidth;
  const MeasureSettings settings{.measures = kMmd, .permutations = 19, .max_kernel_rows = 200};
  const Measured measured = measure(input.input(settings));
  const PairByHand pair(data, "g0", "g1");
  EXPECT_TRUE(has_note(measured, "mmd-sampled"));
  EXPECT_NEAR(value_of(measured, "mmd2_u").value, pair.unbiased, 1e-12);
  const double error = (value_of(measured, "mmd2_u").high - pair.unbiased) / 1.959963984540054;
  EXPECT_NEAR(error, pair.error, 0.25 * pair.error);
}

TEST(MmdMeasuresTest, SayWhichBandwidthWasTakenWhereTheModelHasNone) {
  PointsInput input(LabelledPoints::random(100, 2, 2, 0.8, 3));
  const Measured measured = measure(input.input({.measures = kMmd, .permutations = 19}));
  EXPECT_TRUE(has_note(measured, "mmd-bandwidth"));
  LabelledPoints same = LabelledPoints::random(100, 2, 2, 0, 3);
  same.points.setZero();
  same.points(0, 0) = 1;
  const PointsInput equal(same);
  EXPECT_TRUE(has_note(measure(equal.input({.measures = kMmd})), "mmd-no-bandwidth"));
}

TEST(MmdMeasuresTest, HaveNoIntervalsPValuesOrBoundsOnTrainingRows) {
  PointsInput input(LabelledPoints::random(900, 2, 2, 0.8, 3));
  input.model().bandwidth = kBandwidth;
  const Measured measured = measure(input.input({.measures = kMmd, .has_intervals = false}));
  EXPECT_EQ(measured.values.size(), 2U);
  EXPECT_TRUE(std::isnan(value_of(measured, "mmd2_u").high));
}

TEST(MmdMeasuresTest, AreTheSameForAnyNumberOfThreads) {
  LabelledPoints data = LabelledPoints::random(300, 3, 3, 0.4, 10);
  data.weigh(4);
  PointsInput input(data);
  MeasureSettings settings{.measures = kMmd, .permutations = 39, .max_kernel_rows = 250};
  const Measured one = measure(input.input(settings));
  settings.threads = 3;
  expect_same_numbers(one, measure(input.input(settings)));
}

const std::vector<std::string> kMoments = {"mean_difference", "covariance_difference"};

TEST(CoordinateMomentsTest, MatchWeightedMeansAndCovariances) {
  LabelledPoints data = LabelledPoints::random(200, 3, 3, 0.7, 1);
  data.weigh(5);
  for (Index i = 0; i < 200; i += 3) data.points(i, 2) *= 2;
  std::vector<Vector> means;
  std::vector<Matrix> covariances;
  std::vector<double> squares;
  for (const char* name : {"g0", "g1", "g2"}) {
    double weight = 0, square = 0;
    Vector mean = Vector::Zero(3);
    Matrix second = Matrix::Zero(3, 3);
    for (Index i = 0; i < 200; ++i) {
      if (data.group[static_cast<std::size_t>(i)] != name) continue;
      const Vector z = data.points.row(i).transpose();
      weight += data.weight(i);
      square += data.weight(i) * data.weight(i);
      mean += data.weight(i) * z;
      second += data.weight(i) * z * z.transpose();
    }
    mean /= weight;
    means.push_back(mean);
    covariances.push_back(second / weight - mean * mean.transpose());
    squares.push_back(square / (weight * weight));
  }
  double distance = 0, floor = 0, norm = 0;
  for (const auto& [g, h] : {std::pair<std::size_t, std::size_t>{0, 1}, {0, 2}, {1, 2}}) {
    if ((means[g] - means[h]).norm() > distance) {
      distance = (means[g] - means[h]).norm();
      floor = std::sqrt(squares[g] * covariances[g].trace() + squares[h] * covariances[h].trace());
    }
    const Matrix difference = covariances[g] - covariances[h];
    norm = std::max(norm, dense::eigenvalues(difference).cwiseAbs().maxCoeff());
  }
  const PointsInput input(data);
  const Measured measured = measure(input.input({.measures = kMoments, .permutations = 39}));
  EXPECT_NEAR(value_of(measured, "mean_difference").value, distance, 1e-13);
  EXPECT_NEAR(value_of(measured, "mean_difference").floor, floor, 1e-13);
  EXPECT_NEAR(value_of(measured, "covariance_difference").value, norm, 1e-12);
  EXPECT_LT(value_of(measured, "covariance_difference").floor, norm);
  EXPECT_NEAR(value_of(measured, "mean_difference", Statistic::kPValue).value, 1.0 / 40, 1e-15);
}

TEST(CoordinateMomentsTest, AreTheSameFromMomentsAlone) {
  LabelledPoints data = LabelledPoints::random(200, 3, 3, 0.7, 1);
  data.weigh(5);
  const PointsInput input(data);
  MeasureInput from_rows = input.input({.measures = kMoments, .permutations = 9});
  MeasureInput from_moments = from_rows;
  from_moments.evaluated.keys = nullptr;
  from_moments.evaluated.scored = nullptr;
  const Measured rows = measure(from_rows), moments = measure(from_moments);
  for (const std::string& id : kMoments) {
    EXPECT_NEAR(value_of(moments, id).value, value_of(rows, id).value, 1e-12) << id;
  }
  EXPECT_NEAR(value_of(moments, "mean_difference").floor, value_of(rows, "mean_difference").floor,
              1e-12);
  EXPECT_TRUE(std::isnan(value_of(moments, "mean_difference", Statistic::kPValue).value));
}

TEST(CoordinateMomentsTest, PValuesAreUniformAndFloorsAreMeansWhereGroupsAreAlike) {
  int below_half = 0, covariance_below_half = 0;
  double squared = 0, squared_floors = 0, norms = 0, norm_floors = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const PointsInput input(LabelledPoints::random(60, 3, 2, 0, 100 + seed));
    const Measured measured =
        measure(input.input({.measures = kMoments, .permutations = 99, .seed = seed}));
    below_half += value_of(measured, "mean_difference", Statistic::kPValue).value <= 0.5 ? 1 : 0;
    covariance_below_half +=
        value_of(measured, "covariance_difference", Statistic::kPValue).value <= 0.5 ? 1 : 0;
    squared += std::pow(value_of(measured, "mean_difference").value, 2);
    squared_floors += std::pow(value_of(measured, "mean_difference").floor, 2);
    norms += value_of(measured, "covariance_difference").value;
    norm_floors += value_of(measured, "covariance_difference").floor;
  }
  EXPECT_NEAR(below_half, 100, 28);
  EXPECT_NEAR(covariance_below_half, 100, 28);
  EXPECT_NEAR(squared / squared_floors, 1, 0.25);
  EXPECT_NEAR(norms / norm_floors, 1, 0.1);
}

TEST(CoordinateMomentsTest, AreTheSameForAnyNumberOfThreads) {
  const PointsInput input(LabelledPoints::random(100, 3, 3, 0.3, 10));
  MeasureSettings settings{.measures = kMoments, .permutations = 39};
  const Measured one = measure(input.input(settings));
  settings.threads = 3;
  expect_same_numbers(one, measure(input.input(settings)));
}

}  // namespace
}  // namespace fairpca
