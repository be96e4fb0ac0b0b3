// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "fairpca/fit/methods.h"

namespace fairpca::cli {

/// The options of all methods in a registry as options of a command: `max_iterations` becomes
/// `--max-iterations`.  Must outlive the parsing.
class MethodOptions {
 public:
  /// Declares them on `app`, each with what it may be, its default and the methods that have it.
  MethodOptions(CLI::App& app, const std::vector<Method>& methods);

  /// The values given on the command line.  Throws InvalidArgument for an option that `method` does
  /// not have (`other-methods-option`), or a text that it may not be (`option-value`).
  OptionValues for_method(const Method& method) const;

 private:
  const std::vector<Method>& methods_;
  std::map<std::string, std::string> given_;  ///< option name (snake_case) -> text
};

}  // namespace fairpca::cli
