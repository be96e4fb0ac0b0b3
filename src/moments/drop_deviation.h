// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/message.h"
#include "fairpca/moments/prepared_moments.h"

namespace fairpca {

struct SelectedColumns {
  GroupMoments moments;  ///< of the encoded columns that are left
  Message note;          ///< which were dropped
};

/// Leaves out the encoded columns whose standard deviation over all rows, dividing by the total
/// weight, is not inside `range`; nothing where all are, or without a range.  Throws
/// InvalidArgument, with the deviations there are, where none would be left.
std::optional<SelectedColumns> drop_by_deviation(const GroupMoments& moments,
                                                 const std::optional<DeviationRange>& range);

}  // namespace fairpca
