// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/rows/row_source.h"
#include "fairpca/rows/schema.h"

namespace fairpca::cli {

/// A table that the library does not read itself.
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

/// While it lives, `opener` is asked for foreign tables; the stand-alone program has none.
class TableOpenerScope {
 public:
  explicit TableOpenerScope(TableOpener opener);
  ~TableOpenerScope();
  TableOpenerScope(const TableOpenerScope&) = delete;
  TableOpenerScope& operator=(const TableOpenerScope&) = delete;
};

/// Where there is no opener: IoError, with the commands that read the table.
std::unique_ptr<RowSource> open_foreign(const ForeignTable& table, const ColumnRoles& roles);

/// What DATA may be, for the help.
const char* data_help();

/// The words of the command line behind the program's name, which messages repeat.
void remember_words(std::vector<std::string> words);

}  // namespace fairpca::cli
