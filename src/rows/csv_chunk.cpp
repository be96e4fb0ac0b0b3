// SPDX-License-Identifier: BSD-3-Clause
#include "rows/csv_chunk.h"

#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "rows/csv_cells.h"
#include "rows/message_text.h"
#include "rows/number_text.h"

namespace fairpca {
namespace {

/// Decodes one record after another into a block.
class RecordDecoder {
 public:
  RecordDecoder(const CsvLayout& layout, BlockBuilder& builder)
      : layout_(layout), builder_(builder) {
    for (const ColumnUses& uses : layout.uses) {
      const bool plain = uses.only_number() && !layout.missing.any_number();
      plain_number_.push_back(plain ? uses.number : -1);
    }
  }

  /// The column at work, for messages.
  std::size_t column() const { return column_; }

  /// False when the record has more or fewer cells than there are columns.  Throws BadCell.
  bool decode(std::string_view record, Index row) {
    double* const numbers = builder_.numbers(row);
    const std::size_t columns = layout_.uses.size();
    const bool check_length = record.size() > layout_.max_field_bytes;
    const char* const begin = record.data();
    const char* const end = begin + record.size();
    const char* at = begin;
    for (column_ = 0; column_ < columns; ++column_) {
      const Index number = plain_number_[column_];
      const char* stop = nullptr;
      // Most cells are plain numbers: reading one finds its end as well.
      if (number >= 0) stop = read_decimal(at, end, numbers[number]);
      if (stop == nullptr || (stop != end && *stop != layout_.delimiter)) {
        const std::size_t from = static_cast<std::size_t>(at - begin);
        const std::size_t to = cell_end(record, from, layout_.delimiter);
        stop = begin + to;
        decode_cell(layout_.uses[column_], record.substr(from, to - from), numbers);
      }
      if (check_length) check_cell_length(static_cast<std::size_t>(stop - at));
      if (stop == end) return column_ + 1 == columns;
      at = stop + 1;
    }
    return false;
  }

 private:
  void decode_cell(const ColumnUses& uses, std::string_view cell, double* numbers) {
    if (uses.ignored()) return;
    const std::string_view text = cell_text(cell, scratch_);
    if (uses.number >= 0) numbers[uses.number] = number_in(text);
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
        throw BadCell{
            fmt::format("{} is infinite; correct it, or say --na {} to treat it as missing",
                        in_quotes(text), shown_text(trimmed(text)))};
      case NumberText::kTooLarge:
        throw BadCell{fmt::format("{} is too large for a double (1.8e308)", in_quotes(text))};
      case NumberText::kNone:
        break;
    }
    throw BadCell{why_not_a_number(text)};
  }

  std::string why_not_a_number(std::string_view text) const {
    const std::string& name = layout_.header[column_];
    if (layout_.kinds_given) {
      return fmt::format("{} is not a number, but in the model this column is numeric",
                         in_quotes(text));
    }
    return fmt::format(
        "{} is not a number, but earlier cells of this column are; if it is a category, say "
        "--categorical {}; if it means missing, say --na {}",
        in_quotes(text), shown_text(name), in_quotes(text));
  }

  double weight_in(std::string_view text) const {
    double value = 0;
    if (read_number(trimmed(text), value) == NumberText::kFinite && !(value < 0)) return value;
    throw BadCell{fmt::format("the weight {} is not a finite number >= 0", in_quotes(text))};
  }

  void check_cell_length(std::size_t bytes) const {
    if (bytes <= layout_.max_field_bytes) return;
    throw BadCell{
        fmt::format("the cell has {} bytes; the limit is {}", bytes, layout_.max_field_bytes)};
  }

  const CsvLayout& layout_;
  BlockBuilder& builder_;
  std::vector<Index> plain_number_;  ///< per column: where a cell that is only a number goes
  std::size_t column_ = 0;
  std::string scratch_;
};

std::string place(const CsvLayout& layout, const CsvText& text, std::size_t record) {
  return fmt::format("{}: row {} (line {})", layout.name, text.first_row + Index(record) + 1,
                     text.line_of(text.records[record].begin));
}

void refuse_ragged(const CsvLayout& layout, const CsvText& text, std::size_t record) {
  const Index cells = count_cells(text.record(record), layout.delimiter);
  const auto columns = static_cast<Index>(layout.header.size());
  if (cells == columns) return;
  throw IoError(fmt::format("{} has {} {}, the {} has {}", place(layout, text, record), cells,
                            cells == 1 ? "cell" : "cells",
                            layout.has_header ? "header" : "first row", columns));
}

void refuse_zero_bytes(const CsvLayout& layout, const CsvText& text) {
  const std::size_t zero = text.text.find('\0');
  if (zero == text.text.npos) return;
  throw IoError(
      fmt::format("{}: line {} holds a zero byte: this is not a text file (UTF-16 text is "
                  "converted with iconv -f UTF-16 -t UTF-8)",
                  layout.name, text.line_of(zero)));
}

}  // namespace

CsvChunk::CsvChunk(std::shared_ptr<const CsvLayout> layout, CsvText text, std::size_t index)
    : layout_(std::move(layout)), text_(std::move(text)), index_(index) {}

RowBlock CsvChunk::decode() const {
  if (layout_->digests) {
    layout_->digests->check(index_, text_.first_row, static_cast<Index>(text_.records.size()),
                            text_.text);
  }
  refuse_zero_bytes(*layout_, text_);
  BlockBuilder builder(layout_->schema, layout_->missing, text_.first_row,
                       static_cast<Index>(text_.records.size()));
  RecordDecoder decoder(*layout_, builder);
  std::size_t i = 0;
  try {
    for (; i < text_.records.size(); ++i) {
      if (!decoder.decode(text_.record(i), static_cast<Index>(i))) {
        refuse_ragged(*layout_, text_, i);
      }
    }
  } catch (const BadCell& bad) {
    refuse_ragged(*layout_, text_, i);  // the likelier cause of a cell under the wrong column
    throw InvalidArgument(fmt::format("{}, column {}: {}", place(*layout_, text_, i),
                                      in_quotes(layout_->header[decoder.column()]), bad.why));
  }
  RowBlock block = builder.take();
  block.source = layout_->name;
  return block;
}

}  // namespace fairpca
