// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>

#include "fairpca/message.h"

namespace fairpca::cli {

/// What CLI11 found wrong with the command line, in our words: `--seed: 1 required S missing` is
/// `--seed needs a value`.
Message parse_problem(const CLI::App& program, const CLI::ParseError& problem);

}  // namespace fairpca::cli
