// SPDX-License-Identifier: BSD-3-Clause
#include "report/evaluation_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/text_columns.h"
#include "text/counted.h"
#include "text/display_width.h"

namespace fairpca {
namespace {

/// `loss[Female]`, `accuracy_difference`.
std::string rule_name(const MeasuredValue& value) {
  std::string name = value.measure;
  if (value.statistic != Statistic::kValue) {
    name += fmt::format("_{}", to_string(value.statistic));
  }
  return value.group.empty() ? name : fmt::format("{}[{}]", name, name_cell(value.group));
}

std::string interval_cell(double low, double high) {
  if (std::isnan(low) || std::isnan(high)) return "";
  return fmt::format("{:.4g} to {:.4g}", low, high);
}

std::string floor_cell(double floor) {
  return std::isnan(floor) ? "" : fmt::format("{:.4g}", floor);
}

/// The change with its sign, and its interval.
std::string change_text(const DriftStatement& statement, double factor, const char* unit) {
  const std::string range =
      fmt::format("{:+.3g} to {:+.3g}", factor * statement.low, factor * statement.high);
  if (!statement.is_seen()) return fmt::format("no change is seen ({}{})", range, unit);
  return fmt::format("{:+.3g}{} ({})", factor * statement.change, unit, range);
}

/// A name with the mark after it on a line of its own, behind the indent.
std::string drift_name(const std::string& name, const TableStyle& style) {
  return shortened(name_cell(name), std::max<std::size_t>(style.width, 16) - 7);
}

std::string drift_sentence(const DriftStatement& statement, const TableStyle& style) {
  const std::string group = drift_name(statement.group, style);
  switch (statement.kind) {
    case DriftStatement::Kind::kShare:
      return fmt::format("share of {}: {}, was {}: {}", group, percent_cell(statement.now),
                         percent_cell(statement.then), change_text(statement, 100, " points"));
    case DriftStatement::Kind::kReconstructionError:
      return fmt::format("error of {}: {}, was {}: {}", group, number_cell(statement.now),
                         number_cell(statement.then), change_text(statement, 1, ""));
    case DriftStatement::Kind::kMean:
      return fmt::format("mean {} of {}: {:.4g}, was {:.4g}: {}",
                         drift_name(statement.column, style), group, statement.now, statement.then,
                         change_text(statement, 1, " deviations"));
  }
  return "";
}

}  // namespace

std::string measures_table(const Evaluation& evaluation, const TableStyle& style) {
  TextColumns columns({"measure", "value", "95 % interval", "floor"});
  bool has_lines = false;
  for (const MeasuredValue& value : evaluation.measures) {
    if (!value.group.empty() && !style.all_groups) continue;
    columns.add({rule_name(value), number_cell(value.value), interval_cell(value.low, value.high),
                 floor_cell(value.floor)});
    has_lines = true;
  }
  return has_lines ? columns.text(style) : "";
}

std::string drift_lines(const Drift& drift, const TableStyle& style) {
  if (drift.statements.empty()) return "";
  std::string text =
      wrapped(fmt::format("Since the fit (intervals hold for all {} together, 95 %; {}):",
                          counted(drift.comparisons, "comparison", "comparisons"),
                          drift.has_held_out_errors ? "errors against those of rows held out"
                                                    : "errors against training errors, which are "
                                                      "optimistic"),
              style.width, 2);
  for (const DriftStatement& statement : drift.statements) {
    text += fmt::format("\n  {}", wrapped(drift_sentence(statement, style), style.width - 2, 4));
  }
  text += '\n';
  return text;
}

}  // namespace fairpca
