// SPDX-License-Identifier: BSD-3-Clause
#include "moments/disclosure.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "moments/attributes.h"
#include "moments/messages.h"
#include "moments/small_groups.h"
#include "text/counted.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

std::vector<Group> groups_of(const PreparedMoments& prepared) {
  std::vector<Group> groups;
  for (const GroupStatistics& statistics : prepared.groups) groups.push_back(statistics.group);
  return groups;
}

}  // namespace

Disclosure::Disclosure(const GroupMoments& moments, const PreparedMoments& prepared,
                       Index min_group_size)
    : Disclosure(moments, groups_of(prepared), min_group_size) {}

Disclosure::Disclosure(const GroupMoments& moments, const std::vector<Group>& groups,
                       Index min_group_size)
    : moments_(moments), min_group_size_(min_group_size), attribute_(attribute_numbers(groups)) {
  for (const Group& group : groups) {
    names_.push_back(group.name);
    rows_.push_back(rows_left(group));
    hidden_.push_back(rows_.back() < min_group_size);
  }
  attributes_ = std::set<Index>(attribute_.begin(), attribute_.end()).size();
  // What one attribute leaves out may leave too little, or a single hidden group, in another.
  bool changes = std::find(hidden_.begin(), hidden_.end(), true) != hidden_.end();
  while (changes) {
    changes = drop_single_groups(groups);
    changes = hide_what_is_left(groups) || changes;
  }
  first_hidden_ =
      static_cast<std::size_t>(std::find(hidden_.begin(), hidden_.end(), true) - hidden_.begin());
  if (hides_any()) collect_cells(groups);
}

Index Disclosure::rows_left(const Group& group) const {
  Index rows = 0;
  for (const CellKey& key : group.cells) {
    const auto cell = moments_.cells().find(key);
    if (cell != moments_.cells().end() && !dropped_.contains(key)) rows += cell->second.count();
  }
  return rows;
}

/// Leaves out the rows of a hidden group that is the only one of its attribute to have any left.
bool Disclosure::drop_single_groups(const std::vector<Group>& groups) {
  std::map<Index, std::vector<std::size_t>> with_rows;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (hidden_[g] && rows_left(groups[g]) > 0) with_rows[attribute_[g]].push_back(g);
  }
  bool changes = false;
  for (const auto& [attribute, hidden] : with_rows) {
    if (hidden.size() > 1) continue;
    dropped_.insert(groups[hidden.front()].cells.begin(), groups[hidden.front()].cells.end());
    changes = true;
  }
  return changes;
}

bool Disclosure::hide_what_is_left(const std::vector<Group>& groups) {
  bool changes = false;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (hidden_[g] || rows_left(groups[g]) >= min_group_size_) continue;
    hidden_[g] = true;
    changes = true;
  }
  return changes;
}

void Disclosure::collect_cells(const std::vector<Group>& groups) {
  std::set<CellKey> cells;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (!hidden_[g]) cells.insert(groups[g].cells.begin(), groups[g].cells.end());
  }
  std::set_difference(cells.begin(), cells.end(), dropped_.begin(), dropped_.end(),
                      std::back_inserter(cells_));
}

Group Disclosure::published(Group group) const {
  std::erase_if(group.cells, [&](const CellKey& key) { return dropped_.contains(key); });
  return group;
}

double Disclosure::largest_difference(const std::vector<double>& values) const {
  std::map<Index, std::vector<double>> published;
  for (std::size_t g = 0; g < values.size(); ++g) {
    if (!hidden_[g]) published[attribute_[g]].push_back(values[g]);
  }
  double largest = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [attribute, of_attribute] : published) {
    if (of_attribute.size() < 2) continue;
    const auto [least, most] = std::minmax_element(of_attribute.begin(), of_attribute.end());
    largest = std::fmax(largest, *most - *least);
  }
  return largest;
}

std::string Disclosure::reason() const {
  if (!hides_any()) return "";
  return fmt::format("group {} has {}", in_quotes(names_[first_hidden_]),
                     counted(rows_[first_hidden_], "row", "rows"));
}

std::vector<Message> Disclosure::warnings() const {
  std::vector<std::pair<std::string, Index>> sizes;
  std::vector<std::string> left_with_few;
  for (std::size_t g = 0; g < names_.size(); ++g) {
    sizes.emplace_back(names_[g], rows_[g]);
    if (hidden_[g] && rows_[g] >= min_group_size_) left_with_few.push_back(names_[g]);
  }
  std::vector<Message> warnings = small_group_warnings(sizes, min_group_size_, "left out");
  if (!left_with_few.empty()) {
    warnings.push_back(
        moments_message<"groups-hidden-too">("minimum"_is(Counted{min_group_size_, "row", "rows"}),
                                             "groups"_is(quoted_list(left_with_few))));
  }
  if (leaves_rows_out()) {
    Index rows = 0;
    for (const CellKey& key : cells_) rows += moments_.cells().at(key).count();
    warnings.push_back(moments_message<"overall-rows">("rows"_is(Counted{rows, "row", "rows"})));
  }
  return warnings;
}

}  // namespace fairpca
