// SPDX-License-Identifier: BSD-3-Clause
#include "study/drawn_test_rows.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "measure/measured_groups.h"
#include "study/drawn_rows.h"
#include "text/parse_number.h"

namespace fairpca {
namespace {

/// The groups of the test rows that may be shown.
MeasuredGroups shown_groups(const RowsOfSplit& split, const StudySpec& spec,
                            std::vector<std::string>& hidden) {
  std::vector<Group> groups = split.groups();
  for (Group& group : groups) {
    std::erase_if(group.cells,
                  [&](const CellKey& key) { return !split.test().cells().contains(key); });
  }
  const Disclosure disclosure(split.test(), groups, std::max<Index>(1, spec.fit.min_group_size));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (disclosure.hides(g)) hidden.push_back(groups[g].name);
  }
  return MeasuredGroups::of(split.test_keys(), groups, disclosure);
}

/// Of each test row its group of the first attribute; -1: it is in a hidden one of some attribute.
std::vector<int> group_of_rows(const MeasuredGroups& groups, Index rows) {
  std::vector<int> result(static_cast<std::size_t>(rows), -1);
  if (groups.group_of.empty()) return result;
  for (std::size_t row = 0; row < result.size(); ++row) {
    const bool is_shown = std::all_of(groups.group_of.begin(), groups.group_of.end(),
                                      [&](const auto& of) { return of[row] >= 0; });
    if (is_shown) result[row] = groups.group_of.front()[row];
  }
  return result;
}

}  // namespace

std::size_t drawn_dimensions(const StudySpec& spec) {
  // Whole numbers from 2 on before those below, and those before shares.
  const auto rank = [](const Dimensions& dimensions) {
    const Index* count = std::get_if<Index>(&dimensions.wanted);
    if (count == nullptr) return std::pair(2, Index{0});
    return std::pair(*count >= 2 ? 0 : 1, *count);
  };
  const auto first =
      std::min_element(spec.dimensions.begin(), spec.dimensions.end(),
                       [&](const Dimensions& a, const Dimensions& b) { return rank(a) < rank(b); });
  return static_cast<std::size_t>(first - spec.dimensions.begin());
}

DrawnTestRows draw_test_rows(const RowsOfSplit& split, const StudySpec& spec) {
  DrawnTestRows made;
  made.dimensions = drawn_dimensions(spec);
  made.shown.dimensions = dimensions_text(spec.dimensions[made.dimensions]);
  const MeasuredGroups groups = shown_groups(split, spec, made.shown.hidden_groups);
  const std::vector<int> of_rows = group_of_rows(groups, split.test_keys().rows());
  const DrawnRows drawn = drawn_rows(of_rows, static_cast<int>(groups.names.size()),
                                     std::max<Index>(1, spec.fit.min_group_size), spec.fit.seed,
                                     static_cast<Index>(StudyProjections::kMostRows));
  std::vector<int> number(groups.names.size(), -1);
  for (const int g : drawn.shown_groups) {
    number[static_cast<std::size_t>(g)] = static_cast<int>(made.shown.group_names.size());
    made.shown.group_names.push_back(groups.names[static_cast<std::size_t>(g)]);
  }
  for (const int g : drawn.hidden_groups) {
    made.shown.hidden_groups.push_back(groups.names[static_cast<std::size_t>(g)]);
  }
  for (const Index row : drawn.rows) {
    made.shown.groups.push_back(
        number[static_cast<std::size_t>(of_rows[static_cast<std::size_t>(row)])]);
  }
  made.shown.of_rows = drawn.of;
  made.rows = drawn.rows;
  return made;
}

double drawn_number(double coordinate) {
  double number = coordinate;
  read_number(fmt::format("{:.6g}", coordinate), number);
  return number + 0.0;  // no -0
}

}  // namespace fairpca
