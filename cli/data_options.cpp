// SPDX-License-Identifier: BSD-3-Clause
#include "data_options.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "interrupt.h"
#include "messages.h"
#include "options/messages.h"
#include "output.h"
#include "rows/messages.h"
#include "spec_options.h"
#include "spelling.h"
#include "table_opener.h"

namespace fairpca::cli {
namespace {

constexpr const char* kRoles = "Columns";
constexpr const char* kReading = "Reading the table";
constexpr const char* kFeatures = kRoles;

char delimiter_byte(const std::string& text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() != 1) {
    reject(option_message<"option-value">("option"_is(OptionName{"delimiter"}),
                                          "allowed"_is("one byte or the word tab"),
                                          "value"_is(Quoted{text})));
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
void warn_of_delimiter(const Schema& schema, char delimiter) {
  if (schema.features.size() + schema.protected_columns.size() + schema.kept.size() != 1) return;
  if (schema.features.empty()) return;
  const std::string& name = schema.features.front().name;
  const std::size_t at = name.find_first_of(",;\t|");
  if (at == std::string::npos || name[at] == delimiter) return;
  const std::string likely = name[at] == '\t' ? "tab" : name.substr(at, 1);
  note(cli_message<"likely-delimiter">("column"_is(Quoted{name}), "likely"_is(Quoted{likely})));
}

/// A table that has types and names takes none of the options that say how text is read.
void reject_text_options(const DataArguments& data, const ForeignTable& table) {
  const Place place{table.given};
  if (!data.group_files.empty() || !data.label_file.empty() || !data.weight_file.empty()) {
    reject(rows_message<"side-files-of-csv">("place"_is(place)));
  }
  const auto reject_option = [&](const char* option) {
    reject(cli_message<"option-of-csv">("place"_is(place), "option"_is(OptionName{option}),
                                        "format"_is(table.kind())));
  };
  if (data.no_header) reject_option("no_header");
  if (!data.open.csv.na_strings.empty()) reject_option("na");
  if (data.open.csv.delimiter != CsvOptions().delimiter) reject_option("delimiter");
}

}  // namespace

std::string group_file_name(const std::string& given) {
  return named_file(given).first;
}

std::vector<std::string> DataArguments::files(const std::string& path) const {
  std::vector<std::string> all = {path, label_file, weight_file};
  for (const std::string& given : group_files) all.push_back(named_file(given).second.string());
  return all;
}

std::unique_ptr<RowSource> DataArguments::open_table(const std::string& path) const {
  OpenOptions options = open;
  options.csv.header = !no_header;
  options.csv.stop_wanted = options.npy_sides.stop_wanted = interrupted;
  for (const std::string& given : group_files) {
    options.npy_sides.groups.push_back(named_file(given));
  }
  if (!label_file.empty()) options.npy_sides.label = label_file;
  if (!weight_file.empty()) options.npy_sides.weight = weight_file;
  if (const std::optional<ForeignTable> foreign = foreign_table(path)) {
    reject_text_options(*this, *foreign);
    return open_foreign(*foreign, roles);
  }
  std::unique_ptr<RowSource> rows = open_rows(path, roles, options);
  warn_of_delimiter(rows->schema(), open.csv.delimiter);
  return rows;
}

CLI::Option* add_repeated(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                          const std::string& help) {
  return app.add_option(name, values, help)->type_name("COL")->allow_extra_args(false);
}

void add_form_options(CLI::App& app, DataArguments& data) {
  const char* group = kReading;
  app.add_option_function<std::string>(
         "--delimiter",
         [&data](const std::string& text) { data.open.csv.delimiter = delimiter_byte(text); },
         "Byte between cells, or the word tab")
      ->type_name("BYTE")
      ->default_str(std::string(1, data.open.csv.delimiter))
      ->group(group);
  app.add_flag("--no-header", data.no_header, "The first line is data; columns are x1, x2, ...")
      ->group(group);
  add_repeated(app, "--na", data.open.csv.na_strings,
               "Text that means a missing cell, as NA and NaN do")
      ->type_name("TEXT")
      ->group(group);
}

void add_table_options(CLI::App& app, DataArguments& data, OptionValues& given) {
  add_form_options(app, data);
  add_shared_options(app, {"missing", "threads"}, given, kReading);
}

void add_group_options(CLI::App& app, DataArguments& data) {
  add_repeated(app, "--group", data.roles.protected_columns,
               "Protected column; several are crossed (see --combine)")
      ->group(kRoles);
  add_repeated(app, "--group-file", data.group_files, "NPY input: groups, one per line")
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

void reject_table_options(const CLI::App& command) {
  for (const char* name :
       {"label", "weight", "features", "drop", "categorical", "keep_protected", "group_file",
        "label_file", "weight_file", "na", "delimiter", "no_header", "missing", "missing_category",
        "splits", "sample", "sample_by"}) {
    const CLI::Option* option = command.get_option_no_throw(flag_of(name));
    if (option != nullptr && option->count() > 0) {
      reject(cli_message<"settled-by-moments">("option"_is(OptionName{name})));
    }
  }
}

void add_chosen_column_options(CLI::App& app, DataArguments& data) {
  const char* group = kFeatures;
  add_repeated(app, "--features", data.roles.chosen,
               "Use only this column; a pattern with * and ?, in quotes, takes several")
      ->group(group);
  add_repeated(app, "--drop", data.roles.dropped, "Column, or pattern of columns, to leave out")
      ->group(group);
  add_repeated(app, "--categorical", data.roles.categorical,
               "Treat a numeric-looking column as categorical")
      ->group(group);
}

void add_feature_options(CLI::App& app, DataArguments& data) {
  add_chosen_column_options(app, data);
  app.add_flag("--keep-protected", data.roles.keep_protected, "Protected columns are also features")
      ->group(kFeatures);
}

void add_grouping_options(CLI::App& app, OptionValues& given) {
  add_shared_options(app, {"combine", "missing_group", "min_group_size"}, given, "Forming groups");
}

void add_preparation_options(CLI::App& app, OptionValues& given, const std::string& group) {
  add_shared_options(
      app, {"dimensions", "share_of", "standardize", "divide_by", "center", "drop_deviation"},
      given, group);
  app.get_option("--dimensions")->required();
}

}  // namespace fairpca::cli
