// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace fairpca::cli {

/// The arguments in the order CLI11 wants them (last first), with `--drop a b` spelled out as
/// `--drop a --drop b` for options that may be repeated.
///
/// That is done only behind the command's positional arguments, so that `--group sex data.csv`
/// still means what it says.
std::vector<std::string> arguments_for(const CLI::App& program, int argc, const char* const* argv);

}  // namespace fairpca::cli
