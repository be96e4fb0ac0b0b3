// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/rows/arrow_abi.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

/// Where the batches of an Arrow stream come from.
struct ArrowTable {
  /// Puts a stream that begins at the first row into `out`, which is then the source's to release.
  /// Asked for at most once unless `can_rewind`.
  std::function<void(ArrowArrayStream* out)> open;
  std::string name = {};      ///< for messages; empty in memory
  bool can_rewind = true;     ///< whether `open` may be called again and gives the same rows
  Index rows = -1;            ///< if known, for progress
  bool may_be_empty = false;  ///< otherwise a table without rows is rejected
  /// Every column is kept as text (RowBlock::kept), whatever it holds; there are no features.
  bool as_text = false;
  /// Levels that a model knows, by column: where they spell booleans or floats otherwise (`True`,
  /// `1` for `1.0`), so do the rows.
  std::map<std::string, std::vector<std::string>> known_levels = {};
};

/// Rows of an Arrow stream of record batches, whatever made them.
///
/// Batches are cut again into chunks of MatrixRows::kRowsPerChunk rows, so the same rows give the
/// same bits from any producer and equal those of a table in memory.  Integers, floats, decimals
/// are numbers; booleans and dictionaries are categories; texts are what their first cell that is
/// not missing says, as in a CSV.  Null and NaN are both missing.  Columns without a role may hold
/// anything.  Memory: the producer's batch that is being cut, and one block per thread.
///
/// The stream is released at the last row, on an error of the producer, and with the source (so
/// let go of it where a chunk, or what is made of it, is rejected); a batch with the last chunk
/// that shows rows of it.  The stream's functions are called from one thread at a time; a
/// batch may be released on any thread.
class ArrowRows final : public RowSource {
 public:
  /// Throws IoError with the producer's own words where it fails, InvalidArgument for a type that
  /// cannot be used (dates, nested: naming the column), and what resolve_columns throws.
  ArrowRows(ArrowTable table, const ColumnRoles& roles);
  ~ArrowRows() override;

  const Schema& schema() const override;
  std::unique_ptr<RowChunk> next() override;
  /// Throws IoError, at the end of the second pass, where it had another number of rows.
  void rewind() override;
  bool can_rewind() const override;
  std::string name() const override;
  double fraction_read() const override;
  /// How many rows there are, once all were read.
  std::optional<Index> row_count() const;
  /// One, of the columns whose whole numbers do not fit a double, so far.
  std::vector<Message> warnings() const override;
  std::vector<std::string> rounded_columns() const;

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace fairpca
