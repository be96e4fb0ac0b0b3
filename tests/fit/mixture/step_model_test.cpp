// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/step_model.h"

#include <gtest/gtest.h>

#include "fairpca/model/model_file.h"
#include "fit/grouped_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace step_model_test {

Fit fair_mixture(const GroupedRows& data, bool keep_models) {
  FitSettings settings;
  settings.method = "fair-mixture-ppca";
  settings.dimensions.wanted = Index{2};
  settings.options = {{"mixture_components", std::int64_t{2}}, {"keep_models", keep_models}};
  return fit(data, settings);
}

TEST(StepModelTest, AStepHasItsOwnMixtureAndNumbers) {
  const GroupedRows data = random_groups({120, 60}, 5, 1);
  const Fit fit = fair_mixture(data, true);
  ASSERT_GE(fit.report.history.size(), 2u);
  for (std::size_t step = 0; step < fit.report.history.size(); ++step) {
    SCOPED_TRACE(step);
    const FitStep& history = fit.report.history[step];
    ASSERT_TRUE(has_step_model(fit, step));
    const Model model = step_model(fit, step);
    EXPECT_EQ(model.mixture->components.front().mean, history.mixture->components.front().mean);
    for (int g = 0; g < 2; ++g) {
      const GroupSummary& group = model.groups[static_cast<std::size_t>(g)];
      EXPECT_EQ(*group.reconstruction_error, history.reconstruction_error[g]);
      EXPECT_EQ(group.log_likelihood.value(), history.log_likelihood[g]);
      // Measured again, on the rows.
      const RowMatrix rows = data.of_group(g);
      EXPECT_NEAR(group.log_likelihood.value(), model.log_likelihood(rows).mean(), 1e-9);
      const RowMatrix residual =
          (rows - model.reconstruct(rows)) * model.scale.cwiseInverse().asDiagonal();
      EXPECT_NEAR(*group.reconstruction_error, residual.rowwise().squaredNorm().mean(), 1e-9);
    }
  }
}

TEST(StepModelTest, ALossMovesWithTheError) {
  const Fit fit = fair_mixture(random_groups({120, 60}, 5, 2), true);
  const std::vector<GroupSummary> groups = step_groups(fit, 0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const GroupSummary& last = fit.report.groups[g];
    ASSERT_TRUE(last.loss);
    EXPECT_DOUBLE_EQ(*groups[g].loss - *groups[g].reconstruction_error,
                     *last.loss - *last.reconstruction_error);
  }
}

TEST(StepModelTest, AModelOfAStepCanBeWritten) {
  const Fit fit = fair_mixture(random_groups({120, 60, 5}, 5, 3), true);  // one group is hidden
  const Model model = step_model(fit, 0);
  const Model again = parse_model(model_bytes(model));
  EXPECT_EQ(model_bytes(again), model_bytes(model));
  EXPECT_FALSE(again.groups[2].reconstruction_error);
}

TEST(StepModelTest, AStepThatWasNotKeptIsRejected) {
  const Fit fit = fair_mixture(random_groups({120, 60}, 5, 4), false);
  EXPECT_FALSE(has_step_model(fit, 0));
  EXPECT_EQ(rejection_of([&] { step_model(fit, 0); }).code(), "no-step-model");
  EXPECT_EQ(rejection_of([&] { step_model(fit, 1000); }).code(), "no-step");
  EXPECT_EQ(rejection_of([&] { step_groups(fit, 1000); }).argument("step"), "1000");
}

}  // namespace step_model_test
}  // namespace fairpca
