// SPDX-License-Identifier: BSD-3-Clause
#include "option_values.h"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "errors.h"
#include "fairpca/error.h"
#include "fit/settings_table.h"
#include "options/messages.h"
#include "spelling.h"

namespace fairpca::python {
namespace {

nb::object element(bool value) {
  return nb::bool_(value);
}
nb::object element(std::int64_t value) {
  return nb::int_(value);
}
nb::object element(double value) {
  return nb::float_(value);
}
nb::object element(const std::string& value) {
  return to_str(value);
}

template <class Value>
nb::object list_to_python(const OptionSpec& option, const std::vector<Value>& values) {
  if (values.empty() && !takes_none(option)) return to_str(option.empty_word);
  if (values.empty()) return nb::none();
  if (values.size() == 1) return element(values.front());
  nb::list list;
  for (const Value& value : values) list.append(element(value));
  const bool has_fixed_length = option.most_values < std::numeric_limits<std::size_t>::max();
  if (has_fixed_length || option.type == OptionType::kDimensions) return nb::tuple(list);
  return list;
}

const OptionSpec* find_in(const std::vector<OptionSpec>& options, const std::string& name) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&name](const OptionSpec& spec) { return spec.name == name; });
  return found == options.end() ? nullptr : &*found;
}

}  // namespace

nb::object to_python(const OptionSpec& option, const OptionValue& value) {
  return std::visit(
      [&option]<class Value>(const Value& given) -> nb::object {
        if constexpr (std::is_same_v<Value, std::string>) {
          const bool is_nothing = given.empty() || given == "none";
          if (is_nothing && takes_none(option)) return nb::none();
          return element(given);
        } else if constexpr (std::is_arithmetic_v<Value>) {
          if (option.type == OptionType::kSeed) return nb::int_(static_cast<std::uint64_t>(given));
          return element(given);
        } else {
          return list_to_python(option, given);
        }
      },
      value);
}

FitSettings settings_of(const std::string& method, const OptionValues& values) {
  FitSettings settings = settings_table().read(values);
  settings.method = method;
  const Method& entry = find_method(method);
  for (const auto& [name, value] : values) {
    if (find_in(shared_options(), name) != nullptr) continue;
    const OptionSpec* option = find_option(entry, name);
    if (option != nullptr && checked_value(*option, value) == option->default_value) continue;
    settings.options[name] = value;
  }
  return settings;
}

void check_in_python(const FitSettings& settings) {
  try {
    check_settings(settings);
  } catch (const InvalidArgument& error) {
    const Message& message = error.message();
    const OptionSpec* option = find_option(find_method(settings.method), message.option());
    if (option == nullptr) option = find_in(shared_options(), message.option());
    if (option == nullptr || message.code() != "option-value" ||
        message.argument("allowed") != option->allowed_text()) {
      throw;
    }
    reject(option_message<"option-value">("option"_is(OptionName{option->name}),
                                          "allowed"_is(allowed_in_python(*option)),
                                          "value"_is(message.argument("value"))));
  }
}

}  // namespace fairpca::python
