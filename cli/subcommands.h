// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

#include "exit_code.h"

namespace fairpca::cli {

/// What a subcommand does once its arguments are parsed.
using Action = std::function<ExitCode()>;

/// Each declares one subcommand and its options on `program` and returns what it does.
Action add_compare(CLI::App& program);
Action add_completion(CLI::App& program);
Action add_describe(CLI::App& program);
Action add_evaluate(CLI::App& program);
Action add_export(CLI::App& program);
Action add_fit(CLI::App& program);
Action add_inspect(CLI::App& program);
Action add_measures(CLI::App& program);
Action add_methods(CLI::App& program);
Action add_moments(CLI::App& program);
Action add_path(CLI::App& program);
Action add_report(CLI::App& program);
Action add_reproduce(CLI::App& program);
Action add_synth(CLI::App& program);
Action add_transform(CLI::App& program);
Action add_verify(CLI::App& program);

}  // namespace fairpca::cli
