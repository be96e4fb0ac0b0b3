// SPDX-License-Identifier: BSD-3-Clause
#include "table_opener.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "files/atomic_file.h"
#include "messages.h"
#include "rows/frame_format.h"
#include "spelling.h"

namespace fairpca::cli {
namespace {

namespace fs = std::filesystem;
using Form = ForeignTable::Form;

constexpr std::string_view kQueryPrefix = "duckdb:";

TableOpener& current_opener() {
  static TableOpener opener;
  return opener;
}

TableWriter& current_writer() {
  static TableWriter writer;
  return writer;
}

std::vector<std::string>& typed_words() {
  static std::vector<std::string> words;
  return words;
}

Form form_of(FrameFormat format) {
  return format == FrameFormat::kParquet ? Form::kParquet : Form::kArrow;
}

/// The form of the files in a folder and in its folders (`sex=F/`); none where one is a table that
/// is read here, which must be named.
std::optional<Form> form_in(const fs::path& folder) {
  std::optional<Form> form;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error), end;
  for (; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with('.') || name.starts_with('_')) {  // Spark's _SUCCESS and the like
      std::error_code ignored;
      if (at->is_directory(ignored)) at.disable_recursion_pending();
      continue;
    }
    for (const std::string_view ending : {".csv", ".csv.gz", ".npy"}) {
      if (name.ends_with(ending)) return std::nullopt;
    }
    const std::optional<FrameFormat> format = frame_format_of_name(at->path());
    if (!format) continue;
    if (form && *form != form_of(*format)) {
      reject(cli_message<"folder-of-two-forms">("place"_is(Place{folder.string()})));
    }
    form = form_of(*format);
  }
  return form;
}

/// `path` as DuckDB reads it, in SQL; empty where it does not.
std::string duckdb_query(const ForeignTable& table) {
  if (table.form == Form::kQuery) return table.source;
  if (table.form == Form::kArrow) return "";
  std::string path = table.source;
  for (std::size_t at = 0; (at = path.find('\'', at)) != std::string::npos; at += 2) {
    path.insert(at, 1, '\'');
  }
  return fmt::format("FROM '{}{}'", path, table.is_folder ? "/**/*.parquet" : "");
}

/// The SQL as one word of a shell: in double quotes where that is easy to read.
std::string sql_word(const std::string& sql) {
  return sql.find_first_of("\"$`\\!") == std::string::npos ? fmt::format("\"{}\"", sql)
                                                           : shell_word(sql);
}

/// The command that was typed, with the table on standard input.
std::string command_on_stdin(const ForeignTable& table) {
  constexpr std::size_t kMostBytes = 300;
  std::string command = "fairpca";
  for (const std::string& word : typed_words()) {
    command += ' ' + (word == table.given ? "-" : shell_word(word));
  }
  if (command.size() <= kMostBytes || typed_words().empty()) return command;
  return fmt::format("fairpca {} - ...", typed_words().front());
}

[[noreturn]] void reject_foreign(const ForeignTable& table) {
  const char* extra = table.form == Form::kQuery ? "fairpca[duckdb]" : "fairpca[parquet]";
  const std::string sql = duckdb_query(table);
  if (sql.empty()) {
    reject(cli_message<"table-of-wheel">("place"_is(Place{table.given}), "format"_is(table.kind()),
                                         "extra"_is(extra)));
  }
  reject(cli_message<"table-of-wheel-or-pipe">(
      "place"_is(Place{table.given}), "format"_is(table.kind()), "extra"_is(extra),
      "pipe"_is(fmt::format("duckdb -csv -c {} | {}", sql_word(sql), command_on_stdin(table)))));
}

}  // namespace

std::string ForeignTable::kind() const {
  if (form == Form::kQuery) return "a DuckDB query";
  const bool is_parquet = form == Form::kParquet;
  if (is_folder) return is_parquet ? "a folder of Parquet files" : "a folder of Arrow files";
  return is_parquet ? "a Parquet file" : "an Arrow file";
}

std::optional<ForeignTable> foreign_table(const std::string& given) {
  if (given.starts_with(kQueryPrefix)) {
    return ForeignTable{Form::kQuery, false, given, given.substr(kQueryPrefix.size())};
  }
  std::error_code ignored;
  const fs::path path(given);
  if (fs::is_directory(path, ignored)) {
    const std::optional<Form> form = form_in(path);
    if (!form) return std::nullopt;
    return ForeignTable{*form, true, given, given};
  }
  if (given == "-" || !fs::is_regular_file(path, ignored)) return std::nullopt;
  std::optional<FrameFormat> format = frame_format(file_ends(path));
  if (!format) format = frame_format_of_name(path);
  if (!format) return std::nullopt;
  return ForeignTable{form_of(*format), false, given, given};
}

TableOpenerScope::TableOpenerScope(TableOpener opener, TableWriter writer) {
  current_opener() = std::move(opener);
  current_writer() = std::move(writer);
}

TableOpenerScope::~TableOpenerScope() {
  current_opener() = nullptr;
  current_writer() = nullptr;
}

std::unique_ptr<RowSource> open_foreign(const ForeignTable& table, const ColumnRoles& roles) {
  if (!current_opener()) reject_foreign(table);
  return current_opener()(table, roles);
}

std::optional<ForeignTable> foreign_output(const std::string& path) {
  const std::optional<FrameFormat> format = frame_format_of_name(path);
  if (!format) return std::nullopt;
  ForeignTable table{form_of(*format), false, path, path};
  if (!current_writer()) {
    reject(
        cli_message<"output-of-wheel">("file"_is(Place{.file = path}), "format"_is(table.kind())));
  }
  return table;
}

void write_foreign(const ForeignTable& table, ArrowExport rows) {
  AtomicFile file(table.source);
  current_writer()(table, std::move(rows), [&file](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

const char* data_help() {
  return current_opener() ? "CSV, NPY, Parquet, Arrow or 'duckdb:SELECT ...' (-: standard input)"
                          : "CSV, CSV.gz or NPY (-: standard input)";
}

const char* output_help() {
  return current_writer() ? "CSV, CSV.gz, NPY, Parquet or Arrow to write, by its name (-: CSV on "
                            "standard output)"
                          : "CSV, CSV.gz or NPY to write, by its name (-: CSV on standard output)";
}

void remember_words(std::vector<std::string> words) {
  typed_words() = std::move(words);
}

}  // namespace fairpca::cli
