// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/mixture_ppca.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "fairpca/error.h"
#include "fit/grouped_rows.h"
#include "fit/number_of.h"
#include "text/codes_of.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace mixture_ppca_test {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using Range = std::vector<std::int64_t>;
using Prior = std::vector<double>;

FitSettings mixture_settings(Index q, const Range& components, OptionValues options = {}) {
  FitSettings settings;
  settings.method = "mixture-ppca";
  settings.dimensions.wanted = q;
  settings.options = std::move(options);
  settings.options["mixture_components"] = components;
  return settings;
}

/// Three clusters far apart, two groups in all of them.
GroupedRows clusters(Index n, Index p, unsigned seed) {
  GroupedRows data = random_groups({n, n / 2}, p, seed);
  for (Index i = 0; i < data.rows.rows(); ++i)
    data.rows.row(i).array() += 40.0 * static_cast<double>(i % 3);
  return data;
}

TEST(MixturePpcaTest, OneComponentWithoutPriorIsPpca) {
  const GroupedRows data = random_groups({120, 60}, 6, 1);
  FitSettings closed;
  closed.method = "ppca";
  closed.dimensions.wanted = Index{2};
  closed.preparation.standardize = true;
  const Fit wanted = fit(data, closed);
  for (const char* m_step : {"latent", "exact"}) {
    FitSettings settings = mixture_settings(2, {1},
                                            {{"noise_prior", Prior{}},
                                             {"m_step", std::string(m_step)},
                                             {"tolerance", 1e-13},
                                             {"max_iterations", std::int64_t{5000}}});
    settings.preparation.standardize = true;
    const Fit found = fit(data, settings);
    EXPECT_EQ(found.report.status, Status::kConverged);
    EXPECT_NEAR(found.report.objective, wanted.report.objective, 1e-9);
    EXPECT_NEAR(found.report.reconstruction_error, wanted.report.reconstruction_error, 1e-5);
    for (std::size_t g = 0; g < 2; ++g) {
      EXPECT_NEAR(found.report.groups[g].log_likelihood.value(),
                  wanted.report.groups[g].log_likelihood.value(), 1e-5);
      EXPECT_NEAR(*found.report.groups[g].loss, *wanted.report.groups[g].loss, 1e-5);
    }
  }
}

TEST(MixturePpcaTest, ReportedNumbersAreThoseOfTheModelOnTheRows) {
  const GroupedRows data = clusters(90, 5, 2);
  FitSettings settings = mixture_settings(2, {3});
  settings.preparation.standardize = true;
  const Fit found = fit(data, settings);
  const Model& model = found.model;
  EXPECT_NEAR(*found.report.log_likelihood, model.log_likelihood(data.rows).mean(), 1e-12);
  for (int g = 0; g < 2; ++g) {
    const RowMatrix own = data.of_group(g);
    const GroupSummary& group = found.report.groups[static_cast<std::size_t>(g)];
    EXPECT_NEAR(group.log_likelihood.value(), model.log_likelihood(own).mean(), 1e-12);
    const RowMatrix residual =
        prepared_rows(own, model) - prepared_rows(model.reconstruct(own), model);
    EXPECT_NEAR(*group.reconstruction_error, residual.rowwise().squaredNorm().mean(), 1e-12);
  }
  EXPECT_NEAR(
      number_of(found.report, "bic"),
      -2 * model.log_likelihood(data.rows).sum() + (2 + 3 * (5 + 10 - 1 + 1)) * std::log(135.0),
      1e-8);
}

TEST(MixturePpcaTest, AMixtureDescribesClustersBetterThanOneGaussian) {
  const GroupedRows data = clusters(200, 5, 3);
  const Fit one = fit(data, mixture_settings(1, {1})), three = fit(data, mixture_settings(1, {3}));
  EXPECT_LT(three.report.objective, one.report.objective - 0.5);
  for (const PpcaComponent& component : three.model.mixture->components) {
    EXPECT_NEAR(component.weight, 1.0 / 3, 0.02);
  }
}

TEST(MixturePpcaTest, MoreStartsAreNeverWorse) {
  const GroupedRows data = clusters(60, 4, 4);
  const OptionValues random = {{"start", std::string("random")}};
  OptionValues more = random;
  more["starts"] = std::int64_t{5};
  const Fit once = fit(data, mixture_settings(1, {4}, random));
  EXPECT_LE(fit(data, mixture_settings(1, {4}, more)).report.objective,
            once.report.objective + 1e-3);
}

TEST(MixturePpcaTest, ThreadsAndStreamingGiveTheSameModel) {
  const GroupedRows data = clusters(6000, 4, 5);
  FitSettings settings = mixture_settings(2, {3}, {{"max_iterations", std::int64_t{4}}});
  const Fit first = fit(data, settings);
  for (const char* keep : {"memory", "stream"}) {
    settings.pass.threads = 3;
    settings.options["keep_rows"] = std::string(keep);
    const Fit again = fit(data, settings);
    for (std::size_t k = 0; k < 3; ++k) {
      const PpcaComponent &a = first.model.mixture->components[k],
                          &b = again.model.mixture->components[k];
      EXPECT_EQ(a.frame, b.frame);
      EXPECT_EQ(a.mean, b.mean);
      EXPECT_EQ(a.noise_variance, b.noise_variance);
    }
  }
}

TEST(MixturePpcaTest, BicChoosesTheComponentsTheRowsWereDrawnFrom) {
  const GroupedRows data = clusters(300, 4, 6);
  for (const char* by : {"bic", "held-out"}) {
    for (const char* whom : {"overall", "worst-group"}) {
      FitSettings settings = mixture_settings(
          1, {1, 4}, {{"choose_by", std::string(by)}, {"choose_for", std::string(whom)}});
      settings.dimensions.most = 2;
      const Fit found = fit(data, settings);
      EXPECT_GE(found.model.mixture->size(), 3) << by << " " << whom;
      EXPECT_THAT(codes_of(found.report.notes), ElementsAre("mixture-size-chosen"));
      EXPECT_EQ(found.report.notes[0].argument("components"),
                std::to_string(found.model.mixture->size()));
      EXPECT_EQ(number_of<Index>(found.report, "mixture_components"), found.model.mixture->size());
    }
  }
  GroupedRows plain = random_groups({450}, 4, 6);  // three Gaussians: full ones have d = p - 1
  for (Index i = 0; i < 450; ++i) plain.rows.row(i).array() += 40.0 * static_cast<double>(i % 3);
  EXPECT_EQ(fit(plain, mixture_settings(3, {2, 5})).model.mixture->size(), 3);
}

TEST(MixturePpcaTest, HeldOutRowsComeFromEveryGroupThatHasEnough) {
  const OptionValues options = {{"choose_by", std::string("held-out")},
                                {"choose_for", std::string("worst-group")}};
  const GroupedRows enough = random_groups({200, 5}, 4, 12), few = random_groups({200, 4}, 4, 12);
  for (std::uint64_t seed = 0; seed < 8; ++seed) {  // by chance alone half of them would fail
    FitSettings settings = mixture_settings(1, {1, 2}, options);
    settings.seed = seed;
    EXPECT_NO_THROW(fit(enough, settings)) << seed;
    const Message rejection = rejection_of([&] { fit(few, settings); });
    EXPECT_EQ(rejection.code(), "group-too-small-to-hold-out");
    EXPECT_EQ(rejection.option(), "choose_by");
    EXPECT_EQ(rejection.argument("group"), "level 1");
    EXPECT_EQ(rejection.argument("rows"), "4");
    EXPECT_THAT(rejection.ways_out(), Contains(Setting{"choose_by", "bic"}));
  }
  FitSettings overall = mixture_settings(1, {1, 2}, {{"choose_by", std::string("held-out")}});
  EXPECT_NO_THROW(fit(few, overall));
  const Message rejection = rejection_of([&] { fit(random_groups({4}, 4, 12), overall); });
  EXPECT_EQ(rejection.code(), "too-few-rows-to-hold-out");
  EXPECT_EQ(rejection.argument("rows"), "4");
}

bool is_said_to_have_collapsed(std::size_t component, const std::vector<Message>& warnings) {
  return std::any_of(warnings.begin(), warnings.end(), [&](const Message& warning) {
    return warning.code() == "component-collapsed" &&
           warning.argument("component") == std::to_string(component);
  });
}

TEST(MixturePpcaTest, CollapsedComponentsAreReportedAndNothingIsNotANumber) {
  int collapsed = 0;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const GroupedRows data = random_groups({40}, 3, seed);
    const Fit found = fit(data, mixture_settings(1, {20},
                                                 {{"start", std::string("random")},
                                                  {"max_iterations", std::int64_t{2000}},
                                                  {"noise_prior", Prior{20, 10}}}));
    ASSERT_TRUE(std::isfinite(found.report.objective));
    EXPECT_TRUE(found.model.transform(data.rows).allFinite());
    EXPECT_TRUE(found.model.log_likelihood(data.rows).allFinite());
    const PpcaMixture& mixture = *found.model.mixture;
    for (std::size_t k = 0; k < mixture.components.size(); ++k) {
      const bool is_gone = mixture.components[k].weight * 40 < 1;
      EXPECT_EQ(is_gone, is_said_to_have_collapsed(k + 1, found.report.warnings)) << k;
      collapsed += is_gone ? 1 : 0;
    }
  }
  EXPECT_GT(collapsed, 0);
}

TEST(MixturePpcaTest, MissingCellsOfNoneChangeNothing) {
  const GroupedRows data = random_groups({200, 100}, 5, 7);
  FitSettings settings;
  settings.method = "ppca";
  settings.dimensions.wanted = Index{2};
  const Fit wanted = fit(data, settings);
  settings.missing = MissingCells::kModel;
  const Fit found = fit(data, settings);
  EXPECT_FALSE(found.model.mixture);
  EXPECT_NEAR(found.report.objective, wanted.report.objective, 1e-9);
  EXPECT_NEAR(*found.model.projection.noise_variance, *wanted.model.projection.noise_variance,
              1e-6);
  EXPECT_LE((found.model.mean - wanted.model.mean).norm(), 1e-8);
}

TEST(MixturePpcaTest, FillsMissingCellsBetterThanMeans) {
  const GroupedRows whole = random_groups({400, 200}, 6, 8);
  GroupedRows holes = whole;
  for (Index i = 0; i < holes.rows.rows(); ++i) {
    holes.rows(i, i % 6) = std::numeric_limits<double>::quiet_NaN();
  }
  for (const char* method : {"ppca", "mixture-ppca", "fair-mixture-ppca"}) {
    SCOPED_TRACE(method);
    FitSettings settings;
    settings.method = method;
    settings.dimensions.wanted = Index{3};
    settings.missing = MissingCells::kModel;
    if (settings.method != "ppca") settings.options["mixture_components"] = std::int64_t{2};
    if (settings.method == "fair-mixture-ppca") settings.options["max_steps"] = std::int64_t{3};
    const Fit found = fit(holes, settings);
    const RowMatrix filled = found.model.complete(holes.rows);
    double by_model = 0, by_mean = 0;
    for (Index i = 0; i < holes.rows.rows(); ++i) {
      const Index j = i % 6;
      by_model += std::pow(filled(i, j) - whole.rows(i, j), 2);
      by_mean += std::pow(found.model.mean(j) - whole.rows(i, j), 2);
    }
    EXPECT_LT(by_model, 0.8 * by_mean);
    EXPECT_TRUE(found.model.transform(holes.rows).allFinite());
    EXPECT_NEAR(*found.report.log_likelihood, found.model.log_likelihood(holes.rows).mean(), 1e-8);
  }
}

TEST(MixturePpcaTest, RowsAndGroupsItCannotFitAreRejected) {
  const GroupedRows data = random_groups({30, 4}, 4, 9);
  const auto rejection = [](const GroupedRows& rows, const FitSettings& settings) {
    return rejection_of([&] { fit(rows, settings); });
  };
  // A small group is no reason: it is fair to none.
  EXPECT_EQ(fit(data, mixture_settings(1, {5})).model.mixture->size(), 5);
  FitSettings fair = mixture_settings(1, {5});
  fair.method = "fair-mixture-ppca";
  const Message group = rejection(data, fair);
  EXPECT_EQ(group.code(), "components-above-group");
  EXPECT_EQ(group.option(), "mixture_components");
  EXPECT_EQ(group.argument("group"), "level 1");
  EXPECT_EQ(group.argument("rows"), "4");
  EXPECT_EQ(rejection(data, mixture_settings(1, {35})).code(), "too-many-components");
  const Message dimensions = rejection(data, mixture_settings(4, {2}));
  EXPECT_EQ(dimensions.code(), "dimensions-out-of-range");
  EXPECT_EQ(dimensions.argument("most"), "3");
  GroupedRows equal = data;
  equal.rows.setConstant(3);
  EXPECT_EQ(rejection(equal, mixture_settings(1, {2})).code(), "rows-all-equal");
  for (const auto& [factor, extreme] : {std::pair{1e-143, "small"}, {1e152, "large"}}) {
    GroupedRows scaled = data;
    scaled.rows *= factor;
    const Message variance = rejection(scaled, mixture_settings(1, {2}));
    EXPECT_EQ(variance.code(), "variance-beyond-range");
    EXPECT_EQ(variance.argument("extreme"), extreme);
  }
}

TEST(MixturePpcaTest, ValuesOfOptionsAreRejectedWithoutData) {
  const auto expect_rejected = [](const OptionValues& options, const char* option) {
    FitSettings settings = mixture_settings(1, {2});
    for (const auto& [name, value] : options) settings.options[name] = value;
    const Message rejection = rejection_of([&] { check_settings(settings); });
    EXPECT_EQ(rejection.code(), "option-value");
    EXPECT_EQ(rejection.option(), option);
  };
  for (const Prior& prior : {Prior{1}, {-1, 1}, {1, 0}, {1, std::nan("")}, {1, 1, 1}}) {
    expect_rejected({{"noise_prior", prior}}, "noise_prior");
  }
  expect_rejected({{"noise_prior", std::string("a,b")}}, "noise_prior");
  for (const Range& range : {Range{}, {0}, {3, 2}, {1, 2, 3}, {1, 99999999}}) {
    expect_rejected({{"mixture_components", range}}, "mixture_components");
  }
  expect_rejected({{"mixture_components", std::string("x")}}, "mixture_components");
}

TEST(MixturePpcaTest, SettingsItCannotServeAreRejectedWithoutData) {
  const auto rejection = [](const FitSettings& settings) {
    return rejection_of([&] { check_settings(settings); });
  };
  FitSettings own_means = mixture_settings(1, {2});
  own_means.preparation.center = Center::kGroup;
  EXPECT_EQ(rejection(own_means).code(), "center-not-overall");
  EXPECT_EQ(rejection(own_means).option(), "center");
  FitSettings cells = own_means;
  cells.method = "ppca";
  cells.options = {};
  EXPECT_NO_THROW(check_settings(cells));
  cells.missing = MissingCells::kModel;  // by EM over the rows, as a mixture
  EXPECT_EQ(rejection(cells).code(), "center-not-overall");
  FitSettings reversed = mixture_settings(3, {2});
  reversed.dimensions.most = 2;
  EXPECT_EQ(rejection(reversed).option(), "dimensions");
  FitSettings pca;
  pca.dimensions.most = 3;
  EXPECT_EQ(rejection(pca).code(), "dimensions-not-a-range");
  pca.dimensions.most = 0;
  pca.missing = MissingCells::kModel;
  EXPECT_EQ(rejection(pca).code(), "no-model-of-missing-cells");
}

TEST(MixturePpcaTest, SaysWhenItRanOutOfIterationsAndKeepsTheModel) {
  const Fit found =
      fit(clusters(60, 4, 10), mixture_settings(1, {3}, {{"max_iterations", std::int64_t{1}}}));
  EXPECT_EQ(found.report.status, Status::kMaxIterations);
  EXPECT_FALSE(found.report.converged());
  EXPECT_EQ(found.model.mixture->size(), 3);
}

}  // namespace mixture_ppca_test
}  // namespace fairpca
