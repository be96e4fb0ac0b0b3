// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairpca/fit/fit.h"

namespace fairpca {

/// What a method is fair in (docs/methods): no group described worse, groups that cannot be told
/// apart, no group modelled worse.
enum class Fairness { kNone, kReconstruction, kRepresentation, kLikelihood };
/// What a method must be given of the data.
enum class Needs { kMoments, kRowsInMemory, kRowsSeveralPasses };

/// A value of an option, typed.
using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

/// The value of another option without which an option has no effect: what it belongs to.
struct OptionNeed {
  std::string option;  ///< `solver`
  std::string value;   ///< for people: `multiplicative-weights`, `> 0`
  std::function<bool(const OptionValue&)> holds;
};

/// One option of a method, as every front door shows it: `--max-iterations` on the command line,
/// `max_iterations` in JSON and Python.
struct OptionSpec {
  std::string name;           ///< snake_case
  OptionValue default_value;  ///< its alternative is the option's type
  std::string range;          ///< for people: `>= 0`, `allow | forbid`
  std::string help;
  /// Whether a value of the right type lies in `range`; empty: all do.
  std::function<bool(const OptionValue&)> accepts = {};
  char letter = 0;  ///< its short form on the command line, if it has one
  /// What it belongs to, say one of several solvers; empty: it always has an effect.
  std::optional<OptionNeed> needs = {};
};

/// Values given by the caller, the rest defaults.
using OptionValues = std::map<std::string, OptionValue>;

/// What a method is given.  Moment methods read `prepared`; the others also rewind `rows`.
struct FitInput {
  const GroupMoments* moments = nullptr;
  const PreparedMoments* prepared = nullptr;
  Preparation preparation;
  Dimensions dimensions;
  Index min_group_size = 10;
  RowSource* rows = nullptr;  ///< only for methods that need rows, and MissingCells::kModel
  MissingCells missing = MissingCells::kError;
  PassOptions pass;
  std::uint64_t seed = 0;
  SpectralOptions spectral;
};

/// One method, as the command line, Python, compare, the report and the docs see it.
struct Method {
  std::string id;
  std::string python_name;
  std::string summary;  ///< one line; says first which fairness it serves
  Fairness fairness = Fairness::kNone;
  Needs needs = Needs::kMoments;
  Index min_groups = 0;
  bool allows_full_dimension = false;  ///< d = p is allowed
  bool models_missing_cells = false;   ///< takes MissingCells::kModel
  std::vector<OptionSpec> options = {};
  /// Options of which only one may be given: two ways to say the same.
  std::vector<std::pair<std::string, std::string>> exclusive_options = {};
  std::function<Fit(const FitInput&, const OptionValues&)> fit;
  /// Whether with these (complete) options the label matters: moments are then kept per level of
  /// it. Empty: never.
  std::function<bool(const OptionValues&)> uses_label = {};
};

/// The registry, in the order people should read it.
const std::vector<Method>& methods();

/// Throws InvalidArgument, offering the nearest ids.
const Method& find_method(std::string_view id);

/// The values given, the rest defaults.  Throws InvalidArgument for an option the method does not
/// have (nearest names offered), InvalidOption for another type (an integer serves as a double), a
/// value out of range, two options that exclude each other, or one given without what it needs.
OptionValues complete_options(const Method& method, const OptionValues& given);

/// Runs a method: completes its options, checks the number of groups and the rows it needs, then
/// fits.
Fit fit_method(const Method& method, const FitInput& input, const OptionValues& options = {});

}  // namespace fairpca
