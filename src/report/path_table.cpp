// SPDX-License-Identifier: BSD-3-Clause
#include "report/path_table.h"

#include <optional>

#include <fmt/format.h>

#include "report/group_order.h"
#include "report/text_columns.h"
#include "text/display_width.h"

namespace fairpca {

namespace {

constexpr std::size_t kGroupsBesideMarks = 2;
constexpr std::size_t kHeaderNameWidth = 24;

std::optional<double> error_of(const PathMark& mark, std::size_t group) {
  return group < mark.point.group_errors.size() ? std::optional(mark.point.group_errors[group])
                                                : std::nullopt;
}

/// One line per mark; where there are few groups, with their errors.
std::string mark_table(const FairnessPath& path, const TableStyle& style) {
  const bool with_groups = path.groups.size() <= kGroupsBesideMarks;
  std::vector<std::string> header = {"projection", "error", "gap"};
  for (std::size_t g = 0; with_groups && g < path.groups.size(); ++g) {
    header.push_back("error " + shortened(name_cell(path.groups[g]), kHeaderNameWidth));
  }
  header.emplace_back("status");
  TextColumns columns(header);
  for (const PathMark& mark : path.marks) {
    std::vector<std::string> cells = {mark.name, number_cell(mark.point.error),
                                      number_cell(mark.point.gap)};
    for (std::size_t g = 0; with_groups && g < path.groups.size(); ++g) {
      cells.push_back(number_cell(error_of(mark, g)));
    }
    cells.push_back(to_string(mark.status));
    columns.add(std::move(cells));
  }
  return columns.text(style);
}

/// One line per group: its error under every mark.
std::string group_error_table(const FairnessPath& path, const TableStyle& style) {
  if (path.groups.size() <= kGroupsBesideMarks || path.marks.empty()) return "";
  std::vector<std::string> header = {"error of group"};
  for (const PathMark& mark : path.marks) header.push_back(mark.name);
  std::vector<std::optional<double>> values;
  for (std::size_t g = 0; g < path.groups.size(); ++g) {
    values.push_back(error_of(path.marks.front(), g));
  }
  const ShownGroups shown = shown_groups(values, GroupNumber::kError, style);
  TextColumns columns(header);
  for (const std::size_t g : shown.order) {
    std::vector<std::string> cells = {name_cell(path.groups[g])};
    for (const PathMark& mark : path.marks) cells.push_back(number_cell(error_of(mark, g)));
    columns.add(std::move(cells));
    if (shown.is_worst[g]) columns.mark_last();
  }
  return '\n' + shown.heading(GroupNumber::kError, style) + columns.text(style) +
         shown.remainder(style);
}

}  // namespace

std::string path_table(const FairnessPath& path, const TableStyle& style) {
  std::string text = fmt::format("d = {}\n\n", path.dimensions) + mark_table(path, style) +
                     group_error_table(path, style);
  const std::string fronts =
      fmt::format("fronts: {} points, {} with the gap; {} eigen-solves{}", path.errors_front.size(),
                  path.gap_front.size(), path.eigensolves, path.certified ? ", certified" : "");
  text += '\n' + wrapped(fronts, style.width, 2) + '\n';
  const std::string sentence = equal_error_sentence(path);
  return sentence.empty() ? text : text + wrapped(sentence, style.width) + '\n';
}

std::string equal_error_sentence(const FairnessPath& path) {
  if (!path.equal_error) return "";
  const EqualError& equal = *path.equal_error;
  if (equal.attainable) {
    return fmt::format("Equal errors are possible at d = {}; the smallest such d is {}.",
                       path.dimensions, equal.smallest_dimension.value_or(path.dimensions));
  }
  if (equal.smallest_dimension) {
    return fmt::format(
        "Equal errors are impossible at d = {}, where the gap is at least {:.6g}; the smallest d "
        "at which they are possible is {}.",
        path.dimensions, equal.smallest_gap, *equal.smallest_dimension);
  }
  return fmt::format(
      "Equal errors are impossible with any number of dimensions: one group varies more in every "
      "direction; here the gap is at least {:.6g}.",
      equal.smallest_gap);
}

}  // namespace fairpca
