// SPDX-License-Identifier: BSD-3-Clause
#include "method_options.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fairpca/shown_text.h"

namespace fairpca::cli {
namespace {

/// `-k,--mixture-components`: the short form first, if the option has one.
std::string flags_of(const OptionSpec& option) {
  const std::string flag = flag_of(option.name);
  return option.letter == 0 ? flag : fmt::format("-{},{}", option.letter, flag);
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

/// Whether `text` is a number too large, or too close to 0, to be held.
bool is_beyond_double(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc::result_out_of_range && end == text.data() + text.size();
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
  throw InvalidArgument(fmt::format("{} must be {}, not '{}'{}", flag_of(option.name), option.range,
                                    shown_text(text),
                                    is_beyond_double(text) ? ", beyond all numbers here" : ""));
}

/// One option as some methods mean it: they agree in all but, perhaps, the default.
struct Meaning {
  const OptionSpec* option = nullptr;
  std::vector<std::pair<std::string, std::string>> defaults;  ///< method, default

  bool is_one_default() const {
    return std::all_of(defaults.begin(), defaults.end(),
                       [&](const auto& one) { return one.second == defaults.front().second; });
  }

  /// `fair, other` or, where the defaults differ, `fair: 500, other: 9`.
  std::string methods() const {
    std::string text;
    for (const auto& [id, value] : defaults) {
      text += (text.empty() ? "" : ", ") + id + (is_one_default() ? "" : ": " + value);
    }
    return text;
  }
};

std::vector<Meaning> meanings_of(const std::vector<Method>& methods, const std::string& name) {
  std::vector<Meaning> meanings;
  for (const Method& method : methods) {
    const OptionSpec* option = find_option(method, name);
    if (option == nullptr) continue;
    auto same = std::find_if(meanings.begin(), meanings.end(), [&](const Meaning& meaning) {
      return meaning.option->help == option->help && meaning.option->range == option->range;
    });
    if (same == meanings.end()) same = meanings.insert(same, Meaning{option, {}});
    same->defaults.emplace_back(method.id, text_of(option->default_value));
  }
  return meanings;
}

/// The help of an option, with the methods that have it; where methods mean different things by it,
/// each meaning with its range and default.
std::string help_of(const std::vector<Meaning>& meanings) {
  const Meaning& first = meanings.front();
  std::string text = fmt::format("{} ({})", first.option->help, first.methods());
  for (std::size_t i = 1; i < meanings.size(); ++i) {
    const Meaning& other = meanings[i];
    const std::string value = other.defaults.front().second;
    text += fmt::format("; {}{}: {} ({})", other.option->range,
                        other.is_one_default() && !value.empty() ? "=" + value : "",
                        other.option->help, other.methods());
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

std::string flag_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

MethodOptions::MethodOptions(CLI::App& app, const std::vector<Method>& methods)
    : methods_(methods) {
  for (const Method& method : methods) {
    for (const OptionSpec& option : method.options) {
      const std::string flag = flag_of(option.name);
      if (app.get_option_no_throw(flag) != nullptr) continue;  // another method has it as well
      const std::vector<Meaning> meanings = meanings_of(methods, option.name);
      if (std::holds_alternative<bool>(option.default_value)) {
        app.add_flag_function(
               flag,
               [this, name = option.name](std::int64_t count) {
                 given_[name] = count > 0 ? "true" : "false";
               },
               help_of(meanings))
            ->group("Options of single methods");
        continue;
      }
      app.add_option_function<std::string>(
             flags_of(option),
             [this, name = option.name](const std::string& text) { given_[name] = text; },
             help_of(meanings))
          ->type_name(option.range)
          ->default_str(meanings.front().is_one_default() ? text_of(option.default_value) : "")
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
