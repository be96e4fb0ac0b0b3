// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/compare.h"
#include "report/text_columns.h"
#include "text/counted.h"
#include "text/display_width.h"

namespace fairpca {
namespace {

constexpr const char* kBest = "*";
constexpr const char* kLikeBest = "~";

std::string paragraph(const std::string& text, const TableStyle& style, std::size_t indent = 2) {
  return wrapped(text, style.width, indent) + '\n';
}

/// Three digits, as people compare them.
std::string three_digits(double value) {
  const double size = std::abs(value);
  if (size == 0) return "0";
  return size >= 1e-3 && size < 1e5 ? fmt::format("{:.3g}", value) : fmt::format("{:.1e}", value);
}

std::string value_cell(const ComparedNumber& number) {
  if (!number.number.is_there()) return "- ";
  const char* mark = number.is_best ? kBest : number.is_like_best ? kLikeBest : " ";
  return three_digits(number.number.value) + mark;
}

std::string interval_cell(const ComparedNumber& number) {
  const Interval& interval = number.number.interval;
  if (!number.number.is_there() || !std::isfinite(interval.low)) return "";
  return fmt::format("{} to {} ", three_digits(interval.low), three_digits(interval.high));
}

std::string share_in_percent(double share) {
  const double value = 100 * share;
  return std::abs(value) < 9.95 ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
}

std::string percent_interval(const Interval& interval) {
  return fmt::format("({} to {})", share_in_percent(interval.low), share_in_percent(interval.high));
}

std::string plain_interval(const Interval& interval) {
  return fmt::format("({} to {})", three_digits(interval.low), three_digits(interval.high));
}

bool is_finite(const Interval& interval) {
  return std::isfinite(interval.low) && std::isfinite(interval.high);
}

/// `; total error grows by 2 % (1 to 3)`.
std::string error_cost(const MethodFinding& said) {
  if (!std::isfinite(said.cost) || !is_finite(said.cost_interval)) return "";
  const Interval& interval = said.cost_interval;
  if (interval.low <= 0 && interval.high >= 0) {
    return fmt::format(", no change of the total error ({} to {} %)",
                       share_in_percent(interval.low), share_in_percent(interval.high));
  }
  if (said.cost > 0) {
    return fmt::format(", total error grows by {} % {}", share_in_percent(said.cost),
                       percent_interval(interval));
  }
  return fmt::format(", total error falls by {} % {}", share_in_percent(-said.cost),
                     percent_interval({-interval.high, -interval.low}));
}

std::string reconstruction_part(const NotionFinding& finding, const MethodFinding& said,
                                bool is_first) {
  const Interval& interval = said.difference_interval;
  if (said.shows_none()) {
    return fmt::format("under {} no difference is seen ({} to {} %)", said.method,
                       share_in_percent(interval.low), share_in_percent(interval.high));
  }
  const std::string whose =
      is_first ? fmt::format("the error of {} is", name_cell(finding.group)) : "it is";
  const std::string than =
      is_first ? fmt::format(" than that of {}", name_cell(finding.other)) : "";
  if (said.difference > 0) {
    return fmt::format("under {} {} {} % {} higher{}", said.method, whose,
                       share_in_percent(said.difference), percent_interval(interval), than);
  }
  return fmt::format("under {} {} {} % {} lower{}", said.method, whose,
                     share_in_percent(-said.difference),
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

const char* notion_word(Fairness notion) {
  if (notion == Fairness::kReconstruction) return "Reconstruction";
  return notion == Fairness::kLikelihood ? "Likelihood" : "Representation";
}

std::string study_groups_text(const StudyPlan& plan) {
  std::vector<std::string> groups;
  for (const StudyGroup& group : plan.groups) {
    if (groups.size() == kGroupsShown) break;
    groups.push_back(fmt::format("{} {}", name_cell(group.name), group.rows));
  }
  std::string text = fmt::format("Groups: {}", fmt::join(groups, "; "));
  if (plan.groups.size() > groups.size()) {
    text += fmt::format("; {} more", plan.groups.size() - groups.size());
  }
  if (plan.label) {
    text += fmt::format(". Label {}: {}", name_cell(*plan.label),
                        counted(static_cast<Index>(plan.label_levels.size()), "class", "classes"));
  }
  return text;
}

std::string study_data_text(const StudyPlan& plan) {
  std::string text = fmt::format("{}, {}; ", counted(plan.used_rows, "row", "rows"),
                                 counted(plan.columns, "encoded column", "encoded columns"));
  if (plan.splits == 1) {
    return text + fmt::format("{} trained on, {} tested on", plan.training_rows, plan.test_rows);
  }
  return text + fmt::format("{}, each about {} trained on and {} tested on",
                            counted(plan.splits, "split", "splits"), plan.training_rows,
                            plan.test_rows);
}

std::string dimension_table(const DimensionFindings& found, const Findings& findings,
                            const TableStyle& style) {
  std::vector<std::string> header = {fmt::format("d = {}", found.dimensions)};
  for (const std::string& id : findings.measures) header.push_back(id + ' ');
  TextColumns columns(header);
  std::string problems;
  for (const ComparedMethod& line : found.methods) {
    if (!line.problem.empty()) {
      problems += paragraph(fmt::format("{}: {}", line.method, line.problem), style);
      continue;
    }
    std::vector<std::string> values = {line.method}, intervals = {""};
    bool has_interval = false;
    for (const ComparedNumber& number : line.numbers) {
      values.push_back(value_cell(number));
      intervals.push_back(interval_cell(number));
      has_interval = has_interval || !intervals.back().empty();
    }
    columns.add(values);
    if (has_interval) columns.add(intervals);
  }
  return columns.text(style) + problems;
}

}  // namespace

std::string finding_sentence(const NotionFinding& finding) {
  std::vector<std::string> parts;
  bool is_first = true;
  for (const MethodFinding& said : finding.methods) {
    if (!is_finite(said.difference_interval)) return "";
    switch (finding.notion) {
      case Fairness::kRepresentation:
        parts.push_back(representation_part(said) + error_cost(said));
        break;
      case Fairness::kLikelihood:
        parts.push_back(likelihood_part(finding, said, is_first) + likelihood_cost(said));
        break;
      case Fairness::kNone:
      case Fairness::kReconstruction:
        parts.push_back(reconstruction_part(finding, said, is_first) + error_cost(said));
        break;
    }
    is_first = is_first && said.shows_none() && finding.notion != Fairness::kRepresentation;
  }
  return fmt::format("{}: {}.", notion_word(finding.notion), fmt::join(parts, "; "));
}

std::string duration_text(double seconds) {
  if (seconds < 1) return "1 s";
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string study_plan_text(const StudySpec& spec, const StudyPlan& plan, const TableStyle& style) {
  std::vector<std::string> dimensions;
  for (const Dimensions& one : spec.dimensions) dimensions.push_back(dimensions_text(one));
  std::string text =
      paragraph(study_data_text(plan), style) + paragraph(study_groups_text(plan), style);
  text += paragraph(fmt::format("Methods: {}", fmt::join(spec.methods, ", ")), style);
  text +=
      paragraph(fmt::format("d = {}; {}{}", fmt::join(dimensions, ", "),
                            counted(static_cast<Index>(plan.tasks.size()), "task", "tasks"),
                            spec.study.tune ? ", settings tuned by 3-fold cross-validation" : ""),
                style);
  if (plan.finished > 0) text += paragraph(fmt::format("{} finished before", plan.finished), style);
  return text + paragraph("About " + duration_text(plan.estimated_seconds), style);
}

std::string compare_table(const StudyView& view, const TableStyle& style) {
  const StudyPlan& plan = view.study.plan;
  const Findings& findings = view.findings;
  std::string text =
      paragraph(study_data_text(plan), style) + paragraph(study_groups_text(plan), style);
  for (const DimensionFindings& found : findings.dimensions) {
    text += '\n' + dimension_table(found, findings, style);
    for (const NotionFinding& finding : found.notions) {
      const std::string said = finding_sentence(finding);
      if (!said.empty()) text += paragraph(said, style);
    }
  }
  text += '\n';
  text += paragraph(
      fmt::format("{} best, {} not told from the best by these rows; below a value, {}.", kBest,
                  kLikeBest, plan.splits == 1 ? "its 95 % interval" : "its range over the splits"),
      style);
  text += paragraph(
      "Whoever chooses a method by these tables gets optimistic numbers for it: its true errors "
      "and gaps are likely larger.",
      style);
  text += paragraph(fmt::format("All numbers and models: {}", view.folder), style);
  if (view.command)
    text += "\nTo fit the one with the least gap to all rows:\n  " + view.command(style.width - 2) +
            '\n';
  return text;
}

}  // namespace fairpca
