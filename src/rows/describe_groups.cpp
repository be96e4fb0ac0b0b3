// SPDX-License-Identifier: BSD-3-Clause
#include "rows/describe_groups.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "text/parse_number.h"

namespace fairpca {
namespace {

using Key = std::vector<std::string>;

/// Levels in the order `fit` gives groups: as numbers where all are, otherwise bytewise.
std::map<std::string, std::size_t> ranks_of(std::vector<std::string> levels) {
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  double a = 0, b = 0;
  const auto is_number = [&](const std::string& level) {
    return read_number(level, a) == NumberText::kFinite;
  };
  if (std::all_of(levels.begin(), levels.end(), is_number)) {
    std::stable_sort(levels.begin(), levels.end(), [&](const auto& one, const auto& other) {
      read_number(one, a);
      read_number(other, b);
      return a < b;
    });
  }
  std::map<std::string, std::size_t> ranks;
  for (const std::string& level : levels) ranks.emplace(level, ranks.size());
  return ranks;
}

Index labelled_rows(const GroupCell& cell) {
  Index rows = 0;
  for (const auto& [label, count] : cell.labels) rows += count;
  return rows;
}

/// Groups made by some of the protected columns.
class Grouping {
 public:
  Grouping(const TableSummary& summary, const std::vector<std::string>& names,
           const std::vector<std::size_t>& columns) {
    for (const std::size_t column : columns) groups_.columns.push_back(names[column]);
    groups_.is_complete = summary.groups_are_complete();
    for (const auto& [key, cell] : summary.groups()) {
      Key levels;
      for (const std::size_t column : columns) {
        if (key[column]) levels.push_back(*key[column]);
      }
      add(levels.size() == columns.size() ? cells_[levels] : without_level_, cell);
    }
    groups_.missing = without_level_.rows;
  }

  DescribedGroups take(Index min_group_size) {
    for (const auto& [rank, levels] : ordered()) {
      DescribedGroup& group = groups_.groups.emplace_back();
      for (std::size_t i = 0; i < levels->size(); ++i) {
        group.levels.emplace_back(groups_.columns[i], (*levels)[i]);
        group.name += (i == 0 ? "" : ", ") + (*levels)[i];
      }
      group.rows = cells_.at(*levels).rows;
      group.is_small = group.rows < min_group_size;
      order_.push_back(&cells_.at(*levels));
    }
    return groups_;
  }

  /// Shares of `labels` in each group, except where rows are so few that they would be known, alone
  /// or by difference from all rows: one hidden group hides the next smallest as well.
  void add_label_shares(const std::vector<CountedLevel>& labels, Index min_group_size,
                        DescribedGroups& out) const {
    std::vector<std::size_t> published;
    std::size_t hidden = is_few(without_level_, min_group_size) ? 1 : 0;
    for (std::size_t g = 0; g < order_.size(); ++g) {
      if (labelled_rows(*order_[g]) == 0) continue;
      if (is_few(*order_[g], min_group_size)) {
        ++hidden;
      } else {
        published.push_back(g);
      }
    }
    if (hidden == 1 && !published.empty()) {
      published.erase(std::min_element(
          published.begin(), published.end(),
          [&](std::size_t a, std::size_t b) { return order_[a]->rows < order_[b]->rows; }));
    }
    for (const std::size_t g : published) {
      const auto all = static_cast<double>(labelled_rows(*order_[g]));
      for (const CountedLevel& label : labels) {
        const auto found = order_[g]->labels.find(label.level);
        const Index rows = found == order_[g]->labels.end() ? 0 : found->second;
        out.groups[g].label_shares.push_back(static_cast<double>(rows) / all);
      }
    }
  }

 private:
  static void add(GroupCell& sum, const GroupCell& cell) {
    sum.rows += cell.rows;
    for (const auto& [label, rows] : cell.labels) sum.labels[label] += rows;
  }

  static bool is_few(const GroupCell& cell, Index min_group_size) {
    const Index rows = labelled_rows(cell);
    return rows > 0 && rows < min_group_size;
  }

  std::map<std::vector<std::size_t>, const Key*> ordered() const {
    std::vector<std::map<std::string, std::size_t>> ranks;
    for (std::size_t i = 0; i < groups_.columns.size(); ++i) {
      std::vector<std::string> levels;
      for (const auto& [key, cell] : cells_) levels.push_back(key[i]);
      ranks.push_back(ranks_of(std::move(levels)));
    }
    std::map<std::vector<std::size_t>, const Key*> order;
    for (const auto& [key, cell] : cells_) {
      std::vector<std::size_t> rank;
      for (std::size_t i = 0; i < key.size(); ++i) rank.push_back(ranks[i].at(key[i]));
      order.emplace(std::move(rank), &key);
    }
    return order;
  }

  DescribedGroups groups_;
  std::map<Key, GroupCell> cells_;
  GroupCell without_level_;
  std::vector<const GroupCell*> order_;  ///< of cells_, as the groups
};

std::vector<CountedLevel> label_balance(const TableSummary& summary) {
  std::map<std::string, Index> sums;
  for (const auto& [key, cell] : summary.groups()) {
    for (const auto& [label, rows] : cell.labels) sums[label] += rows;
  }
  std::vector<std::string> names;
  for (const auto& [label, rows] : sums) names.push_back(label);
  std::vector<CountedLevel> balance(names.size());
  for (const auto& [label, rank] : ranks_of(names)) balance[rank] = {label, sums[label]};
  return balance;
}

}  // namespace

void describe_groups(const TableSummary& summary, const std::vector<std::string>& names,
                     bool has_label, const DescribeSettings& settings, Description& out) {
  out.min_group_size = settings.min_group_size;
  out.label_by_attribute = settings.per_attribute || names.size() == 1;
  if (has_label) out.label_levels = label_balance(summary);
  const auto describe = [&](const std::vector<std::size_t>& columns, bool with_label) {
    Grouping grouping(summary, names, columns);
    DescribedGroups groups = grouping.take(settings.min_group_size);
    if (with_label && has_label) {
      grouping.add_label_shares(out.label_levels, settings.min_group_size, groups);
    }
    return groups;
  };
  std::vector<std::size_t> all(names.size());
  std::iota(all.begin(), all.end(), 0);
  for (const std::size_t column : all) {
    out.attributes.push_back(describe({column}, out.label_by_attribute));
  }
  if (names.size() > 1) out.crossed = describe(all, !out.label_by_attribute);
}

}  // namespace fairpca
