// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/requirements.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/rows/schema.h"
#include "measure/messages.h"
#include "text/parse_number.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

[[noreturn]] void reject_form(std::string_view text) {
  reject(measure_message<"rule-form">("rule"_is(Quoted{text})));
}

/// Every name a rule can have: measures, and measures with a statistic.
std::vector<std::string> rule_names() {
  std::vector<std::string> names;
  for (const Measure& measure : measures()) {
    names.push_back(measure.id);
    for (const Statistic statistic : measure.statistics) {
      if (statistic == Statistic::kValue) continue;
      names.push_back(fmt::format("{}_{}", measure.id, to_string(statistic)));
    }
  }
  return names;
}

std::string advice_on(const std::string& name, const std::vector<std::string>& names) {
  const std::vector<std::string> nearest = nearest_names(name, names);
  if (nearest.empty()) return fmt::format("there are {}", fmt::join(names, ", "));
  return fmt::format("did you mean {}?", fmt::join(nearest, ", "));
}

void set_name(const std::string& name, Requirement& rule) {
  for (const Measure& measure : measures()) {
    if (measure.id == name) {
      rule.measure = name;
      return;
    }
  }
  for (const Measure& measure : measures()) {
    for (const Statistic statistic : measure.statistics) {
      if (name != fmt::format("{}_{}", measure.id, to_string(statistic))) continue;
      rule.measure = measure.id;
      rule.statistic = statistic;
      return;
    }
  }
  reject(measure_message<"rule-measure">("rule"_is(Quoted{rule.text}), "name"_is(Quoted{name}),
                                         "advice"_is(advice_on(name, rule_names()))));
}

/// Differences and worst groups are numbers of all groups together.
void check_has_groups(const Requirement& rule) {
  if (!rule.group) return;
  const Statistic statistic = rule.statistic.value_or(Statistic::kValue);
  const bool is_of_all = statistic == Statistic::kDifference ||
                         statistic == Statistic::kSignedDifference ||
                         statistic == Statistic::kWorst;
  if (find_measure(rule.measure).has_groups && !is_of_all) return;
  const std::string name =
      rule.statistic ? fmt::format("{}_{}", rule.measure, to_string(statistic)) : rule.measure;
  reject(measure_message<"rule-of-no-group">("rule"_is(Quoted{rule.text}), "name"_is(name)));
}

/// No label was given: no measure that needs one has a value, and nothing is said of its classes.
bool lacks_label(const Requirement& rule, const Evaluation& evaluation) {
  const auto needs_label = [](const std::string& id) {
    return find_measure(id).needs == MeasureNeeds::kLabel;
  };
  return needs_label(rule.measure) &&
         std::none_of(evaluation.measures.begin(), evaluation.measures.end(),
                      [&](const MeasuredValue& value) { return needs_label(value.measure); }) &&
         std::none_of(evaluation.notes.begin(), evaluation.notes.end(),
                      [](const Message& note) { return note.code() == "label-of-one-class"; });
}

const MeasuredValue* find_value(const Evaluation& evaluation, const std::string& measure,
                                Statistic statistic, const std::string& group) {
  const auto found = std::find_if(
      evaluation.measures.begin(), evaluation.measures.end(), [&](const MeasuredValue& value) {
        return value.measure == measure && value.statistic == statistic && value.group == group;
      });
  return found == evaluation.measures.end() ? nullptr : &*found;
}

/// The number a rule is about; NaN: there is none.
double value_for(const Requirement& rule, const Evaluation& evaluation) {
  const std::string group = rule.group.value_or("");
  const Statistic statistic = rule.statistic.value_or(Statistic::kValue);
  const MeasuredValue* value = find_value(evaluation, rule.measure, statistic, group);
  if (value == nullptr && !rule.statistic && !rule.group) {
    value = find_value(evaluation, rule.measure, Statistic::kWorst, "");
  }
  return value == nullptr ? std::numeric_limits<double>::quiet_NaN() : value->value;
}

void check_group(const Requirement& rule, const Evaluation& evaluation) {
  if (!rule.group) return;
  std::vector<std::string> names;
  for (const GroupEvaluation& group : evaluation.groups) {
    if (group.name == *rule.group) return;
    names.push_back(group.name);
  }
  const std::vector<std::string> nearest = nearest_names(*rule.group, names);
  reject(measure_message<"rule-group">(
      "rule"_is(Quoted{rule.text}), "group"_is(Quoted{*rule.group}),
      "advice"_is(names.empty()
                      ? std::string("there are no groups")
                      : fmt::format("{} {}", nearest.empty() ? "there are" : "the nearest:",
                                    quoted_list(nearest.empty() ? names : nearest)))));
}

}  // namespace

bool Requirement::holds_for(double value) const {
  switch (comparison) {
    case Comparison::kAtMost:
      return value <= limit;
    case Comparison::kBelow:
      return value < limit;
    case Comparison::kAtLeast:
      return value >= limit;
    case Comparison::kAbove:
      return value > limit;
  }
  return false;
}

Requirement parse_requirement(std::string_view text) {
  using Comparison = Requirement::Comparison;
  Requirement rule;
  rule.text = std::string(trimmed(text));
  // A group's name may hold any character: the comparison is the last one.
  const std::size_t at = rule.text.find_last_of("<>");
  if (at == std::string::npos) reject_form(rule.text);
  std::string_view number = std::string_view(rule.text).substr(at + 1);
  const bool is_below = rule.text[at] == '<', includes = number.starts_with('=');
  if (includes) number.remove_prefix(1);
  rule.comparison = is_below ? (includes ? Comparison::kAtMost : Comparison::kBelow)
                             : (includes ? Comparison::kAtLeast : Comparison::kAbove);
  if (read_number(trimmed(number), rule.limit) != NumberText::kFinite) reject_form(rule.text);
  std::string_view name = trimmed(std::string_view(rule.text).substr(0, at));
  const std::size_t bracket = name.find('[');
  if (bracket != std::string_view::npos) {
    if (!name.ends_with(']')) reject_form(rule.text);
    rule.group = std::string(name.substr(bracket + 1, name.size() - bracket - 2));
    name = trimmed(name.substr(0, bracket));
  }
  set_name(std::string(name), rule);
  check_has_groups(rule);
  return rule;
}

RequirementResult check_requirement(const Requirement& requirement, const Evaluation& evaluation) {
  check_group(requirement, evaluation);
  RequirementResult result{.requirement = requirement};
  result.value = value_for(requirement, evaluation);
  result.is_met = requirement.holds_for(result.value);
  if (std::isnan(result.value) && lacks_label(requirement, evaluation)) {
    result.problem = measure_message<"rule-without-label">("rule"_is(Quoted{requirement.text}),
                                                           "measure"_is(requirement.measure));
  } else if (std::isnan(result.value)) {
    result.problem = measure_message<"rule-without-value">("rule"_is(Quoted{requirement.text}));
  } else if (!result.is_met) {
    result.problem =
        measure_message<"rule-broken">("rule"_is(Quoted{requirement.text}),
                                       "value"_is(result.value), "limit"_is(requirement.limit));
  }
  return result;
}

}  // namespace fairpca
