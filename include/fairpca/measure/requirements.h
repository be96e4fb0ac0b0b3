// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/measure/evaluation.h"
#include "fairpca/message.h"

namespace fairpca {

/// A rule on one measured number: `gap <= 0.02`, `loss[Female] <= 1.5`, `accuracy_worst >= 0.7`.
struct Requirement {
  enum class Comparison { kAtMost, kBelow, kAtLeast, kAbove };
  std::string text;     ///< as it was given
  std::string measure;  ///< registry id
  /// None: the number of all rows; where the measure has none, that of the worst group.
  std::optional<Statistic> statistic = {};
  std::optional<std::string> group = {};
  Comparison comparison = Comparison::kAtMost;
  double limit = 0;

  /// Whether `value` keeps the rule; NaN does not.
  bool holds_for(double value) const;
};

/// `NAME op NUMBER` or `NAME[GROUP] op NUMBER`; NAME is a measure, or a measure and one of its
/// statistics (`accuracy_difference`, `loss_worst`), op one of <= < >= >.  Throws InvalidArgument
/// (`rule-form`, `rule-measure` with the nearest names).
Requirement parse_requirement(std::string_view text);

/// A rule against what was measured.
struct RequirementResult {
  Requirement requirement;
  bool is_met = false;
  double value = std::numeric_limits<double>::quiet_NaN();
  std::optional<Message> problem = {};  ///< of a broken rule
};

/// A number that is not there (withheld, not measured) breaks the rule.  Throws InvalidArgument
/// (`rule-group` with the nearest names) for a group that the evaluated rows do not have.
RequirementResult check_requirement(const Requirement& requirement, const Evaluation& evaluation);

}  // namespace fairpca
