// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "measure/measured_groups.h"

namespace fairpca {

/// Everything that families of measures share: which groups are published, their moments and rows.
class MeasureSetup {
 public:
  explicit MeasureSetup(const MeasureInput& input);

  const Disclosure& disclosure() const { return disclosure_; }
  /// Views this object and the input.
  MeasureContext context() const;

 private:
  const MeasureInput& input_;
  std::vector<Group> groups_;  ///< as the evaluated rows show them
  Disclosure disclosure_;
  PreparedMoments published_;  ///< of published groups
  PreparedMoments all_;        ///< of all rows; only where groups are hidden
  MeasuredGroups evaluated_, training_;
};

}  // namespace fairpca
