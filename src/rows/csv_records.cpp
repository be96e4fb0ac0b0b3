// SPDX-License-Identifier: BSD-3-Clause
#include "rows/csv_records.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "rows/csv_cells.h"
#include "rows/messages.h"

namespace fairpca {
namespace {

constexpr std::size_t kMinBufferBytes = 1 << 20;

Index count_lines(std::string_view text) {
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace

Index CsvText::line_of(std::size_t position) const {
  return first_line + count_lines(text.substr(0, position));
}

CsvRecords::CsvRecords(ByteSource& source, char delimiter, const CsvLimits& limits)
    : source_(source), delimiter_(delimiter), limits_(limits) {
  open();
}

void CsvRecords::open() {
  begin_ = size_ = 0;
  bytes_read_ = 0;
  line_ = 1;
  row_ = 0;
  keep_blank_lines_ = false;
  read_more();
  const std::string_view start = unread();
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) {
    reject(rows_message<"utf-16-text">("place"_is(Place{source_.name()})));
  }
  if (start.starts_with("\xef\xbb\xbf")) begin_ += 3;
}

void CsvRecords::rewind() {
  source_.rewind();
  open();
}

double CsvRecords::fraction_taken() const {
  const double read = source_.fraction_read();
  if (read < 0 || bytes_read_ == 0) return read;
  return read * (1 - static_cast<double>(unread().size()) / bytes_read_);
}

/// Moves what is unread into another buffer and fills that.  The old one stays with the texts cut
/// from it.
void CsvRecords::read_more() {
  const std::string_view kept = unread();
  auto [other, capacity] = buffers_.take(
      std::max({kMinBufferBytes, last_text_bytes_ + last_text_bytes_ / 4, 2 * kept.size()}));
  if (!kept.empty()) std::memcpy(other.get(), kept.data(), kept.size());
  size_ = kept.size();
  const std::size_t more = source_.read(other.get() + size_, capacity - size_);
  size_ += more;
  bytes_read_ += static_cast<double>(more);
  at_end_ = size_ < capacity;
  buffer_ = std::move(other);
  begin_ = 0;
  quote_known_from_ = kNone;
}

/// Position in unread() of the first quote at or after `position`, or the size of unread().
std::size_t CsvRecords::quote_from(std::size_t position) {
  const std::size_t from = begin_ + position;
  if (from < quote_known_from_ || from > known_quote_) {
    const void* found = std::memchr(buffer_.get() + from, '"', size_ - from);
    known_quote_ = found == nullptr ? size_ : static_cast<const char*>(found) - buffer_.get();
    quote_known_from_ = from;
  }
  return known_quote_ - begin_;
}

/// Position of the quote that closes the one at `opening`; kNone when more bytes are needed to
/// tell.
std::size_t CsvRecords::find_closing_quote(std::size_t opening) const {
  const std::string_view text = unread();
  std::size_t at = text.find('"', opening + 1);
  while (at != text.npos) {
    if (at + 1 == text.size()) return at_end_ ? at : kNone;
    if (text[at + 1] != '"') return at;
    at = text.find('"', at + 2);
  }
  return kNone;
}

/// Position of the line end that ends the record at `start`, or kNone.
std::size_t CsvRecords::find_record_end(std::size_t start) {
  const std::string_view text = unread();
  open_quote_ = kNone;
  embedded_lines_ = 0;
  std::size_t position = start;
  std::size_t line_end = text.find('\n', position);
  for (;;) {
    const std::size_t quote = quote_from(position);
    if (quote >= std::min(line_end, text.size())) return line_end;
    position = quote + 1;
    const bool opens = quote == start || text[quote - 1] == delimiter_;
    if (!opens) continue;
    const std::size_t closing = find_closing_quote(quote);
    if (closing == kNone) {
      open_quote_ = quote;
      return kNone;
    }
    position = closing + 1;
    if (line_end < position) {
      embedded_lines_ += count_lines(text.substr(quote, closing - quote));
      line_end = text.find('\n', position);
    }
  }
}

/// Finds where the record at `start` ends, reading on as needed; false at the end of the file.
bool CsvRecords::complete_record(std::size_t start, Index row, std::size_t& end) {
  while ((end = find_record_end(start)) == kNone) {
    if (at_end_ && open_quote_ != kNone) reject_open_quote(start, row);
    if (at_end_) {
      end = unread().size();
      return end > start;
    }
    check_unfinished_record(start, row);
    read_more();
  }
  return true;
}

std::optional<std::string_view> CsvRecords::peek() {
  std::size_t end = 0;
  while (complete_record(0, 0, end)) {
    const std::string_view text = unread();
    const std::size_t trimmed_end = end > 0 && text[end - 1] == '\r' ? end - 1 : end;
    if (trimmed_end > 0) return text.substr(0, trimmed_end);
    begin_ += std::min(end + 1, text.size());
    ++line_;
  }
  return std::nullopt;
}

void CsvRecords::skip_header() {
  take(1, 1);
  row_ = 0;
}

CsvText CsvRecords::take(Index max_rows, std::size_t max_bytes) {
  CsvText result;
  result.first_row = row_;
  result.first_line = line_;
  std::size_t start = 0, end = 0;
  while (static_cast<Index>(result.records.size()) < max_rows &&
         (start < max_bytes || result.records.empty())) {
    const Index row = row_ + static_cast<Index>(result.records.size()) + 1;
    if (!complete_record(start, row, end)) break;
    const std::string_view text = unread();
    const bool has_return = end > start && text[end - 1] == '\r';
    const CsvText::Record record{start, has_return ? end - 1 : end};
    if (record.end > record.begin || keep_blank_lines_) result.records.push_back(record);
    start = std::min(end + 1, text.size());
    line_ += 1 + embedded_lines_;
    if (result.records.empty()) {
      begin_ += std::exchange(start, 0);
      result.first_line = line_;
    }
  }
  result.owner = buffer_;
  result.text = unread().substr(0, start);
  begin_ += start;
  row_ += static_cast<Index>(result.records.size());
  last_text_bytes_ = start;
  return result;
}

/// A record that does not end within the buffer is given more memory only while its cells and their
/// number stay within the limits.
void CsvRecords::check_unfinished_record(std::size_t start, Index row) const {
  const std::string_view record = unread().substr(start);
  if (record.size() <= limits_.max_field_bytes) return;
  Index column = 1;
  for (std::size_t begin = 0; begin < record.size(); ++column) {
    const std::size_t end = cell_end(record, begin, delimiter_);
    if (end - begin > limits_.max_field_bytes) {
      const Index line = line_ + count_lines(record.substr(0, begin));
      reject(rows_message<"long-cell">(
          "place"_is(csv_place({source_.name(), row}, line, column)),
          "limit"_is(limits_.max_field_bytes),
          "hint"_is(record[begin] == '"' ? "; its closing quote may be missing" : "")));
    }
    begin = end + 1;
  }
  if (column - 1 > limits_.max_columns) {
    reject(rows_message<"column-limit">("place"_is(csv_place({source_.name(), row}, line_)),
                                        "limit"_is(limits_.max_columns)));
  }
}

void CsvRecords::reject_open_quote(std::size_t start, Index row) const {
  const std::string_view record = unread().substr(start);
  const std::size_t quote = open_quote_ - start;
  const Index line = line_ + count_lines(record.substr(0, quote));
  const Index column = count_cells(record.substr(0, quote), delimiter_);
  reject(rows_message<"open-quote">("place"_is(csv_place({source_.name(), row}, line, column))));
}

}  // namespace fairpca
