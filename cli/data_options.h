// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "fairpca/options/option.h"
#include "fairpca/rows/open_rows.h"

namespace fairpca::cli {

/// How a table is read: its form and its columns' roles.
struct DataArguments {
  ColumnRoles roles;
  OpenOptions open;
  bool no_header = false;
  std::vector<std::string> group_files;  ///< NAME=FILE or FILE
  std::string label_file, weight_file;
  Index sample = 0;       ///< rows to draw at random; 0: all are used
  std::string sample_by;  ///< column whose levels get equal parts

  /// `path` and the files beside it: all that a command with these options reads as a table.
  std::vector<std::string> files(const std::string& path) const;

  /// Opens `path` ("-": standard input) as these options say.  Warns where the whole header is one
  /// name that holds another usual delimiter.
  std::unique_ptr<RowSource> open_table(const std::string& path) const;
};

/// Declares an option that may be repeated, one value each time.
CLI::Option* add_repeated(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                          const std::string& help);

/// The name of the column in a group file given as NAME=FILE or FILE.
std::string group_file_name(const std::string& given);

/// For --moments: what was settled when the moments file was written cannot be asked for again.
void reject_table_options(const CLI::App& command);

/// Form of the file: --delimiter --no-header --na.
void add_form_options(CLI::App& app, DataArguments& data);

/// The same, and into `given`: --missing --threads.
void add_table_options(CLI::App& app, DataArguments& data, OptionValues& given);

/// Who is in which group and weighs what: --group --group-file --weight --weight-file.
void add_group_options(CLI::App& app, DataArguments& data);

/// --label --label-file.
void add_label_options(CLI::App& app, DataArguments& data);

/// Which columns are features: --features --drop --categorical.
void add_chosen_column_options(CLI::App& app, DataArguments& data);

/// The same and --keep-protected.
void add_feature_options(CLI::App& app, DataArguments& data);

/// How levels become groups: --combine --missing-group --min-group-size.
void add_grouping_options(CLI::App& app, OptionValues& given);

/// -d (required) --share-of --standardize --divide-by --center, under the heading `group`.
void add_preparation_options(CLI::App& app, OptionValues& given, const std::string& group);

}  // namespace fairpca::cli
