// SPDX-License-Identifier: BSD-3-Clause
#include "spec_options.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fit/settings_table.h"
#include "spelling.h"

namespace fairpca::cli {
namespace {

/// `-k,--mixture-components`: the short form first, if the option has one.
std::string declared_flags(const OptionSpec& spec) {
  const std::string flag = flag_of(spec.name);
  return spec.letter == 0 ? flag : fmt::format("-{},{}", spec.letter, flag);
}

/// `none | a number >= 0` as a type keeps it: `none|a number >= 0`.
std::string with_bars(std::string text) {
  constexpr std::string_view kBar = " | ";
  for (std::size_t at = text.find(kBar); at != std::string::npos; at = text.find(kBar, at)) {
    text.replace(at, kBar.size(), "|");
  }
  return text.find('|') == std::string::npos ? "LIST " + text : text;
}

int threads_of_machine() {
  constexpr int kMost = 1024;  // of a machine that cannot count its own
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMost);
}

std::string default_text(const OptionSpec& spec) {
  if (spec.name == "dimensions") return "";  // every command that has it requires it
  if (spec.name == "threads") return fmt::format("{}", threads_of_machine());
  return value_text(spec, spec.default_value);
}

}  // namespace

std::string value_name_of(const OptionSpec& spec) {
  const std::string range = spec.range.text();
  switch (spec.type) {
    case OptionType::kFlag:
      return "";
    case OptionType::kDimensions:
      return "D";
    case OptionType::kSeed:
      return "SEED";
    case OptionType::kText:
      return "TEXT";
    case OptionType::kCount:
      return "N " + range;
    case OptionType::kNumber:
      return spec.allowed.empty() ? "X " + range : "X " + spec.allowed;
    case OptionType::kCounts:
      return "K " + spec.allowed_text();
    case OptionType::kNumbers:
    case OptionType::kNumberOrWord:
      return with_bars(spec.allowed_text());
    case OptionType::kWord:
      return fmt::format("{}", fmt::join(spec.words, "|"));
    case OptionType::kWords:
      return (spec.empty_word.empty() ? "" : spec.empty_word + "|") +
             fmt::format("{}", fmt::join(spec.words, "|"));
  }
  return "";
}

void show_first(CLI::App& command, const std::vector<std::string>& flags) {
  for (const std::string& flag : flags) command.get_option(flag)->group("Options");
}

CLI::Option* add_text_option(CLI::App& app, const ShownOption& option,
                             const std::function<void(const std::string&)>& keep) {
  const std::string flags = declared_flags(option.spec);
  CLI::Option* added = nullptr;
  if (option.spec.type == OptionType::kFlag) {
    added = app.add_flag(flags, option.help)->each(keep);
  } else {
    added = app.add_option_function<std::string>(flags, keep, option.help)
                ->type_name(value_name_of(option.spec))
                ->default_str(option.default_text);
  }
  return option.group.empty() ? added : added->group(option.group);
}

CLI::Option* add_option(CLI::App& app, const OptionSpec& spec, OptionValues& given,
                        const std::string& group) {
  return add_text_option(
      app, {.spec = spec, .help = spec.help, .default_text = default_text(spec), .group = group},
      [&given, spec](const std::string& text) { given[spec.name] = parse_value(spec, text); });
}

void add_options(CLI::App& app, const std::vector<OptionSpec>& specs, OptionValues& given,
                 const std::string& group) {
  for (const OptionSpec& spec : specs) add_option(app, spec, given, group);
}

void add_shared_options(CLI::App& app, const std::vector<std::string_view>& names,
                        OptionValues& given, const std::string& group) {
  for (const std::string_view name : names) {
    add_option(app, spec_named(shared_options(), name), given, group);
  }
}

const OptionSpec& spec_named(const std::vector<OptionSpec>& specs, std::string_view name) {
  return *std::find_if(specs.begin(), specs.end(),
                       [name](const OptionSpec& spec) { return spec.name == name; });
}

FitSettings read_settings(const OptionValues& given) {
  FitSettings settings = settings_table().read(given);
  if (!given.contains("threads")) settings.pass.threads = threads_of_machine();
  return settings;
}

}  // namespace fairpca::cli
