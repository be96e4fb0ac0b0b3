// SPDX-License-Identifier: BSD-3-Clause
#include "method_help.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "help_layout.h"
#include "report/methods_json.h"
#include "spec_options.h"
#include "spelling.h"

namespace fairpca::cli {
namespace {

/// `Problem: ...`, wrapped, the lines behind the first indented.
std::string paragraph(const std::string& title, const std::string& text) {
  constexpr std::size_t kIndent = 2;
  if (text.empty()) return "";
  return title + ": " + wrapped_help(text, kIndent, title.size() + 2) + "\n";
}

std::string typed_as(const OptionSpec& option) {
  const std::string letter = option.letter == 0 ? "" : fmt::format("-{}, ", option.letter);
  if (option.type == OptionType::kFlag) return letter + flag_of(option.name);
  return fmt::format("{}{} {}", letter, flag_of(option.name),
                     split_value_name(value_name_of(option)).shown);
}

/// What it means, what it may be, its default, and what it needs.
std::string meaning_of(const OptionSpec& option) {
  const std::string value = value_text(option, option.default_value);
  std::string text = option.help + " (";
  if (option.type != OptionType::kFlag) text += option.allowed_text() + "; ";
  text += option.type == OptionType::kFlag ? "default: off"
          : value.empty()                  ? "default: not set"
                                           : "default: " + value;
  if (option.needs) {
    text += "; only with " + spelled_as_flags({option.needs->option, option.needs->text()});
  }
  return text + ")";
}

/// `fairpca fit data.csv --group sex --method fair-pca -d 5 -o model.fpca`.
std::string example_of(const Method& method) {
  std::string text = "  fairpca fit data.csv";
  const auto add = [&text](const std::string& word) {
    const std::size_t line = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    const bool is_full = text.size() - line + 1 + word.size() + 2 > kHelpWidth;
    text += (is_full ? " \\\n    " : " ") + word;
  };
  for (const Setting& setting : method.example) {
    const OptionSpec* own = find_option(method, setting.option);
    const char letter = setting.option == "dimensions" ? 'd' : own != nullptr ? own->letter : '\0';
    const std::string flag = letter == 0 ? flag_of(setting.option) : fmt::format("-{}", letter);
    add(setting.value == "true" ? flag : flag + " " + setting.value);
  }
  add("-o model.fpca");
  return text + "\n";
}

std::string usage_of(const Method& method) {
  const std::string usage = fmt::format("fairpca fit DATA --method {}{} -d D -o MODEL [OPTIONS]",
                                        method.id, method.min_groups > 0 ? " --group COL" : "");
  return paragraph("Usage", usage);
}

std::string facts_of(const Method& method) {
  std::string text =
      fmt::format("{}; needs {}", fairness_word(method.fairness), needs_word(method.needs));
  if (method.min_groups > 0) text += fmt::format(", at least {} groups", method.min_groups);
  return paragraph("Fairness notion",
                   text + fmt::format("; in Python fairpca.{}", method.python_name));
}

std::string options_of_method(const Method& method) {
  if (method.options.empty()) return fmt::format("\n{} has no options of its own.\n", method.id);
  std::vector<std::pair<std::string, std::string>> lines;
  for (const OptionSpec& option : method.options) {
    lines.emplace_back(typed_as(option), meaning_of(option));
  }
  std::string text = fmt::format("\nOptions of {}:\n{}", method.id, two_columns(lines));
  for (const auto& [one, other] : method.exclusive_options) {
    text += fmt::format("  Only one of {} and {} may be given.\n", flag_of(one), flag_of(other));
  }
  return text;
}

}  // namespace

std::string method_help(const Method& method) {
  std::string text = paragraph(method.id, method.summary) + usage_of(method) + "\n";
  text += paragraph("Problem", method.problem);
  text += paragraph("Paper", method.paper);
  text += facts_of(method);
  text += options_of_method(method);
  text += "\nExample:\n" + example_of(method);
  return text + "`fairpca fit --help` shows the options that all methods share.\n";
}

std::string method_lines() {
  std::size_t id = 0, fairness = 0;
  for (const Method& method : methods()) {
    id = std::max(id, method.id.size());
    fairness = std::max(fairness, std::string_view(fairness_word(method.fairness)).size());
  }
  std::string text;
  for (const Method& method : methods()) {
    text += fmt::format("  {:{}}  {:{}}  {}\n", method.id, id, fairness_word(method.fairness),
                        fairness, method.brief);
  }
  return text;
}

}  // namespace fairpca::cli
