// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "figure/figure.h"
#include "subcommands.h"

namespace fairpca::cli {

/// `--svg FILE`: where a command draws what it found.
void add_svg_option(CLI::App& command, std::string& file, const std::string& what);

/// Before the work: throws InvalidArgument when the drawing would replace an input or the other
/// output, or two things would be written to standard output.
void check_svg_file(const std::string& file, const std::string& output, bool json,
                    const std::vector<std::string>& inputs);

/// Writes the drawing, whole or not at all; "-" is standard output.  Nothing for no file.
void write_svg(const Figure& figure, const std::string& file);

}  // namespace fairpca::cli
