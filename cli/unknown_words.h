// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "fairpca/fit/methods.h"

namespace fairpca::cli {

/// Throws InvalidArgument for the first of `words` (behind the name of the program) that is neither
/// a command nor an option of its command, with the right spelling: `command-unknown`,
/// `flag-unknown`, `flag-of-other-command`.
void reject_unknown_words(const CLI::App& program, const std::vector<std::string>& words);

/// The method called `id`.  Throws InvalidArgument (`method-unknown`) with the id that is meant.
const Method& method_called(const std::string& id);

/// `-d/--dimensions`, `--group`.
std::string flags_of(const CLI::Option& option);

}  // namespace fairpca::cli
