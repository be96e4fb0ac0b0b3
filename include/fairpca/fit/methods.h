// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fairpca/fairness.h"
#include "fairpca/fit/fit_result.h"
#include "fairpca/fit/fit_settings.h"
#include "fairpca/message.h"

namespace fairpca {

/// What a method must be given of the data.
enum class Needs { kMoments, kRowsInMemory, kRowsSeveralPasses };

/// What a method is given: the settings and the data.  Moment methods read `prepared`; the others
/// also rewind `rows`.
struct FitInput : FitSettings {
  const GroupMoments* moments = nullptr;
  const PreparedMoments* prepared = nullptr;
  RowSource* rows = nullptr;  ///< only for methods that need rows, and MissingCells::kModel
  /// What a fit needs besides, known once d is: a method that leaves a thread idle may call it
  /// once, on any thread, in place of having it done afterwards.
  std::function<void(Index d)> beside = {};
};

/// One method, as every interface and the docs see it.
struct Method {
  std::string id;
  std::string python_name;
  std::string summary;                ///< one line; says first which fairness it serves
  std::string brief = {};             ///< the summary in a few words, for lists
  std::string problem = {};           ///< what is minimised or maximised, in a sentence or two
  std::string paper = {};             ///< authors (year): title
  std::vector<Setting> example = {};  ///< of a fit, in the order people type them
  Fairness fairness = Fairness::kNone;
  Needs needs = Needs::kMoments;
  Index min_groups = 0;
  bool allows_full_dimension = false;  ///< d = p is allowed
  bool models_missing_cells = false;   ///< takes MissingCells::kModel
  bool chooses_dimensions = false;     ///< takes Dimensions::most, a range to choose from
  bool has_own_means = false;          ///< of the rows of any group: takes Center::kOverall alone
  std::vector<OptionSpec> options = {};
  /// Options of which only one may be given: two ways to say the same.
  std::vector<std::pair<std::string, std::string>> exclusive_options = {};
  std::function<Fit(const FitInput&, const OptionValues&)> fit = {};
  /// Settings to choose from where a method is tuned: the papers' (docs/compare.md).  Empty: there
  /// is nothing to tune.
  std::vector<OptionValues> grid = {};
  /// Fits with several settings on the same moments, where that is cheaper than one by one.
  std::function<std::vector<Fit>(const FitInput&, const std::vector<OptionValues>&)> fit_all = {};
  /// Throws InvalidArgument for values that are not allowed, one by one or together.
  std::function<void(const OptionValues&)> check = {};
  /// Whether with these options the label matters: moments are then kept per level of
  /// it. Empty: never.
  std::function<bool(const OptionValues&)> uses_label = {};
};

/// The registry, in the order people should read it.
const std::vector<Method>& methods();

/// Throws InvalidArgument, offering the nearest ids.
const Method& find_method(std::string_view id);

/// The option of this name; null: the method has none.
const OptionSpec* find_option(const Method& method, std::string_view name);

/// Throws InvalidArgument for an option the method does not have (nearest names offered), a value
/// that is not allowed, two options that exclude each other, or one given without what it needs.
void check_options(const Method& method, const OptionValues& given);

/// Everything about `settings` that can be checked without the data.  Throws InvalidArgument.
void check_settings(const FitSettings& settings);

/// Runs a method: checks its options, the number of groups and the rows it needs, then
/// fits.
Fit fit_method(const Method& method, const FitInput& input, const OptionValues& options = {});

/// The same with several settings, by a method that has `fit_all`.
std::vector<Fit> fit_method_all(const Method& method, const FitInput& input,
                                const std::vector<OptionValues>& grid);

}  // namespace fairpca
