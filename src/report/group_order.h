// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/table_style.h"

namespace fairpca {

/// The number by which groups are better or worse off.
enum class GroupNumber { kError, kLoss, kLogLikelihood };

/// That of a method: what it treats groups alike in; for all others the reconstruction error.
GroupNumber number_of_method(std::string_view method);

/// Which groups a table shows, in which order, and which of them are the worst.
struct ShownGroups {
  std::vector<std::size_t> order;  ///< indices of groups
  std::vector<bool> is_worst;      ///< one per group; all false where all are alike
  std::size_t left_out = 0;

  /// `The 20 groups with the largest loss:`, or nothing where no group is left out.
  std::string heading(GroupNumber number, const TableStyle& style) const;
  /// `and 181 more groups; --all-groups shows them`, or nothing.
  std::string remainder(const TableStyle& style) const;
};

/// All groups in their order where there are few or style.all_groups says so; otherwise the worst,
/// those first whose `values` are largest (of log-likelihoods, smallest).  A group without a
/// number comes last.
ShownGroups shown_groups(const std::vector<std::optional<double>>& values, GroupNumber number,
                         const TableStyle& style);

}  // namespace fairpca
