// SPDX-License-Identifier: BSD-3-Clause
#include "method_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "messages.h"
#include "spec_options.h"
#include "spelling.h"

namespace fairpca::cli {
namespace {

constexpr const char* kNotInHelp = "";  // CLI11's word for it

/// The methods that have an option of this name.
std::vector<std::string> methods_with(const std::vector<Method>& methods, const std::string& name) {
  std::vector<std::string> ids;
  for (const Method& method : methods) {
    if (find_option(method, name) != nullptr) ids.push_back(method.id);
  }
  return ids;
}

std::string ids(const std::vector<std::string>& methods) {
  return fmt::format("{}", fmt::join(methods, ", "));
}

/// An option that `method` does not have.
[[noreturn]] void reject_other_methods(const std::string& option, const Method& method,
                                       const std::vector<std::string>& others, bool is_default) {
  if (option == "mixture_components") {  // -k of other programs
    reject(cli_message<"components-not-dimensions">("others"_is(ids(others))));
  }
  reject(cli_message<"other-methods-option">(
      "option"_is(OptionName{option}), "others"_is(ids(others)),
      "method"_is(method.id + (is_default ? ", the default" : "")),
      "advice"_is(is_default ? "name it with --method " + others.front()
                             : fmt::format("`fairpca methods {}` shows its options", method.id))));
}

}  // namespace

MethodOptions::MethodOptions(CLI::App& app, const std::vector<Method>& methods)
    : methods_(methods) {
  for (const Method& method : methods) {
    for (const OptionSpec& option : method.options) {
      if (app.get_option_no_throw(flag_of(option.name)) != nullptr) continue;  // of another method
      add_text_option(app, {.spec = option, .help = option.help, .default_text = "", .group = ""},
                      [this, name = option.name](const std::string& text) { given_[name] = text; })
          ->group(kNotInHelp);
    }
  }
}

OptionValues MethodOptions::for_method(const Method& method, bool is_default) const {
  OptionValues values;
  for (const auto& [name, text] : given_) {
    const OptionSpec* option = find_option(method, name);
    if (option == nullptr) {
      reject_other_methods(name, method, methods_with(methods_, name), is_default);
    }
    values[name] = parse_value(*option, text);
  }
  return values;
}

}  // namespace fairpca::cli
