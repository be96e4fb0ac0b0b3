// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fairpca/moments/group_moments.h"

namespace fairpca {

enum class Combine { kIntersection, kPerAttribute };
enum class MissingGroup { kError, kGroup, kUnconstrained };

struct GroupingOptions {
  std::vector<std::string> columns = {};  ///< protected columns used; empty: all of them
  Combine combine = Combine::kIntersection;
  MissingGroup missing = MissingGroup::kError;
};

/// A group: a union of cells.
struct Group {
  std::string name;                                         ///< `Female`, crossed: `Female, Black`
  std::vector<std::pair<std::string, std::string>> levels;  ///< column, level
  std::vector<CellKey> cells;
};

/// The groups formed by `cells`, combined as asked (of several attributes: named `sex=Female`), as
/// numbers where all levels of a column are, otherwise bytewise; none without protected columns.
/// Throws InvalidArgument for an unknown column (nearest names offered) or a missing protected cell
/// under MissingGroup::kError.
std::vector<Group> form_groups(const GroupMoments& moments, const GroupingOptions& options = {});

}  // namespace fairpca
