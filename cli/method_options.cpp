// SPDX-License-Identifier: BSD-3-Clause
#include "method_options.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "fairpca/error.h"

namespace fairpca::cli {
namespace {

std::string flag_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

const OptionSpec* find_option(const Method& method, const std::string& name) {
  for (const OptionSpec& option : method.options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

std::string text_of(const OptionValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  if (const auto* count = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *count);
  return fmt::format("{}", std::get<double>(value));
}

template <class Number>
bool parse_number(const std::string& text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// `text` as a value of the type the option's default has.
OptionValue parse_value(const OptionSpec& option, const std::string& text) {
  if (std::holds_alternative<std::string>(option.default_value)) return text;
  if (std::holds_alternative<bool>(option.default_value)) {
    if (text == "true" || text == "false") return text == "true";
  } else if (std::holds_alternative<std::int64_t>(option.default_value)) {
    std::int64_t count = 0;
    if (parse_number(text, count)) return count;
  } else {
    double number = 0;
    if (parse_number(text, number)) return number;
  }
  throw InvalidArgument(
      fmt::format("{} must be {}, not '{}'", flag_of(option.name), option.range, text));
}

/// The help of an option, with the methods that have it; where methods mean different things by it,
/// each meaning with its range.
std::string help_of(const std::vector<Method>& methods, const OptionSpec& shown) {
  std::vector<const OptionSpec*> meanings;
  std::vector<std::string> ids;
  for (const Method& method : methods) {
    const OptionSpec* option = find_option(method, shown.name);
    if (option == nullptr) continue;
    std::size_t at = 0;
    while (at < meanings.size() &&
           (meanings[at]->help != option->help || meanings[at]->range != option->range)) {
      ++at;
    }
    if (at == meanings.size()) {
      meanings.push_back(option);
      ids.push_back(method.id);
    } else {
      ids[at] += ", " + method.id;
    }
  }
  std::string text = fmt::format("{} ({})", meanings.front()->help, ids.front());
  for (std::size_t i = 1; i < meanings.size(); ++i) {
    text += fmt::format("; {}: {} ({})", meanings[i]->range, meanings[i]->help, ids[i]);
  }
  return text;
}

/// `fair-pca, robust-fair-pca`: the methods that have an option of this name.
std::string methods_with(const std::vector<Method>& methods, const std::string& name) {
  std::string ids;
  for (const Method& method : methods) {
    if (find_option(method, name) != nullptr) ids += (ids.empty() ? "" : ", ") + method.id;
  }
  return ids;
}

std::string options_of(const Method& method) {
  std::string flags;
  for (const OptionSpec& option : method.options) {
    flags += (flags.empty() ? "" : ", ") + flag_of(option.name);
  }
  return flags.empty() ? "it has no options of its own" : "its options are " + flags;
}

}  // namespace

MethodOptions::MethodOptions(CLI::App& app, const std::vector<Method>& methods)
    : methods_(methods) {
  for (const Method& method : methods) {
    for (const OptionSpec& option : method.options) {
      const std::string flag = flag_of(option.name);
      if (app.get_option_no_throw(flag) != nullptr) continue;  // another method has it as well
      if (std::holds_alternative<bool>(option.default_value)) {
        app.add_flag_function(
               flag,
               [this, name = option.name](std::int64_t count) {
                 given_[name] = count > 0 ? "true" : "false";
               },
               help_of(methods, option))
            ->group("Options of single methods");
        continue;
      }
      app.add_option_function<std::string>(
             flag, [this, name = option.name](const std::string& text) { given_[name] = text; },
             help_of(methods, option))
          ->type_name(option.range)
          ->default_str(text_of(option.default_value))
          ->group("Options of single methods");
    }
  }
}

OptionValues MethodOptions::for_method(const Method& method) const {
  OptionValues values;
  for (const auto& [name, text] : given_) {
    const OptionSpec* option = find_option(method, name);
    if (option == nullptr) {
      throw InvalidArgument(fmt::format("{} is not an option of {} but of {}; {}", flag_of(name),
                                        method.id, methods_with(methods_, name),
                                        options_of(method)));
    }
    values[name] = parse_value(*option, text);
  }
  return values;
}

}  // namespace fairpca::cli
