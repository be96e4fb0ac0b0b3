// SPDX-License-Identifier: BSD-3-Clause
#include "rows/csv_chunk.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "rows/cell_ends.h"
#include "rows/csv_cells.h"
#include "rows/messages.h"
#include "text/parse_number.h"

namespace fairpca {
namespace {

/// Decodes one record after another into a block.
class RecordDecoder {
 public:
  RecordDecoder(const CsvLayout& layout, BlockBuilder& builder)
      : layout_(layout), builder_(builder), ends_(layout.uses.size()) {
    for (const ColumnUses& uses : layout.uses) {
      const bool plain = uses.only_number() && !layout.missing.any_number();
      plain_number_.push_back(plain ? uses.number : -1);
    }
  }

  /// The column at work, for messages.
  std::size_t column() const { return column_; }

  /// False when the record has more or fewer cells than there are columns.  Bytes behind the record
  /// may be looked at up to `readable`.  Throws BadCell.
  bool decode(std::string_view record, const char* readable, Index row) {
    numbers_ = builder_.numbers(row);
    readable_ = readable;
    check_length_ = record.size() > layout_.max_field_bytes;
    const bool split = find_cell_ends(record, layout_.delimiter, readable, ends_);
    return split ? decode_split(record) : decode_quoted(record);
  }

 private:
  /// A record whose cells end at ends_.
  bool decode_split(std::string_view record) {
    const std::size_t columns = ends_.size();
    std::size_t from = 0;
    for (column_ = 0; column_ < columns; ++column_) {
      decode_cell({record.data() + from, ends_[column_] - from});
      from = ends_[column_] + std::size_t{1};
    }
    return true;
  }

  /// A record that holds quotes or has another number of cells than there are columns.
  bool decode_quoted(std::string_view record) {
    const std::size_t columns = ends_.size();
    std::size_t from = 0;
    for (column_ = 0; column_ < columns; ++column_) {
      const std::size_t to = cell_end(record, from, layout_.delimiter);
      decode_cell(record.substr(from, to - from));
      if (to == record.size()) return column_ + 1 == columns;
      from = to + 1;
    }
    return false;
  }

  void decode_cell(std::string_view cell) {
    const Index number = plain_number_[column_];
    const char* const begin = cell.data();
    // Most cells are plain numbers.
    if (number < 0 ||
        !read_whole_decimal(begin, begin + cell.size(), readable_, numbers_[number])) {
      decode_any_cell(layout_.uses[column_], cell);
    }
    if (check_length_) check_cell_length(cell.size());
  }

  void decode_any_cell(const ColumnUses& uses, std::string_view cell) {
    if (uses.ignored()) return;
    const std::string_view text = cell_text(cell, scratch_);
    if (uses.number >= 0) numbers_[uses.number] = number_in(text);
    if (uses.is_weight) builder_.add_weight(weight_in(text));
    if (uses.as_text()) builder_.add_text(uses, text);
  }

  double number_in(std::string_view text) const {
    if (layout_.missing.contains(text)) return std::numeric_limits<double>::quiet_NaN();
    double value = 0;
    switch (read_number(trimmed(text), value)) {
      case NumberText::kFinite:
        return value;
      case NumberText::kInfinite:
        throw BadCell{[text = std::string(text)](NamedArgument<"place"> place) {
          Message message =
              rows_message<"infinite-cell">(std::move(place), "value"_is(Quoted{text}));
          message.offer({"na", std::string(trimmed(text))}, "treats it as missing");
          return message;
        }};
      case NumberText::kTooLarge:
        throw BadCell{[text = std::string(text)](NamedArgument<"place"> place) {
          return rows_message<"too-large-number">(std::move(place), "value"_is(Quoted{text}));
        }};
      case NumberText::kNone:
        break;
    }
    throw not_a_number(text);
  }

  BadCell not_a_number(std::string_view text) const {
    if (layout_.kinds_given) {
      return {[text = std::string(text)](NamedArgument<"place"> place) {
        return rows_message<"not-a-number-as-in-the-model">(std::move(place),
                                                            "value"_is(Quoted{text}));
      }};
    }
    return {
        [text = std::string(text), name = layout_.header[column_]](NamedArgument<"place"> place) {
          return rows_message<"not-a-number">(std::move(place), "value"_is(Quoted{text}),
                                              "column"_is(Quoted{name}));
        }};
  }

  double weight_in(std::string_view text) const {
    double value = 0;
    if (read_number(trimmed(text), value) == NumberText::kFinite && !(value < 0)) return value;
    throw bad_weight(text);
  }

  void check_cell_length(std::size_t bytes) const {
    if (bytes <= layout_.max_field_bytes) return;
    throw BadCell{[limit = layout_.max_field_bytes](NamedArgument<"place"> place) {
      return rows_message<"long-cell">(std::move(place), "limit"_is(limit), "hint"_is(""));
    }};
  }

  const CsvLayout& layout_;
  BlockBuilder& builder_;
  std::vector<Index> plain_number_;  ///< per column: where a cell that is only a number goes
  std::vector<std::uint32_t> ends_;  ///< of the cells of the record at work
  double* numbers_ = nullptr;        ///< of the row at work
  const char* readable_ = nullptr;
  bool check_length_ = false;
  std::size_t column_ = 0;
  std::string scratch_;
};

Message record_place(const CsvLayout& layout, const CsvText& text, std::size_t record,
                     const std::string& column = "") {
  return csv_place({layout.name, text.first_row + Index(record) + 1, column},
                   text.line_of(text.records[record].begin));
}

void reject_ragged(const CsvLayout& layout, const CsvText& text, std::size_t record) {
  const Index cells = count_cells(text.record(record), layout.delimiter);
  const auto columns = static_cast<Index>(layout.header.size());
  if (cells == columns) return;
  reject(rows_message<"ragged-row">(
      "place"_is(record_place(layout, text, record)), "cells"_is(Counted{cells, "cell", "cells"}),
      "first"_is(layout.has_header ? "header" : "first row"), "columns"_is(columns)));
}

void reject_zero_bytes(const CsvLayout& layout, const CsvText& text) {
  const std::size_t zero = text.text.find('\0');
  if (zero == text.text.npos) return;
  reject(rows_message<"zero-byte">("place"_is(csv_place({layout.name}, text.line_of(zero)))));
}

}  // namespace

CsvChunk::CsvChunk(std::shared_ptr<const CsvLayout> layout, CsvText text, std::size_t index)
    : layout_(std::move(layout)), text_(std::move(text)), index_(index) {}

RowBlock CsvChunk::decode() const {
  if (layout_->digests) {
    layout_->digests->check(index_, text_.first_row, static_cast<Index>(text_.records.size()),
                            text_.text);
  }
  reject_zero_bytes(*layout_, text_);
  BlockBuilder builder(layout_->schema, layout_->missing, text_.first_row,
                       static_cast<Index>(text_.records.size()));
  RecordDecoder decoder(*layout_, builder);
  const char* const readable = text_.text.data() + text_.text.size();
  std::size_t i = 0;
  try {
    for (; i < text_.records.size(); ++i) {
      if (!decoder.decode(text_.record(i), readable, static_cast<Index>(i))) {
        reject_ragged(*layout_, text_, i);
      }
    }
  } catch (const BadCell& bad) {
    reject_ragged(*layout_, text_, i);  // the likelier cause of a cell under the wrong column
    reject(bad.at("place"_is(record_place(*layout_, text_, i, layout_->header[decoder.column()]))));
  }
  RowBlock block = builder.take();
  block.source = layout_->name;
  return block;
}

}  // namespace fairpca
