// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/compare.h"
#include "report/finding_words.h"
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

/// Measures [begin, end) of the table of one dimension.
TextColumns columns_of_measures(const DimensionFindings& found, const Findings& findings,
                                std::size_t begin, std::size_t end) {
  std::vector<std::string> header = {fmt::format("d = {}", found.dimensions)};
  for (std::size_t i = begin; i < end; ++i) header.push_back(findings.measures[i] + ' ');
  TextColumns columns(header);
  for (const ComparedMethod& line : found.methods) {
    if (!line.problem.empty()) continue;
    std::vector<std::string> values = {line.method}, intervals = {""};
    for (std::size_t i = begin; i < end; ++i) {
      const ComparedNumber number = i < line.numbers.size() ? line.numbers[i] : ComparedNumber();
      values.push_back(value_cell(number));
      intervals.push_back(interval_cell(number));
    }
    columns.add(values);
    const bool has_interval = std::any_of(intervals.begin(), intervals.end(),
                                          [](const std::string& cell) { return !cell.empty(); });
    if (has_interval) columns.add(intervals);
  }
  return columns;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0, begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    widest = std::max(widest, display_width(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

/// As many measures side by side as fit with names in full, the others below.
std::string dimension_table(const DimensionFindings& found, const Findings& findings,
                            const TableStyle& style) {
  constexpr std::size_t kUnlimited = 1000;
  std::string text;
  std::size_t begin = 0;
  do {
    std::size_t end = std::min(begin + 1, findings.measures.size());
    while (end < findings.measures.size()) {
      const TextColumns longer = columns_of_measures(found, findings, begin, end + 1);
      if (widest_line(longer.text({.width = kUnlimited})) > style.width) break;
      ++end;
    }
    if (!text.empty()) text += '\n';
    text += columns_of_measures(found, findings, begin, end).text(style);
    begin = end;
  } while (begin < findings.measures.size());
  for (const ComparedMethod& line : found.methods) {
    if (line.problem.empty()) continue;
    text += paragraph(fmt::format("{}: {}", line.method, line.problem), style);
  }
  return text;
}

/// What the suggested method is best in, and among whom.
std::string suggestion_text(const SuggestedFit& fit) {
  std::string best = "the least " + fit.measure;
  if (fit.measure == "group_auc_linear") best = fit.measure + " nearest to 0.5";
  if (fit.measure == "log_likelihood") best = "the best log_likelihood of the worst group";
  std::string notion = notion_word(fit.notion);
  notion.front() = static_cast<char>(std::tolower(notion.front()));
  return fmt::format("Of the methods fair in {}, {} has {} at d = {}. To fit it to all rows:",
                     notion, fit.method, best, fit.dimensions);
}

}  // namespace

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
                  kLikeBest,
                  plan.splits == 1 ? "its 95 % interval"
                                   : "its range over splits (least to largest, no interval)"),
      style);
  text += paragraph(
      "Whoever chooses a method by these tables gets optimistic numbers for it: its true errors "
      "and gaps are likely larger.",
      style);
  text += paragraph(fmt::format("All numbers and models: {}", view.folder), style);
  if (view.command && !findings.suggested.method.empty()) {
    text += '\n' + paragraph(suggestion_text(findings.suggested), style, 0);
    text += "  " + view.command(style.width - 2) + '\n';
  }
  return text;
}

}  // namespace fairpca
