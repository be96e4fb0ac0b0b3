// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "fairpca/fit/fit_settings.h"
#include "fairpca/options/option.h"

namespace fairpca::cli {

/// Declares an option of a command from its entry in a table: flag, short letter, allowed values,
/// default and help.  A value given is checked while the command line is parsed, before any file
/// is opened (InvalidArgument `option-value`), and kept in `given`, which must outlive the parsing;
/// what is not given is not in it.
CLI::Option* add_option(CLI::App& app, const OptionSpec& spec, OptionValues& given,
                        const std::string& group = "");

/// All of `specs`, under the heading `group`.
void add_options(CLI::App& app, const std::vector<OptionSpec>& specs, OptionValues& given,
                 const std::string& group = "");

/// Those of the options all methods share (shared_options()) that are called `names`, in this
/// order.
void add_shared_options(CLI::App& app, const std::vector<std::string_view>& names,
                        OptionValues& given, const std::string& group = "");

/// What stands behind the flag of an option and, behind a blank, what is said of it: `N >= 1`;
/// words to choose from with `|` between them.  CLI11 keeps it as the type of the option, where the
/// help and the completion find it.
std::string value_name_of(const OptionSpec& spec);

/// Moves what everybody needs to the first heading of a command's help.
void show_first(CLI::App& command, const std::vector<std::string>& flags);

/// How an option stands in the help of a command.
struct ShownOption {
  const OptionSpec& spec;
  std::string help, default_text, group;
};

/// Declares an option; `keep` is called with the text that is given, `true` for a flag alone.
CLI::Option* add_text_option(CLI::App& app, const ShownOption& option,
                             const std::function<void(const std::string&)>& keep);

/// The entry called `name`, which is there.
const OptionSpec& spec_named(const std::vector<OptionSpec>& specs, std::string_view name);

/// The settings given, the others at their defaults; threads: as many as the machine runs at once.
/// Values in `given` that are no shared option are left alone.
FitSettings read_settings(const OptionValues& given);

}  // namespace fairpca::cli
