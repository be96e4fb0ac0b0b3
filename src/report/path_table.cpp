// SPDX-License-Identifier: BSD-3-Clause
#include "report/path_table.h"

#include <fmt/format.h>

#include "report/text_columns.h"

namespace fairpca {

std::string path_table(const FairnessPath& path) {
  std::vector<std::string> header = {"projection", "error", "gap"};
  for (const std::string& group : path.groups) header.push_back("error " + name_cell(group));
  header.emplace_back("status");
  TextColumns columns(header);
  for (const PathMark& mark : path.marks) {
    std::vector<std::string> cells = {mark.name, number_cell(mark.point.error),
                                      number_cell(mark.point.gap)};
    for (const double error : mark.point.group_errors) cells.push_back(number_cell(error));
    cells.push_back(to_string(mark.status));
    columns.add(std::move(cells));
  }
  std::string text = fmt::format("d = {}\n\n", path.dimensions) + columns.text();
  text += fmt::format("\nfronts: {} points, {} with the gap; {} eigen-solves{}\n",
                      path.errors_front.size(), path.gap_front.size(), path.eigensolves,
                      path.certified ? ", certified" : "");
  const std::string sentence = equal_error_sentence(path);
  return sentence.empty() ? text : text + sentence + '\n';
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
