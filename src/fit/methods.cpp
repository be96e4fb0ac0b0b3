// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/methods.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/error.h"
#include "fairpca/fit/constrained_fair_pca.h"
#include "fairpca/fit/fair_mixture_ppca.h"
#include "fairpca/fit/fair_pca.h"
#include "fairpca/fit/mean_matching_pca.h"
#include "fairpca/fit/mixture_ppca.h"
#include "fairpca/fit/mmd_fair_pca.h"
#include "fairpca/fit/pca.h"
#include "fairpca/fit/ppca.h"
#include "fairpca/fit/robust_fair_pca.h"
#include "fairpca/invalid_option.h"
#include "fit/published_rows.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

std::string advice(const std::string& name, const std::vector<std::string>& names) {
  if (names.empty()) return "it has none";
  const std::vector<std::string> nearest = nearest_names(name, names);
  if (nearest.empty()) return fmt::format("there are {}", fmt::join(names, ", "));
  return fmt::format("did you mean {}?", fmt::join(nearest, ", "));
}

std::string type_of(const OptionValue& value) {
  constexpr const char* kTypes[] = {"true or false", "an integer", "a number", "a word"};
  return kTypes[value.index()];
}

std::string text_of(const OptionValue& value) {
  return std::visit(
      [](const auto& v) {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>) return in_quotes(v);
        return fmt::format("{}", v);
      },
      value);
}

OptionValue checked_value(const Method& method, const OptionSpec& option, OptionValue value) {
  if (std::holds_alternative<double>(option.default_value) &&
      std::holds_alternative<std::int64_t>(value)) {
    value = static_cast<double>(std::get<std::int64_t>(value));
  }
  const auto refuse = [&](const std::string& wanted) {
    throw InvalidOption(
        option.name, fmt::format(" of {} must be {}, got {}", method.id, wanted, text_of(value)));
  };
  if (value.index() != option.default_value.index()) refuse(type_of(option.default_value));
  const double* number = std::get_if<double>(&value);
  if (number != nullptr && !std::isfinite(*number)) refuse("finite, " + option.range);
  if (option.accepts && !option.accepts(value)) refuse(option.range);
  return value;
}

/// An option of another solver than the one chosen is a mistake, not a wish without effect.
void check_needs(const Method& method, const OptionValues& given, const OptionValues& values) {
  for (const OptionSpec& option : method.options) {
    if (!option.needs || !given.contains(option.name)) continue;
    const OptionNeed& need = *option.needs;
    const OptionValue& value = values.at(need.option);
    if (need.holds(value)) continue;
    throw InvalidOption(
        option.name,
        fmt::format(" of {} has an effect only with {} {}, and {} is {}; leave it out, or choose "
                    "{} {}",
                    method.id, need.option, need.value, need.option, text_of(value), need.option,
                    need.value));
  }
}

/// Why there are fewer groups than a method needs.
std::string lack_of_groups(const GroupMoments& moments, const PreparedMoments& prepared) {
  if (!prepared.groups.empty()) {
    return fmt::format("all rows are in group {}", in_quotes(prepared.groups.front().group.name));
  }
  if (moments.protected_columns().empty()) return "no protected column was given";
  return fmt::format("every row lacks a level of {}", quoted_list(moments.protected_columns()));
}

void check_groups(const Method& method, const GroupMoments& moments,
                  const PreparedMoments& prepared) {
  const auto count = static_cast<Index>(prepared.groups.size());
  if (count >= method.min_groups) return;
  throw InvalidArgument(
      fmt::format("{} needs at least {} groups and {}; name a protected column with more levels "
                  "(--group COL, sensitive_features in Python)",
                  method.id, method.min_groups, lack_of_groups(moments, prepared)));
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> all = {pca_method(),
                                          ppca_method(),
                                          fair_pca_method(),
                                          robust_fair_pca_method(),
                                          mean_matching_pca_method(),
                                          constrained_fair_pca_method(),
                                          mmd_fair_pca_method(),
                                          mixture_ppca_method(),
                                          fair_mixture_ppca_method()};
  return all;
}

const Method& find_method(std::string_view id) {
  std::vector<std::string> ids;
  for (const Method& method : methods()) {
    if (method.id == id) return method;
    ids.push_back(method.id);
  }
  throw InvalidArgument(
      fmt::format("no method is called {}; {}", in_quotes(id), advice(std::string(id), ids)));
}

OptionValues complete_options(const Method& method, const OptionValues& given) {
  OptionValues values;
  std::vector<std::string> names;
  for (const OptionSpec& option : method.options) {
    names.push_back(option.name);
    values[option.name] = option.default_value;
  }
  for (const auto& [name, value] : given) {
    const auto option =
        std::find_if(method.options.begin(), method.options.end(),
                     [&name = name](const OptionSpec& spec) { return spec.name == name; });
    if (option == method.options.end()) {
      throw InvalidArgument(
          fmt::format("{} has no option {}; {}", method.id, in_quotes(name), advice(name, names)));
    }
    values[name] = checked_value(method, *option, value);
  }
  for (const auto& [one, other] : method.exclusive_options) {
    if (!given.contains(one) || !given.contains(other)) continue;
    throw InvalidOption(one, fmt::format(" of {} cannot be given together with ", method.id),
                        other);
  }
  check_needs(method, given, values);
  return values;
}

Fit fit_method(const Method& method, const FitInput& input, const OptionValues& options) {
  if (input.moments == nullptr || input.prepared == nullptr) {
    throw InvalidArgument(fmt::format("{} was given no moments", method.id));
  }
  if (method.needs != Needs::kMoments && input.rows == nullptr) {
    throw InvalidArgument(
        fmt::format("{} needs the rows themselves; moments are not enough", method.id));
  }
  const OptionValues values = complete_options(method, options);
  check_groups(method, *input.moments, *input.prepared);
  Fit fit = method.fit(input, values);
  withhold(input, method.fairness, fit);
  return fit;
}

}  // namespace fairpca
