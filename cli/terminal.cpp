// SPDX-License-Identifier: BSD-3-Clause
#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "options/option_table.h"
#include "spec_options.h"
#include "spelling.h"

namespace fairpca::cli {
namespace {

enum class ColorWhen { kAuto, kAlways, kNever };

struct TerminalOptions {
  ColorWhen color = ColorWhen::kAuto;
};

const OptionTable<TerminalOptions>& terminal_options() {
  static const OptionTable<TerminalOptions> table = [] {
    OptionTable<TerminalOptions> made;
    made.choice<ColorWhen>(
        "color", FAIRPCA_MEMBER(color),
        {{"auto", ColorWhen::kAuto}, {"always", ColorWhen::kAlways}, {"never", ColorWhen::kNever}},
        "When to use colours; auto: on a terminal");
    return made;
  }();
  return table;
}

/// What the command line says of the terminal; messages need it from anywhere.
TerminalOptions& chosen() {
  static TerminalOptions options;
  return options;
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

bool uses_color(int descriptor) {
  if (chosen().color != ColorWhen::kAuto) return chosen().color == ColorWhen::kAlways;
  return isatty(descriptor) != 0 && environment("NO_COLOR").empty() &&
         environment("TERM") != "dumb";
}

std::optional<std::size_t> terminal_width(int descriptor) {
  constexpr std::size_t kUnknown = 80, kLeast = 40;
  if (isatty(descriptor) == 0) return std::nullopt;
  winsize size = {};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUnknown;
  return std::max<std::size_t>(kLeast, size.ws_col);
}

}  // namespace

void add_color_option(CLI::App& program) {
  chosen() = {};  // of a command line before this one
  const OptionSpec& spec = spec_named(terminal_options().specs(), "color");
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    add_text_option(*command,
                    {.spec = spec, .help = spec.help, .default_text = "auto", .group = ""},
                    [&spec](const std::string& word) {
                      chosen() = terminal_options().read({{spec.name, parse_value(spec, word)}});
                    });
  }
}

void add_all_groups_option(CLI::App& command, bool& all_groups) {
  command.add_flag("--all-groups", all_groups, "Show all groups, where there are many");
}

TableStyle table_style(bool all_groups) {
  return {.width = terminal_width(STDOUT_FILENO).value_or(TableStyle().width),
          .color = uses_color(STDOUT_FILENO),
          .all_groups = all_groups,
          .spelling = spelled_as_flags};
}

MessageStyle message_style() {
  return {.color = uses_color(STDERR_FILENO), .width = terminal_width(STDERR_FILENO)};
}

}  // namespace fairpca::cli
