// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fairpca/rows/row_source.h"

namespace fairpca {

struct CsvOptions {
  char delimiter = ',';
  bool header = true;  ///< without one, columns are named x1..xp
  /// Texts of missing cells, besides the empty one, NA, N/A, n/a, NaN, nan and null.
  std::vector<std::string> na_strings = {};
  std::size_t max_field_bytes = 1 << 20;  ///< a longer cell is an error, not memory
  Index max_columns = 100'000;
  std::function<bool()> stop_wanted = {};  ///< asked while waiting for a pipe; then Stopped
  /// Every column is kept as text (RowBlock::kept), whatever it holds; there are no features.
  bool as_text = false;
};

/// Rows of a CSV or gzipped CSV file (told apart by its first bytes), or of standard input ("-").
///
/// RFC 4180: quoted fields with embedded delimiters, quotes and newlines, LF or CRLF, optional BOM.
/// A feature is categorical if its first non-missing cell is not a number or if named in
/// roles.categorical; kinds are settled on opening.  Memory: one chunk of text (at most ~8 MB or
/// 4096 rows) and one block per thread.
class CsvRows final : public RowSource {
 public:
  /// Throws IoError (missing, empty, header only, not a CSV) and what resolve_columns throws.
  CsvRows(const std::filesystem::path& path, const ColumnRoles& roles,
          const CsvOptions& options = {});
  ~CsvRows() override;

  const Schema& schema() const override;
  std::unique_ptr<RowChunk> next() override;
  void rewind() override;
  bool can_rewind() const override;
  std::string name() const override;
  double fraction_read() const override;

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace fairpca
