// SPDX-License-Identifier: BSD-3-Clause
#include "data_options.h"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "choice.h"
#include "fairpca/error.h"
#include "fairpca/rows/adapted_rows.h"
#include "fairpca/shown_text.h"
#include "interrupt.h"
#include "output.h"

namespace fairpca::cli {
namespace {

constexpr int kMaxThreads = 1024;
constexpr const char* kRoles = "Groups, weight, label";

char delimiter_byte(const std::string& text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() != 1) {
    throw InvalidArgument(
        fmt::format("--delimiter must be one byte or the word tab, not '{}'", shown_text(text)));
  }
  return text.front();
}

/// `sex=groups.txt` names the column; a bare file name is named after the file.
std::pair<std::string, std::filesystem::path> named_file(const std::string& given) {
  const std::size_t equals = given.find('=');
  if (equals == std::string::npos) {
    const std::filesystem::path file = given;
    return {file.stem().string(), file};
  }
  return {given.substr(0, equals), given.substr(equals + 1)};
}

/// A header read as one name that holds another usual delimiter is hardly a table of one column.
void warn_of_delimiter(const Schema& schema, const std::string& delimiter) {
  if (schema.features.size() + schema.protected_columns.size() + schema.kept.size() != 1) return;
  if (schema.features.empty()) return;
  const std::string& name = schema.features.front().name;
  const std::size_t at = name.find_first_of(",;\t|");
  if (at == std::string::npos || name.substr(at, 1) == delimiter) return;
  const std::string likely = name[at] == '\t' ? "tab" : fmt::format("'{}'", name[at]);
  note(
      fmt::format("warning: the table has one column, '{}'; if it has several, separated by {}, "
                  "use --delimiter {}",
                  shown_text(name), likely, likely));
}

}  // namespace

std::vector<std::string> DataArguments::files(const std::string& path) const {
  std::vector<std::string> all = {path, label_file, weight_file};
  for (const std::string& given : group_files) all.push_back(named_file(given).second.string());
  return all;
}

std::unique_ptr<RowSource> DataArguments::open_table(const std::string& path) const {
  OpenOptions options = open;
  options.csv.delimiter = delimiter_byte(delimiter);
  options.csv.header = !no_header;
  options.csv.stop_wanted = options.npy_sides.stop_wanted = interrupted;
  for (const std::string& given : group_files) {
    options.npy_sides.groups.push_back(named_file(given));
  }
  if (!label_file.empty()) options.npy_sides.label = label_file;
  if (!weight_file.empty()) options.npy_sides.weight = weight_file;
  std::unique_ptr<RowSource> rows = open_rows(path, roles, options);
  warn_of_delimiter(rows->schema(), delimiter);
  return rows;
}

std::unique_ptr<RowSource> DataArguments::in_groups(RowSource& rows) const {
  const bool required = grouping.missing == MissingGroup::kError;
  return std::make_unique<AdaptedRows>(rows, rows.schema(),
                                       [required, missing = missing](RowBlock& block) {
                                         if (required) require_protected_levels(block, missing);
                                       });
}

void add_table_options(CLI::App& app, DataArguments& data) {
  const char* group = "Reading the table";
  app.add_option("--delimiter", data.delimiter, "Byte between cells; the word tab for a tab")
      ->type_name("BYTE")
      ->capture_default_str()
      ->group(group);
  app.add_flag("--no-header", data.no_header, "The first line is data; columns are x1, x2, ...")
      ->group(group);
  add_repeated(app, "--na", data.open.csv.na_strings,
               "A text that means a missing cell, besides empty, NA, N/A, n/a, NaN and null")
      ->type_name("TEXT")
      ->group(group);
  add_choice<MissingCells>(app, "--missing", data.missing,
                           {{"error", MissingCells::kError},
                            {"mean", MissingCells::kMean},
                            {"drop-row", MissingCells::kDropRow},
                            {"model", MissingCells::kModel}},
                           "What a missing feature cell becomes")
      ->group(group);
  add_threads_option(app, data.threads)->group(group);
}

CLI::Option* add_threads_option(CLI::App& app, int& threads) {
  threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMaxThreads);
  return app.add_option("--threads", threads, "Threads; the result does not depend on them")
      ->type_name("N")
      ->check(CLI::Range(1, kMaxThreads).description(""))
      ->capture_default_str();
}

void add_group_options(CLI::App& app, DataArguments& data) {
  add_repeated(app, "--group", data.roles.protected_columns,
               "Protected column; several are crossed (see --combine)")
      ->group(kRoles);
  add_repeated(app, "--group-file", data.group_files,
               "NPY input: groups, one per line, named NAME or after the file")
      ->type_name("[NAME=]FILE")
      ->group(kRoles);
  app.add_option("--weight", data.roles.weight, "Column of row weights; never a feature")
      ->type_name("COL")
      ->group(kRoles);
  app.add_option("--weight-file", data.weight_file, "NPY input: weights, one per line")
      ->type_name("FILE")
      ->group(kRoles);
}

void add_label_options(CLI::App& app, DataArguments& data) {
  app.add_option("--label", data.roles.label, "Label column; never a feature")
      ->type_name("COL")
      ->group(kRoles);
  app.add_option("--label-file", data.label_file, "NPY input: labels, one per line")
      ->type_name("FILE")
      ->group(kRoles);
}

void add_unseen_option(CLI::App& app, DataArguments& data) {
  add_choice<UnseenLevel>(app, "--unseen", data.unseen,
                          {{"error", UnseenLevel::kError}, {"zeros", UnseenLevel::kZeros}},
                          "What a level the model has not seen becomes");
}

void add_feature_options(CLI::App& app, DataArguments& data) {
  const char* group = "Features";
  add_repeated(app, "--drop", data.roles.dropped, "Column to leave out")->group(group);
  add_repeated(app, "--categorical", data.roles.categorical,
               "Column of categories, though it looks like numbers")
      ->group(group);
  app.add_flag("--keep-protected", data.roles.keep_protected,
               "Protected columns are features as well")
      ->group(group);
}

void add_grouping_options(CLI::App& app, DataArguments& data) {
  const char* group = "Forming groups";
  add_choice<Combine>(
      app, "--combine", data.grouping.combine,
      {{"intersection", Combine::kIntersection}, {"per-attribute", Combine::kPerAttribute}},
      "Several protected columns: crossed groups, or each column's own")
      ->group(group);
  add_choice<MissingGroup>(app, "--missing-group", data.grouping.missing,
                           {{"error", MissingGroup::kError},
                            {"group", MissingGroup::kGroup},
                            {"unconstrained", MissingGroup::kUnconstrained}},
                           "Rows without a protected level")
      ->group(group);
  app.add_option("--min-group-size", data.min_group_size,
                 "Smaller groups are hidden in all that is published; 0: none")
      ->type_name("ROWS")
      ->check(CLI::NonNegativeNumber.description(""))
      ->capture_default_str()
      ->group(group);
}

EncodeOptions encode_options(const DataArguments& data, const Model& model) {
  EncodeOptions options{.unseen = data.unseen, .missing = data.missing, .fill = {}};
  if (data.missing == MissingCells::kMean) options.fill = model.mean;
  if (model.is_probabilistic()) options.offered.push_back(MissingCells::kModel);
  if (data.missing == MissingCells::kModel && !model.is_probabilistic()) {
    throw InvalidArgument(
        "--missing model: this model cannot fill cells, only ppca and mixtures can; use error or "
        "mean");
  }
  return options;
}

}  // namespace fairpca::cli
