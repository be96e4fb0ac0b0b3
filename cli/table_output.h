// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/matrix.h"
#include "files/atomic_file.h"
#include "files/gzip_parts.h"

namespace fairpca::cli {

/// How a table is written.
enum class TableFormat { kCsv, kGzipCsv, kNpy };

/// By its name: `.csv`, `.csv.gz` or `.npy`, in letters of either case; a name without an ending,
/// and `-` (standard output), are CSV.  Throws InvalidArgument for any other ending.
TableFormat table_format(const std::string& path);

/// table_format() of a table with cells that may be words: throws InvalidArgument for NPY, naming
/// them (`the kept columns`).
TableFormat words_format(const std::string& path, const std::string& words);

/// A table being written, as table_format() of its name: to a file, whole or not at all, or to
/// standard output.
///
/// Parts can be made on any thread, before or after each other; written in order they give the same
/// bytes for any number of threads.  Nothing is written before the first part.
class TableOutput {
 public:
  /// `columns` are the names; NPY has none.  Throws IoError where the file cannot be written.
  TableOutput(const std::string& path, std::vector<std::string> columns);

  /// Rows as bytes for write(): `words`, columns of cells, then the numbers.
  std::string part(const RowMatrix& numbers,
                   const std::vector<std::vector<std::string>>& words = {}) const;
  /// Lines of CSV as bytes for write(); not for NPY.
  std::string part(std::string_view lines) const;
  /// The next `rows` rows.
  void write(std::string_view part, Index rows);
  void commit();

 private:
  void start();
  void put(std::string_view bytes);

  TableFormat format_;
  std::vector<std::string> columns_;
  std::unique_ptr<AtomicFile> file_;  ///< null: standard output
  GzipFile gzip_;
  Index rows_ = 0;
  bool started_ = false;
};

}  // namespace fairpca::cli
