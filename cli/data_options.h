// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "fairpca/moments/groups.h"
#include "fairpca/rows/open_rows.h"

namespace fairpca::cli {

/// How a table is read: its form, its columns' roles, its groups.
struct DataArguments {
  ColumnRoles roles;
  OpenOptions open;
  GroupingOptions grouping;
  MissingCells missing = MissingCells::kError;
  Index min_group_size = 10;
  int threads = 1;
  std::string delimiter = ",";
  bool no_header = false;
  std::vector<std::string> group_files;  ///< NAME=FILE or FILE
  std::string label_file, weight_file;

  /// Opens `path` ("-": standard input) as these options say.
  std::unique_ptr<RowSource> open_table(const std::string& path) const;

  /// Columns that form the groups: `--group`, and those of `--group-file`.
  std::vector<std::string> group_columns() const;
};

/// Form of the file: --delimiter --no-header --na --missing --threads.
void add_table_options(CLI::App& app, DataArguments& data);

/// Who is in which group: --group --group-file --label --label-file --weight --weight-file.
void add_role_options(CLI::App& app, DataArguments& data);

/// Which columns are features: --drop --categorical --keep-protected.
void add_feature_options(CLI::App& app, DataArguments& data);

/// How levels become groups: --combine --missing-group --min-group-size.
void add_grouping_options(CLI::App& app, DataArguments& data);

}  // namespace fairpca::cli
