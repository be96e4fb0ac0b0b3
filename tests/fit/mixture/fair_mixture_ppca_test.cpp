// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fair_mixture_ppca.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fit/data_sets.h"
#include "fit/grouped_rows.h"
#include "fit/number_of.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace fair_mixture_ppca_test {

FitSettings settings_for(const char* method, OptionValues options = {}) {
  FitSettings settings;
  settings.method = method;
  settings.dimensions.wanted = Index{2};
  settings.options = std::move(options);
  settings.options.emplace("mixture_components", std::int64_t{2});
  return settings;
}

std::vector<double> likelihoods(const Fit& fit) {
  std::vector<double> values;
  for (const GroupSummary& group : fit.report.groups) {
    values.push_back(group.log_likelihood.value());
  }
  return values;
}

double worst_of(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

double spread_of(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end()) - worst_of(values);
}

/// A large group and a small one of another shape.
GroupedRows unequal_groups(std::vector<Index> sizes, unsigned seed) {
  GroupedRows data = random_groups(sizes, 5, seed);
  for (Index i = 0; i < data.rows.rows(); ++i) {
    const int g = data.codes[static_cast<std::size_t>(i)];
    data.rows.row(i).array() = (data.rows.row(i).array() - 100) * (1 + 0.8 * g) + 2 * g;
  }
  return data;
}

TEST(FairMixturePpcaTest, TheWorstGroupRisesAndTheGapShrinks) {
  const GroupedRows data = unequal_groups({300, 80}, 1);
  const Fit plain = fit(data, settings_for("mixture-ppca"));
  for (const char* search : {"apstar", "bisection"}) {
    SCOPED_TRACE(search);
    const Fit fair =
        fit(data, settings_for("fair-mixture-ppca", {{"group_weights", std::string(search)}}));
    EXPECT_GT(worst_of(likelihoods(fair)), worst_of(likelihoods(plain)) + 0.01);
    EXPECT_LT(spread_of(likelihoods(fair)), spread_of(likelihoods(plain)));
    EXPECT_NEAR(fair.report.objective, -worst_of(likelihoods(fair)), 1e-12);
    EXPECT_EQ(number_of(fair.report, "worst_log_likelihood"), -fair.report.objective);
  }
}

TEST(FairMixturePpcaTest, TheWorstGroupIsNeverBelowThePlainMixtures) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const GroupedRows data = unequal_groups({60, 40, 30}, seed);
    const OptionValues few = {{"mixture_components", std::int64_t{3}},
                              {"start", std::string("random")}};
    const Fit plain = fit(data, settings_for("mixture-ppca", few));
    OptionValues options = few;
    options["max_steps"] = std::int64_t{seed % 3 * 5};
    const Fit fair = fit(data, settings_for("fair-mixture-ppca", options));
    EXPECT_GE(worst_of(likelihoods(fair)), worst_of(likelihoods(plain))) << seed;
  }
}

TEST(FairMixturePpcaTest, TheHistoryHoldsEveryStep) {
  const GroupedRows data = unequal_groups({100, 50, 40}, 7);
  const Fit fair = fit(data, settings_for("fair-mixture-ppca",
                                          {{"max_steps", std::int64_t{6}}, {"keep_models", true}}));
  ASSERT_EQ(fair.report.history.size(), 7u);
  EXPECT_EQ(fair.report.history.front().group_weights, std::vector<double>(3, 1.0 / 3));
  Model model = fair.model;
  for (const FitStep& step : fair.report.history) {
    EXPECT_NEAR(std::accumulate(step.group_weights.begin(), step.group_weights.end(), 0.0), 1,
                1e-12);
    model.mixture = step.mixture;
    for (int g = 0; g < 3; ++g) {
      EXPECT_NEAR(model.log_likelihood(data.of_group(g)).mean(),
                  step.log_likelihood[static_cast<std::size_t>(g)], 1e-10);
    }
    EXPECT_LE(worst_of(step.log_likelihood), worst_of(likelihoods(fair)));
  }
  EXPECT_EQ(fair.report.status, Status::kMaxIterations);
  EXPECT_EQ(fair.report.group_weights.size(), 3u);
}

/// Weights of the steps after the first by the rule of APStar, from the likelihoods reached.
std::vector<Vector> replayed_weights(const std::vector<FitStep>& history, bool is_weighted) {
  const ApstarOptions options;
  std::vector<Vector> weights;
  double best = -std::numeric_limits<double>::infinity();
  int k = 0;
  for (const FitStep& step : history) {
    const auto groups = static_cast<Index>(step.group_weights.size());
    const Vector w = Eigen::Map<const Vector>(step.group_weights.data(), groups);
    Vector values = Eigen::Map<const Vector>(step.log_likelihood.data(), groups);
    if (is_weighted) values = values.cwiseProduct(w);
    ++k;
    if (values.minCoeff() > best) {
      best = values.minCoeff();
      k = std::min(k, options.k_min);
    }
    const Vector low = (values.array() <= best).cast<double>();
    const Vector moved =
        options.step * w + (1 - options.step) / (k * std::max(low.sum(), 1.0)) * low;
    weights.push_back(moved / moved.sum());
  }
  return weights;
}

TEST(FairMixturePpcaTest, WeightsMoveByTheIndicatorThatIsChosen) {
  const GroupedRows data = random_groups({100, 50}, 5, 8);
  for (const bool is_weighted : {false, true}) {
    SCOPED_TRACE(is_weighted);
    const std::vector<FitStep> history =
        fit(data, settings_for("fair-mixture-ppca",
                               {{"max_steps", std::int64_t{25}},
                                {"indicator", std::string(is_weighted ? "weighted" : "own")}}))
            .report.history;
    const std::vector<Vector> expected = replayed_weights(history, is_weighted);
    const std::vector<Vector> by_the_other = replayed_weights(history, !is_weighted);
    double largest = 0;
    for (std::size_t step = 1; step < history.size(); ++step) {
      const Vector weights = Eigen::Map<const Vector>(history[step].group_weights.data(), 2);
      EXPECT_LE((weights - expected[step - 1]).cwiseAbs().maxCoeff(), 1e-12) << step;
      largest = std::max(largest, (weights - by_the_other[step - 1]).cwiseAbs().maxCoeff());
    }
    EXPECT_GT(largest, 1e-3);
  }
}

TEST(FairMixturePpcaTest, GroupsAndOptionsItCannotServeAreRejected) {
  const auto rejection = [](const std::vector<Index>& sizes, const OptionValues& options) {
    return rejection_of(
        [&] { fit(unequal_groups(sizes, 9), settings_for("fair-mixture-ppca", options)); });
  };
  const Message three = rejection({30, 20, 15}, {{"group_weights", std::string("bisection")}});
  EXPECT_EQ(three.code(), "bisection-of-groups");
  EXPECT_EQ(three.option(), "group_weights");
  EXPECT_EQ(three.argument("groups"), "3");
  const Message step = rejection({30, 20, 15}, {{"step", 1.0}});
  EXPECT_EQ(step.code(), "option-value");
  EXPECT_EQ(step.option(), "step");
  EXPECT_EQ(rejection({30}, {}).code(), "too-few-groups");
  const Message alone = rejection({30, 1}, {{"mixture_components", std::int64_t{1}}});
  EXPECT_EQ(alone.code(), "group-of-one-row");
  EXPECT_EQ(alone.argument("group"), "level 1");
}

/// The dissertation's German credit data: 310 women, 690 men.
TEST(FairMixturePpcaDataTest, OnGermanCreditTheWorstGroupRisesAndTheGapShrinks) {
  const std::filesystem::path path = data_set("frmppca/german_credit.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there: set FAIRPCA_DATA";
  ColumnRoles roles;
  roles.protected_columns = {"Sex"};
  roles.label = "Target";
  roles.dropped = {"PersonalStatusSex"};
  const auto fitted = [&](const char* method) {
    FitSettings settings = settings_for(method, {{"max_iterations", std::int64_t{30}}});
    settings.dimensions.wanted = Index{5};
    settings.preparation.standardize = true;
    if (settings.method == "fair-mixture-ppca") settings.options["max_steps"] = std::int64_t{20};
    return fit_rows(*open_rows(path, roles), settings).fit;
  };
  const Fit plain = fitted("mixture-ppca"), fair = fitted("fair-mixture-ppca");
  EXPECT_EQ(plain.report.groups[0].rows, 310);
  EXPECT_EQ(plain.report.groups[1].rows, 690);
  EXPECT_GT(worst_of(likelihoods(fair)), worst_of(likelihoods(plain)));
  EXPECT_LT(spread_of(likelihoods(fair)), spread_of(likelihoods(plain)));
}

}  // namespace fair_mixture_ppca_test
}  // namespace fairpca
