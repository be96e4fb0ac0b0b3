// SPDX-License-Identifier: BSD-3-Clause
#include "fit/published_rows.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace fairpca {
namespace {

constexpr double kWithheldNumber = std::numeric_limits<double>::quiet_NaN();

void withhold_all(std::vector<double>& values) {
  std::fill(values.begin(), values.end(), kWithheldNumber);
}

void withhold_groups(const Disclosure& disclosure, Fit& fit) {
  for (std::size_t g = 0; g < fit.model.groups.size(); ++g) {
    if (!disclosure.hides(g)) continue;
    std::optional<double>& likelihood = fit.model.groups[g].log_likelihood;
    if (likelihood) likelihood = kWithheldNumber;
    for (FitStep& step : fit.report.history) {
      step.log_likelihood[g] = step.reconstruction_error[g] = kWithheldNumber;
    }
  }
  fit.report.groups = fit.model.groups;
}

/// What permutations of all groups' rows allow goes; MMD^2 stays where all rows are published.
void withhold_constraints(const PreparedMoments& moments, const Disclosure& disclosure,
                          FitReport& report) {
  const auto is_published = [&](std::size_t g) {
    const Group& group = moments.groups[g].group;
    return !disclosure.hides(g) && disclosure.published(group).cells.size() == group.cells.size();
  };
  for (MmdConstraintSummary& constraint : report.mmd_constraints) {
    constraint.tau = kWithheldNumber;
    if (constraint.p_value) constraint.p_value = kWithheldNumber;
    if (!std::all_of(constraint.groups.begin(), constraint.groups.end(), is_published)) {
      constraint.mmd2 = kWithheldNumber;
    }
  }
}

/// What is not named here is withheld, also a number that is new.
void withhold_method_numbers(FitReport& report) {
  for (MethodNumber& number : report.numbers) {
    const bool is_fraction = std::holds_alternative<double>(number.value);
    if (is_fraction && !number.is_published_always) number.value = kWithheldNumber;
  }
  if (report.means) report.means = MeanSummary();
  if (report.covariances) report.covariances = CovarianceSummary();
  if (!report.mmd) return;
  const MmdSummary all = *std::exchange(report.mmd, MmdSummary());
  report.mmd->bandwidth = all.bandwidth;
  report.mmd->feasible = all.feasible;
  report.mmd->rounds = all.rounds;
  report.mmd->evaluations = all.evaluations;
  report.mmd->permuted_rows = all.permuted_rows;
  if (all.p_value) report.mmd->p_value = report.mmd->tau_factor = kWithheldNumber;
}

void withhold_certificate(FitReport& report) {
  report.objective = report.bound = kWithheldNumber;
  withhold_all(report.dual_weights);
  report.multipliers = {};
  withhold_all(report.group_weights);
  for (FitStep& step : report.history) withhold_all(step.group_weights);
  withhold_method_numbers(report);
  for (Message& warning : report.warnings) warning = warning.without_numbers();
  if (report.missed) report.missed = report.missed->without_numbers();
}

}  // namespace

void withhold(const FitInput& input, Fairness fairness, Fit& fit) {
  const Disclosure disclosure(*input.moments, *input.prepared, input.min_group_size);
  FitReport& report = fit.report;
  if (disclosure.hides_any()) {
    withhold_groups(disclosure, fit);
    // Every fair method compares all groups; the others look only at all rows together.
    if (fairness != Fairness::kNone || disclosure.leaves_rows_out()) {
      report.withheld = disclosure.reason();
      withhold_certificate(report);
      withhold_constraints(*input.prepared, disclosure, report);
    }
  }
  for (Message& warning : disclosure.warnings()) report.warnings.push_back(std::move(warning));
}

}  // namespace fairpca
