// SPDX-License-Identifier: BSD-3-Clause
#include "fit/settings_text.h"

#include <algorithm>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

namespace fairpca {
namespace {

std::string value_text(const OptionValue& value) {
  return std::visit(
      [](const auto& typed) -> std::string {
        if constexpr (std::is_same_v<std::decay_t<decltype(typed)>, std::string>) {
          return typed;
        } else {
          return fmt::format("{}", typed);
        }
      },
      value);
}

std::string dimensions_text(const Dimensions& dimensions) {
  std::string text =
      std::visit([](auto wanted) { return fmt::format("{}", wanted); }, dimensions.wanted);
  return dimensions.most > 0 ? fmt::format("{}:{}", text, dimensions.most) : text;
}

const char* missing_text(MissingCells missing) {
  switch (missing) {
    case MissingCells::kMean:
      return "mean";
    case MissingCells::kDropRow:
      return "drop-row";
    case MissingCells::kModel:
      return "model";
    case MissingCells::kError:
      break;
  }
  return "error";
}

}  // namespace

std::map<std::string, std::string> settings_text(const FitSettings& settings) {
  std::map<std::string, std::string> text;
  const Preparation& preparation = settings.preparation;
  const GroupingOptions& grouping = settings.grouping;
  text["method"] = settings.method;
  text["dimensions"] = dimensions_text(settings.dimensions);
  if (settings.dimensions.share_of_worst_group) text["share-of"] = "worst-group";
  if (preparation.standardize) text["standardize"] = "true";
  if (preparation.divide_by != 1) text["divide-by"] = fmt::format("{}", preparation.divide_by);
  if (preparation.center == Center::kGroup) text["center"] = "group";
  if (grouping.combine == Combine::kPerAttribute) text["combine"] = "per-attribute";
  if (grouping.missing == MissingGroup::kGroup) text["missing-group"] = "group";
  if (grouping.missing == MissingGroup::kUnconstrained) text["missing-group"] = "unconstrained";
  if (settings.missing != MissingCells::kError) text["missing"] = missing_text(settings.missing);
  if (settings.min_group_size != FitSettings{}.min_group_size) {
    text["min-group-size"] = fmt::format("{}", settings.min_group_size);
  }
  if (settings.seed != 0) text["seed"] = fmt::format("{}", settings.seed);
  for (const auto& [name, value] : settings.options) {
    std::string option = name;
    std::replace(option.begin(), option.end(), '_', '-');
    text[option] = value_text(value);
  }
  return text;
}

}  // namespace fairpca
