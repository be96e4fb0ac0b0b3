// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/synthetic/synthetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dense_oracles.h"

#include "fairpca/error.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace synthetic_test {

using ::testing::HasSubstr;

RowMatrix rows_of_group(const SyntheticData& data, int group) {
  RowMatrix rows(std::count(data.group.begin(), data.group.end(), group), data.rows.cols());
  Index next = 0;
  for (Index i = 0; i < data.rows.rows(); ++i) {
    if (data.group[static_cast<std::size_t>(i)] == group) rows.row(next++) = data.rows.row(i);
  }
  return rows;
}

struct SampleMoments {
  Vector mean;
  Matrix covariance;
};

SampleMoments sample_moments(const RowMatrix& rows) {
  const Vector mean = rows.colwise().mean().transpose();
  const RowMatrix centred = rows.rowwise() - mean.transpose();
  return {mean, centred.transpose() * centred / static_cast<double>(rows.rows())};
}

/// Each entry within `widths` standard errors; `kurtosis` bounds E x^4 / (E x^2)^2 (Gaussian: 3).
void expect_moments(const RowMatrix& rows, const Vector& mean, const Matrix& covariance,
                    double widths = 5, double kurtosis = 3) {
  const SampleMoments sample = sample_moments(rows);
  const double n = static_cast<double>(rows.rows());
  for (Index i = 0; i < mean.size(); ++i) {
    EXPECT_NEAR(sample.mean(i), mean(i), widths * std::sqrt(covariance(i, i) / n)) << i;
    for (Index j = 0; j < mean.size(); ++j) {
      const double error = std::sqrt(kurtosis * covariance(i, i) * covariance(j, j) / n);
      EXPECT_NEAR(sample.covariance(i, j), covariance(i, j), widths * error) << i << ' ' << j;
    }
  }
}

TEST(SyntheticTest, SizesAreThePapers) {
  struct Size {
    std::string name;
    Index group_0, group_1, features;
  };
  for (const Size& size : {Size{"rfpca-toy", 200, 100, 2}, Size{"rfpca-toy-test", 8000, 4000, 2},
                           Size{"mbf-1", 150, 150, 3}, Size{"mbf-2", 240, 240, 20}}) {
    SCOPED_TRACE(size.name);
    const SyntheticData data = synthesize(size.name);
    EXPECT_EQ(rows_of_group(data, 0).rows(), size.group_0);
    EXPECT_EQ(rows_of_group(data, 1).rows(), size.group_1);
    EXPECT_EQ(data.rows.cols(), size.features);
    EXPECT_EQ(data.columns.size(), static_cast<std::size_t>(size.features));
    EXPECT_EQ(data.columns.front(), "x1");
  }
  EXPECT_EQ(synthesize("frmppca-balanced").rows.rows(), 1000);
  EXPECT_EQ(synthesize("frmppca-unbalanced").rows.rows(), 1000);
}

TEST(SyntheticTest, EveryListedNameCanBeDrawnAndTheSeedDecidesTheNumbers) {
  ASSERT_EQ(synthetic_specs().size(), 6u);
  for (const SyntheticSpec& spec : synthetic_specs()) {
    SCOPED_TRACE(spec.name);
    const SyntheticData first = synthesize(spec.name, {.seed = 7, .rows = 30});
    const SyntheticData again = synthesize(spec.name, {.seed = 7, .rows = 30});
    const SyntheticData other = synthesize(spec.name, {.seed = 8, .rows = 30});
    EXPECT_EQ(first.rows, again.rows);
    EXPECT_EQ(first.group, again.group);
    EXPECT_NE(first.rows, other.rows);
    EXPECT_TRUE(first.rows.allFinite());
    EXPECT_FALSE(spec.summary.empty());
  }
}

TEST(SyntheticTest, BothHalvesOfTheSeedMatter) {
  EXPECT_NE(synthesize("mbf-1", {.seed = 1}).rows,
            synthesize("mbf-1", {.seed = 1 + (std::uint64_t{1} << 32)}).rows);
}

// The first numbers of rfpca-toy, from the engine and the formulas of the polar method alone.
TEST(SyntheticTest, FirstRowsFollowFromTheStandardsEngine) {
  std::seed_seq words{5u, 0u, 0u};
  std::mt19937_64 engine(words);
  std::vector<double> normals;
  while (normals.size() < 20) {
    const double u = 2 * (static_cast<double>(engine() >> 11) / 9007199254740992.0) - 1;
    const double v = 2 * (static_cast<double>(engine() >> 11) / 9007199254740992.0) - 1;
    const double q = u * u + v * v;
    if (q >= 1) continue;
    normals.push_back(u * std::sqrt(-2 * std::log(q) / q));
    normals.push_back(v * std::sqrt(-2 * std::log(q) / q));
  }
  const SyntheticData data = synthesize("rfpca-toy", {.seed = 5});
  for (std::size_t i = 0; i < 10; ++i) {
    const double x = 2 * normals[2 * i], y = std::sqrt(0.2) * normals[2 * i + 1];
    EXPECT_NEAR(data.rows(static_cast<Index>(i), 0), x, 4e-15 * std::abs(x));
    EXPECT_NEAR(data.rows(static_cast<Index>(i), 1), y, 4e-15 * std::abs(y));
  }
}

TEST(SyntheticTest, ToyGroupsHaveThePrintedCovariances) {
  const SyntheticData data = synthesize("rfpca-toy", {.seed = 3, .rows = 60000});
  ASSERT_EQ(rows_of_group(data, 0).rows(), 40000);
  expect_moments(rows_of_group(data, 0), Vector::Zero(2), Matrix{{4, 0}, {0, .2}});
  expect_moments(rows_of_group(data, 1), Vector::Zero(2), Matrix{{.2, .4}, {.4, 3}});
}

TEST(SyntheticTest, ToyTestRowsAreNotTheTrainingRows) {
  const SyntheticData train = synthesize("rfpca-toy", {.seed = 3});
  const SyntheticData test = synthesize("rfpca-toy-test", {.seed = 3, .rows = 300});
  EXPECT_EQ(train.group, test.group);
  EXPECT_NE(train.rows, test.rows);
}

TEST(SyntheticTest, NormalDeviatesHaveTheNormalsTails) {
  const SyntheticData data = synthesize("rfpca-toy", {.seed = 4, .rows = 150000});
  const Eigen::ArrayXd z = rows_of_group(data, 0).col(0).array() / 2;
  const double n = static_cast<double>(z.size());
  for (const double t : {-2.0, -1.0, 0.0, 0.5, 1.5, 3.0}) {
    const double expected = 0.5 * std::erfc(-t / std::sqrt(2.0));
    const double below = static_cast<double>((z < t).count()) / n;
    EXPECT_NEAR(below, expected, 5 * std::sqrt(expected * (1 - expected) / n)) << t;
  }
}

TEST(SyntheticTest, Mbf1GroupsAgreeInMeanAndCovarianceButNotInDistribution) {
  const SyntheticData data = synthesize("mbf-1", {.seed = 1, .rows = 80000});
  const Matrix covariance = 0.1 * Matrix::Identity(3, 3) + Matrix::Ones(3, 3);
  expect_moments(rows_of_group(data, 0), Vector::Zero(3), covariance);
  expect_moments(rows_of_group(data, 1), Vector::Zero(3), covariance);
  // E (sum x / 3)^4: 3 v^2 for the Gaussian, 1 + 6 s + 3 s^2 for the mixture, s = 0.1 / 3.
  const auto fourth = [&](int group) {
    return rows_of_group(data, group).rowwise().mean().array().pow(4).mean();
  };
  const double s = 0.1 / 3, v = 1 + s;
  EXPECT_NEAR(fourth(0), 3 * v * v, 5 * std::sqrt(96.0 / 40000) * v * v);
  EXPECT_NEAR(fourth(1), 1 + 6 * s + 3 * s * s, 5 * std::sqrt(1.0 / 40000));
}

TEST(SyntheticTest, FrmppcaRowsAreThePrintedMixture) {
  const SyntheticData data = synthesize("frmppca-balanced", {.seed = 2, .rows = 90000});
  const Eigen::Vector3d weights{.3, .4, .3};
  const Matrix means{{0, 0, 0}, {3, 3, 3}, {-3, 3, 3}};
  const std::array<Matrix, 3> covariances = {Matrix{{1, .1, .1}, {.1, 1, .1}, {.1, .1, .1}},
                                             Matrix{{2, -.3, -.1}, {-.3, 1, .3}, {-.1, .3, 3}},
                                             Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vector mean = means.transpose() * weights;
  Matrix covariance = -mean * mean.transpose();
  for (Index k = 0; k < 3; ++k) {
    covariance += weights(k) * (covariances[static_cast<std::size_t>(k)] +
                                means.row(k).transpose() * means.row(k));
  }
  expect_moments(data.rows, mean, covariance);
}

TEST(SyntheticTest, FrmppcaLabelsAreDrawnFiftyFiftyOrSeventyThirtyWhateverTheRow) {
  const SyntheticData even = synthesize("frmppca-balanced", {.seed = 2, .rows = 40000});
  const SyntheticData uneven = synthesize("frmppca-unbalanced", {.seed = 2, .rows = 40000});
  EXPECT_EQ(even.rows, uneven.rows);
  const auto share_0 = [](const SyntheticData& data) {
    return static_cast<double>(std::count(data.group.begin(), data.group.end(), 0)) / 40000;
  };
  EXPECT_NEAR(share_0(even), 0.5, 5 * std::sqrt(.25 / 40000));
  EXPECT_NEAR(share_0(uneven), 0.7, 5 * std::sqrt(.21 / 40000));
  const SampleMoments a = sample_moments(rows_of_group(uneven, 0));
  const SampleMoments b = sample_moments(rows_of_group(uneven, 1));
  for (Index i = 0; i < 3; ++i) {
    const double error = std::sqrt(a.covariance(i, i) / (40000 * .7 * .3));
    EXPECT_NEAR(a.mean(i), b.mean(i), 5 * error);
  }
}

/// diag(AR(r_1), ..., AR(r_5)) as the paper's equation (36) writes it.
Matrix block_ar(const std::array<double, 5>& correlations) {
  Matrix a = Matrix::Zero(1000, 1000);
  for (Index b = 0; b < 5; ++b) {
    const double r = correlations[static_cast<std::size_t>(b)];
    for (Index i = 0; i < 200; ++i) {
      for (Index j = 0; j < 200; ++j) {
        a(200 * b + i, 200 * b + j) =
            std::pow(r, static_cast<double>(std::abs(i - j))) / (1 - r * r);
      }
    }
  }
  return a;
}

/// The random map of mbf-2, redrawn from the engine: column after column, in pairs.
Matrix redraw_map(std::uint32_t seed, Index features) {
  std::seed_seq words{seed, 0u, 1u};
  std::mt19937_64 engine(words);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11) / 9007199254740992.0; };
  Matrix map(1000, features);
  for (Index at = 0; at < map.size(); at += 2) {
    double u = 0, v = 0, q = 1;
    while (q >= 1) {
      u = 2 * uniform() - 1;
      v = 2 * uniform() - 1;
      q = u * u + v * v;
    }
    map.data()[at] = u * std::sqrt(-2 * std::log(q) / q);
    map.data()[at + 1] = v * std::sqrt(-2 * std::log(q) / q);
  }
  return map;
}

TEST(SyntheticTest, Mbf2GroupsHaveTheMappedMomentsOfEquation36) {
  const SyntheticData data = synthesize("mbf-2", {.seed = 6, .rows = 8000, .features = 4});
  const Matrix map = redraw_map(6, 4);
  const Matrix a0 = block_ar({.99, .98, .97, .98, .95});
  const Matrix a1 = block_ar({.99, .98, .97, .98, .99});
  const Matrix difference = (a1 - a0).bottomRightCorner(200, 200);
  const double norm = dense::eigenvalues(difference).cwiseAbs().maxCoeff();
  const Vector mean_1 = map.transpose() * Vector::Constant(1000, 2 / std::sqrt(1000.0));
  expect_moments(rows_of_group(data, 0), Vector::Zero(4), map.transpose() * a0 * map / norm);
  expect_moments(rows_of_group(data, 1), mean_1, map.transpose() * a1 * map / norm);
}

TEST(SyntheticTest, MoreFeaturesOfMbf2KeepTheFirstOnes) {
  const SyntheticData few = synthesize("mbf-2", {.seed = 9, .rows = 20, .features = 5});
  const SyntheticData many = synthesize("mbf-2", {.seed = 9, .rows = 20, .features = 40});
  EXPECT_EQ(few.rows, many.rows.leftCols(5));
}

TEST(SyntheticTest, AnObserverStopsEveryGenerator) {
  for (const SyntheticSpec& spec : synthetic_specs()) {
    SCOPED_TRACE(spec.name);
    int asked = 0;
    const auto observer = [&asked] { return ++asked < 3 ? Flow::kContinue : Flow::kStop; };
    EXPECT_THROW(synthesize(spec.name, {.rows = 1000, .observer = observer}), Stopped);
    EXPECT_EQ(asked, 3);
  }
}

TEST(SyntheticTest, WrongNamesAndSizesAreRejected) {
  const Message name = rejection_of([] { synthesize("rfpca-toys"); });
  EXPECT_EQ(name.code(), "unknown-data-set");
  EXPECT_EQ(name.argument("name"), "rfpca-toys");
  EXPECT_THAT(name.argument("names"), HasSubstr("rfpca-toy, rfpca-toy-test, mbf-1"));
  const auto expect_size = [](const char* data, const SyntheticOptions& options, const char* option,
                              const char* value) {
    const Message message = rejection_of([&] { synthesize(data, options); });
    EXPECT_EQ(message.code(), "option-value");
    EXPECT_EQ(message.option(), option);
    EXPECT_EQ(message.argument("value"), value);
    EXPECT_THAT(message.argument("allowed"), HasSubstr(data));
  };
  expect_size("mbf-1", {.rows = 2}, "rows", "2");
  expect_size("mbf-1", {.rows = -5}, "rows", "-5");
  expect_size("mbf-1", {.features = 4}, "features", "4");
  expect_size("mbf-2", {.features = 1001}, "features", "1001");
}

}  // namespace synthetic_test
}  // namespace fairpca
