// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace fairpca::cli {

/// Help in the layout of this program, in 80 columns: usage with what is required, the options
/// under their headings, each with what it may be and its default; of the program, the commands.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

/// What `words` (behind the name of the program) ask to be shown instead of done, if they do: how
/// to begin (no words), the help of the program, of a command (`fit --help`, `help fit`), or of a
/// method (`fit --method ID --help`, `help ID`).
std::optional<std::string> help_wanted(const CLI::App& program,
                                       const std::vector<std::string>& words);

}  // namespace fairpca::cli
