// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/describe.h"
#include "report/text_columns.h"
#include "text/counted.h"
#include "text/display_width.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

constexpr std::size_t kColumnsShown = 100;
constexpr std::size_t kLabelsShown = 3;
constexpr std::size_t kNamesShown = 8;

std::string bytes_text(double bytes) {
  if (bytes < 1e3) return fmt::format("{:.0f} bytes", bytes);
  if (bytes < 1e6) return fmt::format("{:.3g} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.3g} MB", bytes / 1e6);
  return fmt::format("{:.4g} GB", bytes / 1e9);
}

/// Four digits, and no exponent where a few more will do.
std::string short_number(double number) {
  const bool is_plain = std::abs(number) >= 1000 && std::abs(number) < 1e7;
  return is_plain ? fmt::format("{:.0f}", number) : fmt::format("{:.4g}", number);
}

double share_of(Index rows, Index all) {
  return all == 0 ? 0 : static_cast<double>(rows) / static_cast<double>(all);
}

/// Never 0 % of something, nor 100 % of less than all.
std::string percent(Index rows, Index all) {
  const double share = share_of(rows, all);
  if (rows > 0 && share < 0.001) return "<0.1 %";
  if (rows < all && share > 0.999) return ">99.9 %";
  return fmt::format("{:.1f} %", 100 * share);
}

/// The same without decimals.
std::string whole_percent(Index rows, Index all) {
  const double share = share_of(rows, all);
  if (rows > 0 && share < 0.005) return "<1 %";
  if (rows < all && share > 0.995) return ">99 %";
  return fmt::format("{:.0f} %", 100 * share);
}

std::string padded(const std::string& text, std::size_t width, bool to_the_right = false) {
  const std::size_t own = display_width(text);
  const std::string blanks(width > own ? width - own : 0, ' ');
  return to_the_right ? blanks + text : text + blanks;
}

/// `text` in lines, each behind `indent` blanks.
std::string indented(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream lines(wrapped(text, width - indent, 2));
  std::string out;
  for (std::string line; std::getline(lines, line);) out += std::string(indent, ' ') + line + '\n';
  return out;
}

/// The lines of the columns.
class ColumnLines {
 public:
  ColumnLines(const DescriptionView& view, std::size_t width)
      : table_(view.description), spelling_(view.spell_setting), width_(width) {
    name_ = missing_ = distinct_ = 0;
    for (const ColumnDescription& column : table_.columns) {
      name_ = std::max(name_, display_width(name_cell(column.name)));
      missing_ = std::max(missing_, display_width(missing_text(column)));
      distinct_ = std::max(distinct_, distinct_text(column).size());
    }
    name_ = std::clamp<std::size_t>(name_, 6, std::max<std::size_t>(width / 4, 8));
    missing_ = std::max<std::size_t>(missing_, 7);
    distinct_ = std::max<std::size_t>(distinct_, 8);
    const std::size_t others = name_ + kKind + missing_ + distinct_ + 8;
    values_ = width > others + 12 ? width - others : 12;
  }

  std::string text() const {
    std::string lines = line("column", "kind", "missing", "distinct", "values");
    lines +=
        std::string(std::min(width_, name_ + kKind + missing_ + distinct_ + 8 + values_), '-') +
        '\n';
    std::size_t shown = 0, hidden = 0;
    const bool is_wide = table_.columns.size() > kColumnsShown;
    for (const ColumnDescription& column : table_.columns) {
      const bool is_special = !column.remarks.empty() || column.role != ColumnRole::kFeature;
      if (shown >= kColumnsShown || (is_wide && shown >= kColumnsShown / 2 && !is_special)) {
        ++hidden;
        continue;
      }
      lines += column_lines(column);
      ++shown;
    }
    if (hidden > 0) lines += fmt::format("and {} more columns\n", hidden);
    return lines;
  }

 private:
  static constexpr std::size_t kKind = 8;

  std::string line(const std::string& name, std::string_view kind, const std::string& missing,
                   const std::string& distinct, const std::string& values) const {
    std::string text = padded(shortened(name, name_), name_) + "  " +
                       padded(std::string(kind), kKind) + "  " + padded(missing, missing_, true) +
                       "  " + padded(distinct, distinct_, true) + "  " + shortened(values, values_);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  }

  std::string missing_text(const ColumnDescription& column) const {
    if (column.missing == 0) return "-";
    return fmt::format("{} {:>7}", column.missing, percent(column.missing, table_.rows));
  }

  static std::string distinct_text(const ColumnDescription& column) {
    return fmt::format("{}{}", column.distinct_is_exact ? "" : "~", column.distinct);
  }

  std::string values_text(const ColumnDescription& column) const {
    if (column.numbers) {
      const std::string range = fmt::format("{} to {}", short_number(column.numbers->minimum),
                                            short_number(column.numbers->maximum));
      const std::string with_mean =
          fmt::format("{}, mean {}", range, short_number(column.numbers->mean));
      return display_width(with_mean) <= values_ ? with_mean : range;
    }
    std::string text;
    const Index present = table_.rows - column.missing;
    for (const CountedLevel& level : column.levels) {
      if (column.level_error > 0 && share_of(level.rows, present) < 0.01) break;
      const std::string next =
          fmt::format("{}{} {}{}", text.empty() ? "" : ", ", shortened(name_cell(level.level), 16),
                      column.level_error > 0 ? ">=" : "", whole_percent(level.rows, present));
      if (!text.empty() && display_width(text + next) > values_) break;
      text += next;
    }
    return text;
  }

  std::string column_lines(const ColumnDescription& column) const {
    std::string text = line(name_cell(column.name), kind_word(column.kind), missing_text(column),
                            distinct_text(column), values_text(column));
    if (column.role != ColumnRole::kFeature) {
      const char* word = column.role == ColumnRole::kProtected ? "protected column"
                         : column.role == ColumnRole::kLabel   ? "the label"
                         : column.role == ColumnRole::kWeight  ? "the weight"
                                                               : "left out";
      text += fmt::format("    {}\n", word);
    }
    for (const Message& remark : column.remarks)
      text += indented(remark.text(spelling_), width_, 4);
    return text;
  }

  const Description& table_;
  Spelling spelling_;
  std::size_t width_, name_, missing_, distinct_, values_;
};

/// The groups made by some columns, and the balance of the label in them.
std::string groups_text(const DescribedGroups& groups, const Description& table, bool with_labels,
                        const TableStyle& style) {
  const std::string of = fmt::format("groups of {}", quoted_list(groups.columns));
  if (!groups.is_complete) {
    return '\n' +
           indented(of + ": more than a thousand, too many for a fit by groups", style.width, 0);
  }
  std::vector<std::string> header = {"group", "rows", "share"};
  const bool shows_labels =
      with_labels && !table.label_levels.empty() && table.label_levels.size() <= kLabelsShown + 1;
  const std::size_t first_label = table.label_levels.size() == 2 ? 1 : 0;  // one says it all
  if (shows_labels) {
    for (std::size_t i = first_label; i < table.label_levels.size(); ++i) {
      header.push_back("label " + shortened(name_cell(table.label_levels[i].level), 14));
    }
  }
  TextColumns columns(header);
  const std::size_t most = style.all_groups ? groups.groups.size() : kGroupsShown;
  Index small = 0;
  for (std::size_t g = 0; g < groups.groups.size(); ++g) {
    const DescribedGroup& group = groups.groups[g];
    small += group.is_small ? 1 : 0;
    if (g >= most) continue;
    std::vector<std::string> cells = {
        name_cell(group.name) + (group.is_small ? " (too small)" : ""),
        fmt::format("{}", group.rows), percent(group.rows, table.rows)};
    for (std::size_t i = first_label; shows_labels && i < table.label_levels.size(); ++i) {
      cells.push_back(
          group.label_shares.empty() ? "-" : fmt::format("{:.1f} %", 100 * group.label_shares[i]));
    }
    columns.add(std::move(cells));
  }
  std::string text = '\n' + indented(of, style.width, 0) + columns.text(style);
  if (groups.groups.size() > most) {
    text += fmt::format("and {} more groups\n", groups.groups.size() - most);
  }
  if (groups.missing > 0) {
    text += fmt::format("{} without a level\n", counted(groups.missing, "row", "rows"));
  }
  if (small > 0) {
    text += indented(fmt::format("{} below {} rows: the numbers of such a group are not published",
                                 counted(small, "group", "groups"), table.min_group_size),
                     style.width, 0);
  }
  return text;
}

std::string label_text(const Description& table, std::size_t width) {
  const auto label =
      std::find_if(table.columns.begin(), table.columns.end(),
                   [](const auto& column) { return column.role == ColumnRole::kLabel; });
  if (label == table.columns.end()) return "";
  std::string text = fmt::format("label {}: ", in_quotes(label->name));
  if (table.label_levels.empty()) {
    return '\n' + indented(text + fmt::format("{} different values, too many to be classes",
                                              label->distinct),
                           width, 0);
  }
  const Index present = table.rows - label->missing;
  std::vector<std::string> levels;
  for (const CountedLevel& level : table.label_levels) {
    levels.push_back(
        fmt::format("{} {}", shortened(name_cell(level.level), 24), percent(level.rows, present)));
  }
  text += fmt::format("{}", fmt::join(levels, ", "));
  if (label->missing > 0) text += fmt::format("; {} missing", label->missing);
  return '\n' + indented(text, width, 0);
}

std::string fit_text(const DescriptionView& view, std::size_t width) {
  const FitPlan& plan = view.plan;
  const Description& table = view.description;
  std::string text = "\nwhat fit makes of it\n";
  if (!plan.rejected.empty()) {
    text += indented(fmt::format("rejected as they are: {} ({})",
                                 counted(plan.rejected.size(), "column", "columns"),
                                 quoted_list(plan.rejected, kNamesShown)),
                     width, 2);
  }
  if (plan.no_suggestion) {
    return text + indented(plan.no_suggestion->text(view.spell_setting), width, 2);
  }
  const SuggestedCommand& fit = plan.next.back();
  text +=
      indented(fmt::format("as suggested: {} of {} as features, {}{} when encoded, {} of memory",
                           fit.features.size(), counted(table.columns.size(), "column", "columns"),
                           plan.encoded_columns_are_exact ? "" : "about ",
                           counted(plan.encoded_columns, "column", "columns"),
                           bytes_text(plan.memory_bytes)),
               width, 2);
  if (plan.encoded_columns_of_all > plan.encoded_columns) {
    text += indented(fmt::format("with all columns that it takes: {} when encoded",
                                 counted(plan.encoded_columns_of_all, "column", "columns")),
                     width, 2);
  }
  if (table.incomplete_rows == 0) return text;
  const std::string among =
      plan.incomplete_rows ? fmt::format("{} in the suggested features", *plan.incomplete_rows)
                           : "in too many combinations to be counted for the suggested features";
  text +=
      indented(fmt::format("rows with a missing value: {} of {} in all features, {}{}",
                           table.incomplete_rows, table.rows, among,
                           plan.incomplete_rows ? fmt::format("; without those rows {} are left",
                                                              table.rows - *plan.incomplete_rows)
                                                : ""),
               width, 2);
  return text;
}

std::string next_text(const DescriptionView& view, std::size_t width) {
  if (view.plan.next.empty()) return "";
  std::string text = "\nnext\n";
  for (const SuggestedCommand& command : view.plan.next) {
    std::istringstream lines(view.spell_command(command, width - 2));
    for (std::string line; std::getline(lines, line);) text += "  " + line + '\n';
  }
  return text;
}

}  // namespace

std::string description_table(const DescriptionView& view, const TableStyle& style) {
  const Description& table = view.description;
  const std::size_t width = std::max<std::size_t>(style.width, 60);
  TableStyle within = style;
  within.width = width;
  std::string heading =
      table.source.empty() ? "table" : shortened(name_cell(table.source), width / 2);
  heading += fmt::format(": {}, {}", counted(table.rows, "row", "rows"),
                         counted(table.columns.size(), "column", "columns"));
  if (view.file_bytes) heading += ", " + bytes_text(static_cast<double>(*view.file_bytes));
  std::string text = heading + "\n\n" + ColumnLines(view, width).text();
  for (const DescribedGroups& attribute : table.attributes) {
    text += groups_text(attribute, table, table.label_by_attribute, within);
  }
  if (table.crossed) text += groups_text(*table.crossed, table, !table.label_by_attribute, within);
  text += label_text(table, width) + fit_text(view, width) + next_text(view, width);
  return text;
}

}  // namespace fairpca
