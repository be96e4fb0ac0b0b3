// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/step_model.h"

#include <utility>

#include "fit/messages.h"

namespace fairpca {
namespace {

const FitStep& step_of(const Fit& fit, std::size_t step) {
  const std::vector<FitStep>& history = fit.report.history;
  if (step >= history.size()) {
    reject(fit_message<"no-step">("step"_is(step),
                                  "steps"_is(Counted{std::ssize(history), "step", "steps"})));
  }
  return history[step];
}

std::vector<GroupSummary> at_step(std::vector<GroupSummary> groups, const FitStep& step) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    GroupSummary& group = groups[g];
    const double error = step.reconstruction_error[g];
    if (group.reconstruction_error && group.loss) {
      group.loss = *group.loss + (error - *group.reconstruction_error);
    }
    if (group.reconstruction_error) group.reconstruction_error = error;
    if (group.log_likelihood) group.log_likelihood = step.log_likelihood[g];
  }
  return groups;
}

}  // namespace

bool has_step_model(const Fit& fit, std::size_t step) {
  return step < fit.report.history.size() && fit.report.history[step].mixture;
}

Model step_model(const Fit& fit, std::size_t step) {
  const FitStep& of_step = step_of(fit, step);
  if (!of_step.mixture) reject(fit_message<"no-step-model">());
  Model model = fit.model;
  const Embedding embedding = model.mixture->embedding;
  model.mixture = of_step.mixture;
  model.mixture->embedding = embedding;
  model.certificate.reset();  // it is of the model that the fit returned
  model.groups = at_step(std::move(model.groups), of_step);
  return model;
}

std::vector<GroupSummary> step_groups(const Fit& fit, std::size_t step) {
  return at_step(fit.report.groups, step_of(fit, step));
}

}  // namespace fairpca
