// SPDX-License-Identifier: BSD-3-Clause
#include "measure/measured_groups.h"

#include <algorithm>
#include <map>

#include "moments/attributes.h"

namespace fairpca {

MeasuredGroups MeasuredGroups::of(const RowKeys& keys, const std::vector<Group>& groups,
                                  const Disclosure& disclosure) {
  MeasuredGroups result;
  const std::vector<Index> attribute = attribute_numbers(groups);
  result.attributes.resize(
      attribute.empty()
          ? 0
          : static_cast<std::size_t>(*std::max_element(attribute.begin(), attribute.end()) + 1));
  // Of each cell of the rows, the published group it is in, per attribute.
  std::map<CellKey, std::size_t> position;
  for (std::size_t c = 0; c < keys.cells.size(); ++c) position.emplace(keys.cells[c], c);
  std::vector<std::vector<std::int32_t>> of_cell(result.attributes.size(),
                                                 std::vector<std::int32_t>(keys.cells.size(), -1));
  std::vector<bool> is_published(keys.cells.size(), false);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (disclosure.hides(g)) continue;
    const auto number = static_cast<std::int32_t>(result.names.size());
    const auto a = static_cast<std::size_t>(attribute[g]);
    result.names.push_back(groups[g].name);
    result.number.push_back(g);
    result.attributes[a].push_back(static_cast<std::size_t>(number));
    for (const CellKey& key : disclosure.published(groups[g]).cells) {
      const auto found = position.find(key);
      if (found == position.end()) continue;
      of_cell[a][found->second] = number;
      is_published[found->second] = true;
    }
  }
  result.rows.resize(result.names.size());
  result.group_of.assign(result.attributes.size(), std::vector<std::int32_t>(keys.cell.size(), -1));
  for (std::size_t row = 0; row < keys.cell.size(); ++row) {
    const auto cell = static_cast<std::size_t>(keys.cell[row]);
    if (!disclosure.leaves_rows_out() || is_published[cell]) {
      result.overall.push_back(static_cast<Index>(row));
    }
    for (std::size_t a = 0; a < of_cell.size(); ++a) {
      const std::int32_t group = of_cell[a][cell];
      result.group_of[a][row] = group;
      if (group >= 0) {
        result.rows[static_cast<std::size_t>(group)].push_back(static_cast<Index>(row));
      }
    }
  }
  return result;
}

std::vector<std::pair<std::size_t, std::size_t>> MeasuredGroups::pairs() const {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (const std::vector<std::size_t>& groups : attributes) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (std::size_t j = i + 1; j < groups.size(); ++j) {
        result.emplace_back(groups[i], groups[j]);
      }
    }
  }
  return result;
}

std::vector<std::int32_t> MeasuredGroups::strata(Index row_count) const {
  std::vector<std::int32_t> result(static_cast<std::size_t>(row_count), -1);
  for (const Index row : overall) result[static_cast<std::size_t>(row)] = 0;
  for (const std::vector<std::int32_t>& groups : group_of) {
    const auto none = static_cast<std::int32_t>(names.size());  // such rows come last
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> finer;
    const auto kind_of = [&](std::size_t row) {
      return std::pair(result[row], groups[row] < 0 ? none : groups[row]);
    };
    for (const Index row : overall) finer.emplace(kind_of(static_cast<std::size_t>(row)), 0);
    std::int32_t next = 0;
    for (auto& [kind, stratum] : finer) stratum = next++;
    for (const Index row : overall) {
      const auto at = static_cast<std::size_t>(row);
      result[at] = finer.at(kind_of(at));
    }
  }
  return result;
}

}  // namespace fairpca
