// SPDX-License-Identifier: BSD-3-Clause
#include "fit/published_rows.h"

#include <algorithm>
#include <limits>
#include <regex>
#include <set>
#include <utility>

namespace fairpca {
namespace {

constexpr double kWithheldNumber = std::numeric_limits<double>::quiet_NaN();

/// Measures that are taken over published groups from the start, or say nothing of any group.
const std::set<std::string> kPublishedMeasures = {"bandwidth", "bic", "feasible", "log_likelihood",
                                                  "worst_log_likelihood"};

/// The message with every number replaced, but for those in names: in words, between quotes, of
/// theorems.
std::string without_numbers(const std::string& message) {
  static const std::regex kToken(
      R"('[^']*'|(?:Theorem|Proposition) (?:[A-Z]\.)?[0-9.]*[0-9]|[A-Za-z_^][A-Za-z0-9_^']*|-?[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)");
  std::string result;
  auto rest = message.begin();
  for (std::sregex_iterator token(message.begin(), message.end(), kToken), end; token != end;
       ++token) {
    result.append(rest, message.begin() + token->position());
    const std::string text = token->str();
    const bool is_number = text.front() == '-' || (text.front() >= '0' && text.front() <= '9');
    result += is_number ? "(withheld)" : text;
    rest = message.begin() + token->position() + token->length();
  }
  return result.append(rest, message.end());
}

void withhold_all(std::vector<double>& values) {
  std::fill(values.begin(), values.end(), kWithheldNumber);
}

void withhold_groups(const Disclosure& disclosure, Fit& fit) {
  for (std::size_t g = 0; g < fit.model.groups.size(); ++g) {
    if (!disclosure.hides(g)) continue;
    for (auto& [name, value] : fit.model.groups[g].measures) value = kWithheldNumber;
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

void withhold_certificate(FitReport& report) {
  report.objective = report.bound = kWithheldNumber;
  withhold_all(report.dual_weights);
  withhold_all(report.group_weights);
  for (FitStep& step : report.history) withhold_all(step.group_weights);
  for (auto& [name, value] : report.measures) {
    if (!kPublishedMeasures.contains(name)) value = kWithheldNumber;
  }
  for (std::string& warning : report.warnings) warning = without_numbers(warning);
  report.missed = without_numbers(report.missed);
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
  for (std::string& warning : disclosure.warnings()) report.warnings.push_back(std::move(warning));
}

}  // namespace fairpca
