// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/matrix.h"
#include "rows/byte_source.h"
#include "rows/text_buffers.h"

namespace fairpca {

/// Whole records of a CSV file as they stand there.
struct CsvText {
  /// One record, without its line end; positions in `text`.
  struct Record {
    std::size_t begin = 0, end = 0;
  };
  std::shared_ptr<const char[]> owner;  ///< shared by the texts cut from one read
  std::string_view text;
  std::vector<Record> records;
  Index first_row = 0;   ///< number of the first record, from 0, the header not counted
  Index first_line = 1;  ///< line of the file at which `text` starts, from 1

  std::string_view record(std::size_t i) const {
    return text.substr(records[i].begin, records[i].end - records[i].begin);
  }
  /// Line of the file at which `position` of `text` stands.
  Index line_of(std::size_t position) const;
};

/// What bounds the memory a hostile file can claim.
struct CsvLimits {
  std::size_t max_field_bytes = 0;
  Index max_columns = 0;
};

/// Cuts a CSV file into texts of whole records, at memory speed; looks at no cell.
///
/// A quote opens a quoted cell where a cell starts and is an ordinary character elsewhere; in a
/// quoted cell two quotes are one, and delimiters and line ends are text.  Cuts depend on the bytes
/// alone, not on how they arrive.
class CsvRecords {
 public:
  /// Steps over a byte-order mark.  Throws IoError for UTF-16.
  CsvRecords(ByteSource& source, char delimiter, const CsvLimits& limits);

  /// The first record that is not blank; the next take() starts with it.  Null when there is none.
  std::optional<std::string_view> peek();

  /// Takes the record peek() has shown; rows are counted from the next one.
  void skip_header();

  /// Blank lines are records (of a table with one column) from now on; otherwise they are skipped.
  void keep_blank_lines() { keep_blank_lines_ = true; }

  /// Records until there are `max_rows` or their text has `max_bytes`, at least one unless the file
  /// has ended.  Throws IoError for a quote that is never closed or a cell beyond the limit.
  CsvText take(Index max_rows, std::size_t max_bytes);

  /// Back to the start of the file, before the header.
  void rewind();

  /// Share of the file given away by take(); negative when its length is unknown.
  double fraction_taken() const;

 private:
  static constexpr std::size_t kNone = std::string_view::npos;

  std::string_view unread() const { return {buffer_.get() + begin_, size_ - begin_}; }
  void open();
  bool complete_record(std::size_t start, Index row, std::size_t& end);
  std::size_t find_record_end(std::size_t start);
  std::size_t find_closing_quote(std::size_t opening) const;
  std::size_t quote_from(std::size_t position);
  void read_more();
  void check_unfinished_record(std::size_t start, Index row) const;
  [[noreturn]] void reject_open_quote(std::size_t start, Index row) const;

  ByteSource& source_;
  char delimiter_;
  CsvLimits limits_;
  bool keep_blank_lines_ = false;

  TextBuffers buffers_;
  std::shared_ptr<char[]> buffer_;
  std::size_t size_ = 0;   ///< of what is read
  std::size_t begin_ = 0;  ///< start of what take() has not given away
  /// In the buffer: the first quote at or after quote_known_from_, or size_.
  std::size_t known_quote_ = 0, quote_known_from_ = kNone;
  std::size_t open_quote_ = kNone;  ///< in unread(): what kept the last record from ending
  std::size_t last_text_bytes_ = 0;
  double bytes_read_ = 0;
  bool at_end_ = false;
  Index line_ = 1, row_ = 0;
  Index embedded_lines_ = 0;  ///< line ends within quotes in the record last completed
};

}  // namespace fairpca
