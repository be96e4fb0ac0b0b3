// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fairpca/rows/row_source.h"
#include "rows/block_builder.h"
#include "rows/chunk_digests.h"
#include "rows/csv_records.h"

namespace fairpca {

/// What decoding a record takes to know; the same for all chunks of a file.
struct CsvLayout {
  std::string name;  ///< of the file, for messages
  char delimiter = ',';
  bool has_header = true;
  bool kinds_given = false;  ///< by a model, not found in the cells
  std::size_t max_field_bytes = 0;
  std::vector<std::string> header;
  std::vector<ColumnUses> uses;  ///< one per column
  std::shared_ptr<const Schema> schema;
  MissingMarks missing;
  std::shared_ptr<ChunkDigests> digests;  ///< null where the file can be read once only
};

/// Records of a CSV file.
class CsvChunk final : public RowChunk {
 public:
  /// `index` counts the chunks from the first row on.
  CsvChunk(std::shared_ptr<const CsvLayout> layout, CsvText text, std::size_t index);

  /// Throws IoError for a ragged row, a zero byte, a cell beyond the limit, quotes that do not
  /// match or other bytes than in an earlier pass; InvalidArgument for a cell that is not what its
  /// column holds.
  RowBlock decode() const override;

 private:
  std::shared_ptr<const CsvLayout> layout_;
  CsvText text_;
  std::size_t index_;
};

}  // namespace fairpca
