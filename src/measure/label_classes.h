// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "measure/measured_groups.h"

namespace fairpca {

/// The classes of the label among the rows that overall numbers are of.
struct LabelClasses {
  /// In order: as numbers where all are, otherwise bytewise.
  std::vector<std::string> levels;
  std::vector<std::int32_t> evaluated;  ///< of each evaluated row; -1: no label, or not counted
  std::vector<std::int32_t> training;   ///< of each row of the training table, if there is one
  std::int32_t positive = -1;           ///< of two classes, that whose rates are taken

  static LabelClasses of(const MeasureContext& context);
  std::int32_t count() const { return static_cast<std::int32_t>(levels.size()); }
  /// The classes whose rates are taken: the positive one of two, otherwise all.
  std::vector<std::int32_t> rated() const;
};

}  // namespace fairpca
