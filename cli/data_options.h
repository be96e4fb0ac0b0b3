// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "fairpca/model/model.h"
#include "fairpca/moments/groups.h"
#include "fairpca/rows/open_rows.h"

namespace fairpca::cli {

/// How a table is read: its form, its columns' roles, its groups.
struct DataArguments {
  ColumnRoles roles;
  OpenOptions open;
  GroupingOptions grouping;
  MissingCells missing = MissingCells::kError;
  UnseenLevel unseen = UnseenLevel::kError;  ///< only where a model reads new rows
  Index min_group_size = 10;
  int threads = 1;
  std::string delimiter = ",";
  bool no_header = false;
  std::vector<std::string> group_files;  ///< NAME=FILE or FILE
  std::string label_file, weight_file;

  /// `path` and the files beside it: all that a command with these options reads as a table.
  std::vector<std::string> files(const std::string& path) const;

  /// Opens `path` ("-": standard input) as these options say.  Warns where the whole header is one
  /// name that holds another usual delimiter.
  std::unique_ptr<RowSource> open_table(const std::string& path) const;

  /// `rows`, but that one without a protected level is refused with its place, unless
  /// --missing-group says otherwise.
  std::unique_ptr<RowSource> in_groups(RowSource& rows) const;
};

/// Form of the file: --delimiter --no-header --na --missing --threads.
void add_table_options(CLI::App& app, DataArguments& data);

/// --threads, as many as the machine runs at once unless the caller says otherwise.
CLI::Option* add_threads_option(CLI::App& app, int& threads);

/// Who is in which group and weighs what: --group --group-file --weight --weight-file.
void add_group_options(CLI::App& app, DataArguments& data);

/// --label --label-file.
void add_label_options(CLI::App& app, DataArguments& data);

/// --unseen.
void add_unseen_option(CLI::App& app, DataArguments& data);

/// Which columns are features: --drop --categorical --keep-protected.
void add_feature_options(CLI::App& app, DataArguments& data);

/// How levels become groups: --combine --missing-group --min-group-size.
void add_grouping_options(CLI::App& app, DataArguments& data);

/// How a model encodes rows read with these options; missing cells may become the model's mean.
/// Throws InvalidArgument for --missing model unless the model is probabilistic.
EncodeOptions encode_options(const DataArguments& data, const Model& model);

}  // namespace fairpca::cli
