// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// How one number of a group moved since the fit.
struct DriftStatement {
  enum class Kind { kShare, kReconstructionError, kMean };
  std::string group;
  Kind kind = Kind::kShare;
  std::string column = {};   ///< kMean: the encoded column
  double then = 0, now = 0;  ///< at the fit, of the evaluated rows
  /// now - then; of a mean in deviations of the group's training rows.
  double change = 0;
  double low = 0, high = 0;  ///< of the change

  bool is_seen() const { return low > 0 || high < 0; }
};

/// How groups moved since the fit, for groups that are published in both.
///
/// Intervals are normal and hold for all `comparisons` together with 95 % (Bonferroni); of the
/// means, the columns that moved most are listed, and all are counted.
struct Drift {
  /// Errors are compared with those of rows the fit had not seen; false: with training errors,
  /// which are optimistic.
  bool has_held_out_errors = false;
  Index comparisons = 0;
  std::vector<DriftStatement> statements;
};

}  // namespace fairpca
