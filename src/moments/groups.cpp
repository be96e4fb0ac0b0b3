// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/groups.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "rows/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

constexpr const char* kMissingName = "(missing)";
constexpr const char* kRole = "protected";

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

/// Rank of each level: numeric where all are numbers, otherwise bytewise; the missing one last.
std::map<std::string, int> rank_levels(const std::set<std::string>& levels) {
  std::vector<std::string> order(levels.begin(), levels.end());
  const bool numbers = std::all_of(order.begin(), order.end(), [](const std::string& level) {
    return level == kMissingName || parse_number(level);
  });
  std::stable_sort(order.begin(), order.end(), [&](const std::string& a, const std::string& b) {
    if (a == kMissingName || b == kMissingName) return a != kMissingName;
    return numbers && *parse_number(a) < *parse_number(b);
  });
  std::map<std::string, int> ranks;
  for (const std::string& level : order) ranks.emplace(level, static_cast<int>(ranks.size()));
  return ranks;
}

/// Places of the columns asked for among the protected ones.
std::vector<std::size_t> find_columns(const std::vector<std::string>& wanted,
                                      const std::vector<std::string>& there) {
  std::vector<std::size_t> found;
  for (const std::string& name : wanted.empty() ? there : wanted) {
    const auto at = std::find(there.begin(), there.end(), name);
    if (at == there.end()) {
      const std::vector<std::string> near = nearest_names(name, there);
      reject(rows_message<"unknown-column">(
          "place"_is(Place{.column = name}), "role"_is(kRole),
          "advice"_is(there.empty() ? "the data have no protected column"
                                    : "there are " + quoted_list(near.empty() ? there : near))));
    }
    const auto place = static_cast<std::size_t>(at - there.begin());
    if (std::find(found.begin(), found.end(), place) != found.end()) {
      reject(rows_message<"repeated-role">("place"_is(Place{.column = name}), "role"_is(kRole)));
    }
    found.push_back(place);
  }
  return found;
}

/// The groups formed by the levels of `columns` together.
class Crossing {
 public:
  /// `name_columns`: a group's name says which column its level is of.
  Crossing(const GroupMoments& moments, std::vector<std::size_t> columns, MissingGroup missing,
           bool name_columns)
      : names_(moments.protected_columns()),
        columns_(std::move(columns)),
        name_columns_(name_columns) {
    for (const auto& [key, cell] : moments.cells()) {
      if (const auto levels = levels_of(key, missing)) cells_[*levels].push_back(key);
    }
  }

  void append_groups(std::vector<Group>& groups) const {
    std::map<std::vector<int>, const Levels*> ordered;
    const std::vector<std::map<std::string, int>> ranks = rank_columns();
    for (const auto& [levels, cells] : cells_) {
      std::vector<int> rank;
      for (std::size_t i = 0; i < levels.size(); ++i) rank.push_back(ranks[i].at(levels[i]));
      ordered.emplace(std::move(rank), &levels);
    }
    for (const auto& [rank, levels] : ordered) groups.push_back(group(*levels));
  }

 private:
  using Levels = std::vector<std::string>;

  /// The cell's levels, or nothing when it belongs to no group.
  std::optional<Levels> levels_of(const CellKey& key, MissingGroup missing) const {
    Levels levels;
    for (const std::size_t column : columns_) {
      if (!key.levels[column] && missing == MissingGroup::kError) {
        reject(rows_message<"missing-protected-cell">("place"_is(Place{.column = names_[column]})));
      }
      if (!key.levels[column] && missing == MissingGroup::kUnconstrained) return std::nullopt;
      levels.push_back(key.levels[column].value_or(kMissingName));
    }
    return levels;
  }

  std::vector<std::map<std::string, int>> rank_columns() const {
    std::vector<std::map<std::string, int>> ranks;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      std::set<std::string> levels;
      for (const auto& [key, cells] : cells_) levels.insert(key[i]);
      ranks.push_back(rank_levels(levels));
    }
    return ranks;
  }

  Group group(const Levels& levels) const {
    Group group;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const std::string column = name_columns_ ? names_[columns_[i]] + "=" : "";
      group.name += (i == 0 ? "" : ", ") + column + levels[i];
      group.levels.emplace_back(names_[columns_[i]], levels[i]);
    }
    group.cells = cells_.at(levels);
    return group;
  }

  const std::vector<std::string>& names_;
  std::vector<std::size_t> columns_;
  bool name_columns_;
  std::map<Levels, std::vector<CellKey>> cells_;
};

}  // namespace

std::vector<Group> form_groups(const GroupMoments& moments, const GroupingOptions& options) {
  const std::vector<std::size_t> columns =
      find_columns(options.columns, moments.protected_columns());
  std::vector<Group> groups;
  if (columns.empty()) return groups;
  if (options.combine == Combine::kIntersection) {
    Crossing(moments, columns, options.missing, false).append_groups(groups);
  } else {
    for (const std::size_t column : columns) {
      Crossing(moments, {column}, options.missing, columns.size() > 1).append_groups(groups);
    }
  }
  return groups;
}

}  // namespace fairpca
