// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace fairpca::cli {

/// Whether `words` (behind the name of the program) are a shell's question what could be typed:
/// `completion --words WORD...`, the last word being the one that is typed.
bool asks_to_complete(const std::vector<std::string>& words);

/// The answer: a line `words` or `files` (names of files also fit), then one line for each word
/// that fits, with a tab and what it is behind it.  Commands, options and their words come from
/// what is declared on `program`, names of columns from the header of the table that was named.
std::string completions(const CLI::App& program, const std::vector<std::string>& words);

}  // namespace fairpca::cli
