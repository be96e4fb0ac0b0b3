// SPDX-License-Identifier: BSD-3-Clause
#include "report/methods_json.h"

#include <limits>

#include "report/json_number.h"

namespace fairpca {
namespace {

bool has_range(OptionType type) {
  return type == OptionType::kCount || type == OptionType::kNumber ||
         type == OptionType::kNumberOrWord || type == OptionType::kCounts ||
         type == OptionType::kNumbers;
}

OrderedJson range_json(const OptionSpec& option) {
  if (!has_range(option.type)) return nullptr;
  return {{"least", json_number(option.range.least)},
          {"most", json_number(option.range.most)},
          {"excludes_least", option.range.excludes_least},
          {"excludes_most", option.range.excludes_most}};
}

bool is_list(OptionType type) {
  return type == OptionType::kCounts || type == OptionType::kNumbers || type == OptionType::kWords;
}

/// How several values are written as one text; an empty word: an empty list is not allowed.
OrderedJson list_json(const OptionSpec& option) {
  if (!is_list(option.type)) return nullptr;
  const bool is_bounded = option.most_values < std::numeric_limits<std::size_t>::max();
  return {{"separator", std::string(1, option.separator)},
          {"least_values", option.least_values},
          {"most_values", is_bounded ? OrderedJson(option.most_values) : OrderedJson(nullptr)},
          {"empty_word", option.empty_word}};
}

OrderedJson default_json(const OptionSpec& option) {
  if (option.type == OptionType::kSeed) {
    return static_cast<std::uint64_t>(std::get<std::int64_t>(option.default_value));
  }
  return std::visit([](const auto& value) { return OrderedJson(value); }, option.default_value);
}

OrderedJson option_json(const OptionSpec& option) {
  OrderedJson object = {{"name", option.name},
                        {"type", option_type_word(option.type)},
                        {"default", default_json(option)},
                        {"allowed", option.allowed_text()},
                        {"words", option.words},
                        {"range", range_json(option)},
                        {"list", list_json(option)},
                        {"help", option.help},
                        {"letter", nullptr},
                        {"needs", nullptr}};
  if (option.letter != 0) object["letter"] = std::string(1, option.letter);
  if (option.needs) {
    object["needs"] = {{"option", option.needs->option}, {"value", option.needs->text()}};
  }
  return object;
}

OrderedJson options_json(const std::vector<OptionSpec>& options) {
  OrderedJson list = OrderedJson::array();
  for (const OptionSpec& option : options) list.push_back(option_json(option));
  return list;
}

/// The settings of an example by name, in the order people type them.
OrderedJson example_json(const Method& method) {
  OrderedJson object = OrderedJson::object();
  for (const Setting& setting : method.example) object[setting.option] = setting.value;
  return object;
}

OrderedJson method_json(const Method& method) {
  OrderedJson exclusive = OrderedJson::array();
  for (const auto& [one, other] : method.exclusive_options) {
    exclusive.push_back(OrderedJson::array({one, other}));
  }
  return {{"id", method.id},
          {"python_name", method.python_name},
          {"summary", method.summary},
          {"brief", method.brief},
          {"problem", method.problem},
          {"paper", method.paper},
          {"example", example_json(method)},
          {"fairness", fairness_word(method.fairness)},
          {"needs", needs_word(method.needs)},
          {"min_groups", method.min_groups},
          {"allows_full_dimension", method.allows_full_dimension},
          {"models_missing_cells", method.models_missing_cells},
          {"uses_label", static_cast<bool>(method.uses_label)},
          {"options", options_json(method.options)},
          {"exclusive_options", std::move(exclusive)}};
}

}  // namespace

const char* fairness_word(Fairness fairness) {
  switch (fairness) {
    case Fairness::kNone:
      return "none";
    case Fairness::kReconstruction:
      return "reconstruction";
    case Fairness::kRepresentation:
      return "representation";
    case Fairness::kLikelihood:
      return "likelihood";
  }
  return "";
}

const char* needs_word(Needs needs) {
  switch (needs) {
    case Needs::kMoments:
      return "moments";
    case Needs::kRowsInMemory:
      return "rows in memory";
    case Needs::kRowsSeveralPasses:
      return "rows, several passes";
  }
  return "";
}

const char* option_type_word(OptionType type) {
  switch (type) {
    case OptionType::kFlag:
      return "flag";
    case OptionType::kCount:
      return "count";
    case OptionType::kNumber:
      return "number";
    case OptionType::kWord:
      return "word";
    case OptionType::kText:
      return "text";
    case OptionType::kNumberOrWord:
      return "number or word";
    case OptionType::kCounts:
      return "counts";
    case OptionType::kNumbers:
      return "numbers";
    case OptionType::kWords:
      return "words";
    case OptionType::kDimensions:
      return "dimensions";
    case OptionType::kSeed:
      return "seed";
  }
  return "";
}

std::string methods_json(const std::vector<Method>& methods) {
  OrderedJson object = {{"methods", OrderedJson::array()},
                        {"shared_options", options_json(shared_options())}};
  for (const Method& method : methods) object["methods"].push_back(method_json(method));
  return json_text(object);
}

}  // namespace fairpca
