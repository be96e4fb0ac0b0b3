// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>

#include <CLI/CLI.hpp>

#include "report/table_style.h"

namespace fairpca::cli {

/// Declares `--color` for every command of `program`.
void add_color_option(CLI::App& program);

/// Declares `--all-groups`, for commands whose table has a line per group.
void add_all_groups_option(CLI::App& command, bool& all_groups);

/// For tables on standard output: as wide as the terminal, 80 columns where there is none.
/// Coloured as `--color` says; `auto` is on a terminal, unless NO_COLOR is set or TERM is `dumb`.
TableStyle table_style(bool all_groups = false);

/// What messages on standard error may do.
struct MessageStyle {
  bool color = false;
  std::optional<std::size_t> width = {};  ///< of a terminal; none elsewhere: a message is one line
};
MessageStyle message_style();

}  // namespace fairpca::cli
