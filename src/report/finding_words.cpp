// SPDX-License-Identifier: BSD-3-Clause
#include "report/finding_words.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/text_columns.h"

namespace fairpca {
namespace {

std::string percent_interval(const Interval& interval) {
  return fmt::format("({} to {})", in_percent(interval.low), in_percent(interval.high));
}

std::string plain_interval(const Interval& interval) {
  return fmt::format("({} to {})", three_digits(interval.low), three_digits(interval.high));
}

bool is_finite(const Interval& interval) {
  return std::isfinite(interval.low) && std::isfinite(interval.high);
}

std::string reconstruction_part(const NotionFinding& finding, const MethodFinding& said,
                                bool is_first) {
  const Interval& interval = said.difference_interval;
  if (said.shows_none()) {
    return fmt::format("under {} no difference is seen ({} to {} %)", said.method,
                       in_percent(interval.low), in_percent(interval.high));
  }
  const std::string whose =
      is_first ? fmt::format("the error of {} is", name_cell(finding.group)) : "it is";
  const std::string than =
      is_first ? fmt::format(" than that of {}", name_cell(finding.other)) : "";
  if (said.difference > 0) {
    return fmt::format("under {} {} {} % {} higher{}", said.method, whose,
                       in_percent(said.difference), percent_interval(interval), than);
  }
  return fmt::format("under {} {} {} % {} lower{}", said.method, whose,
                     in_percent(-said.difference),
                     percent_interval({-interval.high, -interval.low}), than);
}

std::string representation_part(const MethodFinding& said) {
  const Interval auc{said.difference_interval.low + 0.5, said.difference_interval.high + 0.5};
  if (said.shows_none()) {
    return fmt::format("under {} no difference from chance is seen {}", said.method,
                       plain_interval(auc));
  }
  return fmt::format("under {} a linear rule tells the groups apart with AUC {} {}", said.method,
                     three_digits(said.difference + 0.5), plain_interval(auc));
}

std::string likelihood_part(const NotionFinding& finding, const MethodFinding& said,
                            bool is_first) {
  const Interval& interval = said.difference_interval;
  if (said.shows_none()) {
    return fmt::format("under {} no difference is seen {}", said.method, plain_interval(interval));
  }
  const bool is_higher = said.difference > 0;
  const std::string whose =
      is_first ? fmt::format("the mean log-likelihood of {} is", name_cell(finding.group))
               : "it is";
  const std::string than =
      is_first ? fmt::format(" than that of {}", name_cell(finding.other)) : "";
  const Interval shown = is_higher ? interval : Interval{-interval.high, -interval.low};
  return fmt::format("under {} {} {} {} {}{}", said.method, whose,
                     three_digits(std::abs(said.difference)), plain_interval(shown),
                     is_higher ? "higher" : "lower", than);
}

std::string likelihood_cost(const MethodFinding& said) {
  if (!std::isfinite(said.cost) || !is_finite(said.cost_interval)) return "";
  return fmt::format(", that of all rows changes by {} {}", three_digits(said.cost),
                     plain_interval(said.cost_interval));
}

/// A cost in the words of the notion, with a comma in front; empty where there is none.
std::string cost_part(const NotionFinding& finding, const MethodFinding& said) {
  return finding.notion == Fairness::kLikelihood ? likelihood_cost(said) : error_cost(said);
}

}  // namespace

std::string in_percent(double share) {
  const double value = 100 * share;
  return std::abs(value) < 9.95 ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
}

std::string error_cost(const MethodFinding& said) {
  if (!std::isfinite(said.cost) || !is_finite(said.cost_interval)) return "";
  const Interval& interval = said.cost_interval;
  if (interval.low <= 0 && interval.high >= 0) {
    return fmt::format(", no change of the total error is seen ({} to {} %)",
                       in_percent(interval.low), in_percent(interval.high));
  }
  if (said.cost > 0) {
    return fmt::format(", total error grows by {} % {}", in_percent(said.cost),
                       percent_interval(interval));
  }
  return fmt::format(", total error falls by {} % {}", in_percent(-said.cost),
                     percent_interval({-interval.high, -interval.low}));
}

/// Three digits, as people compare them.
std::string three_digits(double value) {
  const double size = std::abs(value);
  if (size == 0) return "0";
  return size >= 1e-3 && size < 1e5 ? fmt::format("{:.3g}", value) : fmt::format("{:.1e}", value);
}

const char* notion_word(Fairness notion) {
  if (notion == Fairness::kReconstruction) return "Reconstruction";
  return notion == Fairness::kLikelihood ? "Likelihood" : "Representation";
}

bool has_intervals(const MethodFinding& said) {
  return is_finite(said.difference_interval);
}

std::string finding_part(const NotionFinding& finding, const MethodFinding& said,
                         bool names_groups) {
  switch (finding.notion) {
    case Fairness::kRepresentation:
      return representation_part(said) + cost_part(finding, said);
    case Fairness::kLikelihood:
      return likelihood_part(finding, said, names_groups) + cost_part(finding, said);
    case Fairness::kNone:
    case Fairness::kReconstruction:
      break;
  }
  return reconstruction_part(finding, said, names_groups) + cost_part(finding, said);
}

std::string finding_sentence(const NotionFinding& finding) {
  std::vector<std::string> parts;
  bool names_groups = true;
  for (const MethodFinding& said : finding.methods) {
    if (!has_intervals(said)) return "";
    parts.push_back(finding_part(finding, said, names_groups));
    names_groups = names_groups && said.shows_none() && finding.notion != Fairness::kRepresentation;
  }
  return fmt::format("{}: {}.", notion_word(finding.notion), fmt::join(parts, "; "));
}

}  // namespace fairpca
