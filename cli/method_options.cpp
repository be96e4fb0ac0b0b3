// SPDX-License-Identifier: BSD-3-Clause
#include "method_options.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "messages.h"
#include "spec_options.h"
#include "spelling.h"

namespace fairpca::cli {
namespace {

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
      return meaning.option->help == option->help &&
             meaning.option->allowed_text() == option->allowed_text();
    });
    if (same == meanings.end()) same = meanings.insert(same, Meaning{option, {}});
    same->defaults.emplace_back(method.id, value_text(*option, option->default_value));
  }
  return meanings;
}

/// The help of an option, with the methods that have it; where methods mean different things by it,
/// each meaning with what it may be and its default.
std::string help_of(const std::vector<Meaning>& meanings) {
  const Meaning& first = meanings.front();
  std::string text = fmt::format("{} ({})", first.option->help, first.methods());
  for (std::size_t i = 1; i < meanings.size(); ++i) {
    const Meaning& other = meanings[i];
    const std::string value = other.defaults.front().second;
    text += fmt::format("; {}{}: {} ({})", other.option->allowed_text(),
                        other.is_one_default() && !value.empty() ? "=" + value : "",
                        other.option->help, other.methods());
  }
  return text;
}

/// The methods that have an option of this name.
std::vector<std::string> methods_with(const std::vector<Method>& methods, const std::string& name) {
  std::vector<std::string> ids;
  for (const Method& method : methods) {
    if (find_option(method, name) != nullptr) ids.push_back(method.id);
  }
  return ids;
}

std::string options_of(const Method& method) {
  std::vector<std::string> flags;
  for (const OptionSpec& option : method.options) flags.push_back(flag_of(option.name));
  if (flags.empty()) return "it has no options of its own";
  return fmt::format("its options are {}", fmt::join(flags, ", "));
}

}  // namespace

MethodOptions::MethodOptions(CLI::App& app, const std::vector<Method>& methods)
    : methods_(methods) {
  for (const Method& method : methods) {
    for (const OptionSpec& option : method.options) {
      if (app.get_option_no_throw(flag_of(option.name)) != nullptr) continue;  // of another method
      const std::vector<Meaning> meanings = meanings_of(methods, option.name);
      const std::string value = value_text(option, option.default_value);
      add_text_option(app,
                      {.spec = option,
                       .help = help_of(meanings),
                       .default_text = meanings.front().is_one_default() ? value : "",
                       .group = "Options of single methods"},
                      [this, name = option.name](const std::string& text) { given_[name] = text; });
    }
  }
}

OptionValues MethodOptions::for_method(const Method& method) const {
  OptionValues values;
  for (const auto& [name, text] : given_) {
    const OptionSpec* option = find_option(method, name);
    if (option == nullptr) {
      reject(cli_message<"other-methods-option">(
          "option"_is(OptionName{name}), "method"_is(method.id),
          "others"_is(fmt::format("{}", fmt::join(methods_with(methods_, name), ", "))),
          "advice"_is(options_of(method))));
    }
    values[name] = parse_value(*option, text);
  }
  return values;
}

}  // namespace fairpca::cli
