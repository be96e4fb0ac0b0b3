// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/rows/arrow_export.h"
#include "fairpca/rows/row_source.h"
#include "fairpca/rows/schema.h"

namespace fairpca::cli {

/// A table that the library neither reads nor writes itself.
struct ForeignTable {
  enum class Form { kParquet, kArrow, kQuery };
  Form form = Form::kParquet;
  bool is_folder = false;   ///< of files of this form
  std::string given = {};   ///< as it was typed
  std::string source = {};  ///< the path; of `duckdb:SELECT ...` the words behind the colon

  /// `a Parquet file`, `a folder of Arrow files`, `a DuckDB query`.
  std::string kind() const;
};

/// What DATA is where it is none of CSV and NPY: a file by its magic bytes or its name, a folder
/// by the names in it, a query by the word it begins with.
std::optional<ForeignTable> foreign_table(const std::string& given);

/// Opens such tables, with the columns that have a role.
using TableOpener =
    std::function<std::unique_ptr<RowSource>(const ForeignTable& table, const ColumnRoles& roles)>;

/// Writes rows as such a table, from its first byte to its last.
using TableWriter = std::function<void(const ForeignTable& table, ArrowExport rows,
                                       const std::function<void(std::string_view)>& write)>;

/// While it lives, `opener` and `writer` are asked for foreign tables; the stand-alone program has
/// none.
class TableOpenerScope {
 public:
  TableOpenerScope(TableOpener opener, TableWriter writer);
  ~TableOpenerScope();
  TableOpenerScope(const TableOpenerScope&) = delete;
  TableOpenerScope& operator=(const TableOpenerScope&) = delete;
};

/// Where there is no opener: IoError, with the commands that read the table.
std::unique_ptr<RowSource> open_foreign(const ForeignTable& table, const ColumnRoles& roles);

/// The table that `path` is to be, where its ending is that of a foreign one.  Throws
/// InvalidArgument, with the command that writes it, where there is no writer.
std::optional<ForeignTable> foreign_output(const std::string& path);

/// Whole or not at all.  Throws what reading the rows throws.
void write_foreign(const ForeignTable& table, ArrowExport rows);

/// What DATA may be, for the help.
const char* data_help();

/// What the output of a table may be, for the help.
const char* output_help();

/// The words of the command line behind the program's name, which messages repeat.
void remember_words(std::vector<std::string> words);

}  // namespace fairpca::cli
