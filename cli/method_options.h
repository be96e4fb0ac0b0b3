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
  /// Declares them on `app`, hidden from its help: that of a method shows them (method_help()).
  MethodOptions(CLI::App& app, const std::vector<Method>& methods);

  /// The values given on the command line.  Throws InvalidArgument for an option that `method` does
  /// not have (`other-methods-option`, `components-not-dimensions`), or a text that it may not be
  /// (`option-value`).  `is_default`: nobody asked for this method.
  OptionValues for_method(const Method& method, bool is_default = false) const;

 private:
  const std::vector<Method>& methods_;
  std::map<std::string, std::string> given_;  ///< option name (snake_case) -> text
};

}  // namespace fairpca::cli
