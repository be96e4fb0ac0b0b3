// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fairpca/moments/groups.h"

namespace fairpca {

enum class Center { kOverall, kGroup };

struct Preparation {
  bool standardize = false;  ///< unit population deviation; constant columns stay as they are
  double divide_by = 1.0;    ///< > 0; every column is divided by it, before standardising
  Center center = Center::kOverall;
};

/// Standard deviations of the columns that are kept: above `low` and below `high`.
struct DeviationRange {
  double low = 0, high = 0;  ///< 0 <= low < high
  bool operator==(const DeviationRange&) const = default;
};

/// One group as the moment methods see it, in the scaled space, about the overall mean.
struct GroupStatistics {
  Group group;
  Index rows = 0;
  double weight = 0;          ///< sum of w_i
  double effective_rows = 0;  ///< (sum w)^2 / sum w^2
  double share = 0;           ///< weight / total weight
  Vector mean;                ///< mu_g
  Matrix second_moment;       ///< M_g (about the group's own mean under Center::kGroup)
};

/// Centred and scaled moments: mu, S, and (n_g, mu_g, M_g) of each group.
///
/// S is the covariance of all rows (divided by total weight), also of rows in no group.
struct PreparedMoments {
  std::vector<std::string> columns;  ///< encoded names
  Vector mean, scale;                ///< of the raw columns: x -> (x - mean) / scale
  std::vector<std::string> constant_columns;
  Vector mean_rounding;  ///< how far rounding may move the mean of a column, in the scaled space
  Index rows = 0;
  double weight = 0;
  double effective_rows = 0;
  Matrix covariance;
  std::vector<GroupStatistics> groups;
};

/// Scales the moments, not the rows.  O(cells p^2).
PreparedMoments prepare(const GroupMoments& moments, const std::vector<Group>& groups,
                        const Preparation& preparation = {});

/// The same with a given mean and scale (a model's): second moments of other rows about them.
PreparedMoments prepare_about(const GroupMoments& moments, const std::vector<Group>& groups,
                              const Vector& mean, const Vector& scale,
                              Center center = Center::kOverall);

}  // namespace fairpca
