// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/message.h"
#include "fairpca/rows/describe.h"

namespace fairpca {

/// A command to try next, as data: each interface spells it.
struct SuggestedCommand {
  std::string command;  ///< `fit`, `describe`
  /// In the order people type them; one entry per column for those that are repeated.
  std::vector<Setting> settings = {};
  /// Columns a fit uses and leaves out, whichever of the two the settings name.
  std::vector<std::string> features = {}, left_out = {};
};

/// What `fit` would make of a table that was described.
struct FitPlan {
  /// As it stands: columns it would reject (their remarks say why), and how many encoded columns
  /// the others would become.
  std::vector<std::string> rejected;
  Index encoded_columns_of_all = 0;
  /// As suggested: without those, and without columns that carry nothing.
  Index encoded_columns = 0;
  bool encoded_columns_are_exact = true;
  double memory_bytes = 0;  ///< of the moments and the fit; see decision 5
  std::uint64_t memory_limit = 0;
  std::optional<Index> incomplete_rows = 0;  ///< with a missing cell; none: too many patterns
  /// Features whose name is that of a protected attribute, in the order in which people check.
  std::vector<std::string> likely_protected;
  std::vector<SuggestedCommand> next;    ///< none where no column can be a feature
  std::optional<Message> no_suggestion;  ///< why there is no `fit` among them
};

struct FitPlanSettings {
  std::optional<bool> per_attribute = {};  ///< none: what suits the groups' sizes
};

FitPlan plan_fit(const Description& description, const FitPlanSettings& settings = {});

}  // namespace fairpca
