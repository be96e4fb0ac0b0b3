// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_chunk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "rows/arrow_numbers.h"
#include "rows/csv_cells.h"
#include "rows/messages.h"
#include "text/parse_number.h"
#include "text/shown_text.h"

namespace fairpca {
namespace {

/// Numbers of a block that stays in a second-level cache, with room for what is done with it.
constexpr Index kNumbersPerPiece = 1 << 16;

bool is_plain(const ArrowField& field) {
  return field.uses.number >= 0 && field.type.is_number();
}

/// Columns of numbers that stand beside each other in the rows and have one type.
using PlainRun = std::vector<std::size_t>;

std::vector<PlainRun> plain_runs(const ArrowLayout& layout) {
  std::vector<std::size_t> plain;
  for (std::size_t i = 0; i < layout.fields.size(); ++i) {
    if (is_plain(layout.fields[i])) plain.push_back(i);
  }
  const auto place = [&](std::size_t i) { return layout.fields[i].uses.number; };
  std::sort(plain.begin(), plain.end(),
            [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
  std::vector<PlainRun> runs;
  for (const std::size_t i : plain) {
    const bool goes_on = !runs.empty() && place(i) == place(runs.back().back()) + 1 &&
                         layout.fields[i].type == layout.fields[runs.back().back()].type;
    if (!goes_on) runs.emplace_back();
    runs.back().push_back(i);
  }
  return runs;
}

/// Decodes a cut into a block, column by column.
class CutDecoder {
 public:
  CutDecoder(const ArrowLayout& layout, const std::vector<PlainRun>& runs, const ArrowCut& cut)
      : layout_(layout), runs_(runs), cut_(cut) {}

  RowBlock decode() {
    block_.schema = layout_.schema;
    block_.source = layout_.name;
    block_.first_row = cut_.first_row;
    block_.rows = cut_.rows;
    make_room();
    copy_plain_numbers();
    for (std::size_t field = 0; field < layout_.fields.size(); ++field) decode_others(field);
    block_.numeric = block_.storage;
    return std::move(block_);
  }

 private:
  void make_room() {
    const Schema& schema = *layout_.schema;
    const Index numeric =
        std::count_if(schema.features.begin(), schema.features.end(),
                      [](const auto& feature) { return feature.kind == ColumnKind::kNumeric; });
    block_.storage.resize(cut_.rows, numeric);
    block_.categorical.resize(schema.features.size() - static_cast<std::size_t>(numeric));
    block_.protected_levels.resize(schema.protected_columns.size());
    block_.kept.resize(schema.kept.size());
  }

  /// Columns are written into rows tile by tile, so that a tile stays in the cache; long runs of a
  /// column are what the processor foresees best, so a piece is one tile.
  void copy_plain_numbers() {
    constexpr Index kNumbersPerTile = 1 << 14;
    const Index width = block_.storage.cols();
    if (width == 0) return;
    const bool is_piece = cut_.rows * width <= kNumbersPerPiece;
    const Index tile = is_piece ? cut_.rows : std::max<Index>(kNumbersPerTile / width, 32);
    double* out = block_.storage.data();
    for (const ArrowStretch& stretch : cut_.stretches) {
      for (Index done = 0; done < stretch.count; done += tile) {
        const Index count = std::min(tile, stretch.count - done);
        for (const PlainRun& run : runs_) copy_run(run, stretch, done, count, out);
        out += count * width;
      }
    }
  }

  void copy_run(const PlainRun& run, const ArrowStretch& stretch, Index done, Index count,
                double* rows) {
    columns_.clear();
    for (const std::size_t i : run) columns_.push_back(&stretch.records->column(i));
    const std::int64_t first = stretch.first + done;
    copy_numbers(columns_, first, count, rows + layout_.fields[run.front()].uses.number,
                 block_.storage.cols());
    for (std::size_t i = 0; i < run.size(); ++i) {
      if (!rounds_numbers(*columns_[i], first, count)) continue;
      layout_.fields[run[i]].is_rounded.store(true, std::memory_order_relaxed);
    }
  }

  void decode_others(std::size_t field) {
    const ArrowField& column = layout_.fields[field];
    const ColumnUses& uses = column.uses;
    if (uses.number >= 0 && !is_plain(column)) {
      double* out = block_.storage.data() + uses.number;
      for_each_cell(field, [&](const ArrowColumn& cells, std::int64_t row) {
        *out = number_in(cells, row, column);
        out += block_.storage.cols();
      });
    }
    if (uses.is_weight) {
      block_.weights.reserve(static_cast<std::size_t>(cut_.rows));
      for_each_cell(field, [&](const ArrowColumn& cells, std::int64_t row) {
        block_.weights.push_back(weight_in(cells, row, column));
      });
    }
    if (uses.category >= 0 || uses.protection >= 0 || uses.is_label) add_levels(field);
    if (uses.kept < 0) return;
    std::vector<std::string>& kept = block_.kept[uses.kept];
    kept.reserve(static_cast<std::size_t>(cut_.rows));
    for_each_cell(field, [&](const ArrowColumn& cells, std::int64_t row) {
      kept.emplace_back(utf8_at(cells, row, column));
    });
  }

  void add_levels(std::size_t field) {
    const ArrowField& column = layout_.fields[field];
    ArrowLevels levels(layout_.missing, column.spelling);
    levels.reserve(cut_.rows);
    for_each_stretch(field,
                     [&](const ArrowColumn& cells, const ArrowStretch& stretch, std::int64_t& row) {
                       levels.add(cells, stretch.first, stretch.count, row);
                     });
    const LevelColumn taken = levels.take();
    if (column.uses.category >= 0) block_.categorical[column.uses.category] = taken;
    if (column.uses.protection >= 0) block_.protected_levels[column.uses.protection] = taken;
    if (column.uses.is_label) block_.label = taken;
  }

  /// Calls read(cells, stretch, row) for each stretch; what it throws is said of `row`.
  template <class Read>
  void for_each_stretch(std::size_t field, const Read& read) const {
    Index before = 0;
    for (const ArrowStretch& stretch : cut_.stretches) {
      std::int64_t row = stretch.first;
      const auto place = [&] {
        const Index in_source = cut_.first_row + before + (row - stretch.first) + 1;
        return "place"_is(Place{layout_.name, in_source, layout_.fields[field].name});
      };
      try {
        read(stretch.records->column(field), stretch, row);
      } catch (const BadCell& bad) {
        reject(bad.at(place()));
      } catch (const DamagedArray& damaged) {
        reject(arrow_message<"damaged-stream-cell">(place(), "reason"_is(damaged.reason)));
      }
      before += stretch.count;
    }
  }

  template <class Read>
  void for_each_cell(std::size_t field, const Read& read) const {
    for_each_stretch(field,
                     [&](const ArrowColumn& cells, const ArrowStretch& stretch, std::int64_t& row) {
                       for (; row < stretch.first + stretch.count; ++row) read(cells, row);
                     });
  }

  std::string_view text_at(const ArrowColumn& cells, std::int64_t row, const ArrowField& column) {
    return arrow_text(cells, row, column.spelling, scratch_).value_or(std::string_view());
  }

  std::string_view utf8_at(const ArrowColumn& cells, std::int64_t row, const ArrowField& column) {
    const std::string_view text = text_at(cells, row, column);
    if (is_utf8(text)) return text;
    throw BadCell{[text = std::string(text)](NamedArgument<"place"> place) {
      return rows_message<"not-utf-8">(std::move(place), "value"_is(Quoted{text}));
    }};
  }

  /// A number that a text, a boolean or a category says.
  double number_in(const ArrowColumn& cells, std::int64_t row, const ArrowField& column) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::string_view text = text_at(cells, row, column);
    if (layout_.missing.contains(text)) return std::numeric_limits<double>::quiet_NaN();
    double value = 0;
    const NumberText kind = read_number(trimmed(text), value);
    if (kind == NumberText::kFinite) return value;
    if (kind != NumberText::kNone) return trimmed(text).starts_with('-') ? -kInfinity : kInfinity;
    throw not_a_number(text, column.name);
  }

  BadCell not_a_number(std::string_view text, const std::string& name) const {
    const bool as_in_model = layout_.kinds_given;
    return {[as_in_model, text = std::string(text), name](NamedArgument<"place"> place) {
      return as_in_model
                 ? rows_message<"not-a-number-as-in-the-model">(std::move(place),
                                                                "value"_is(Quoted{text}))
                 : arrow_message<"text-in-number-column">(
                       std::move(place), "value"_is(Quoted{text}), "column"_is(Quoted{name}));
    }};
  }

  double weight_in(const ArrowColumn& cells, std::int64_t row, const ArrowField& column) {
    double value = 0;
    if (column.type.is_number()) {
      const ArrowColumn* const column_of_weights = &cells;
      copy_numbers({&column_of_weights, 1}, row, 1, &value, 1);
    } else {
      const std::string_view text = text_at(cells, row, column);
      if (read_number(trimmed(text), value) != NumberText::kFinite) throw bad_weight(text);
    }
    if (!(value >= 0) || std::isinf(value)) throw bad_weight(value);
    return value;
  }

  const ArrowLayout& layout_;
  const std::vector<PlainRun>& runs_;
  const ArrowCut& cut_;
  RowBlock block_;
  std::vector<const ArrowColumn*> columns_;  ///< of copy_run()
  std::string scratch_;
};

/// Hands out the rows of a cut, a few at a time.
class CutPieces {
 public:
  explicit CutPieces(const ArrowCut& cut) : cut_(cut) {}

  bool empty() const { return taken_ == cut_.rows; }

  /// At most `rows` of those that are left.
  ArrowCut next(Index rows) {
    ArrowCut piece;
    piece.first_row = cut_.first_row + taken_;
    while (piece.rows < rows && !empty()) {
      const ArrowStretch& stretch = cut_.stretches[stretch_];
      const Index count = std::min(rows - piece.rows, stretch.count - in_stretch_);
      piece.stretches.push_back({stretch.records, stretch.first + in_stretch_, count});
      piece.rows += count;
      taken_ += count;
      in_stretch_ += count;
      if (in_stretch_ < stretch.count) continue;
      ++stretch_;
      in_stretch_ = 0;
    }
    return piece;
  }

 private:
  const ArrowCut& cut_;
  Index taken_ = 0, in_stretch_ = 0;
  std::size_t stretch_ = 0;
};

}  // namespace

RowBlock ArrowChunk::decode() const {
  return CutDecoder(*layout_, plain_runs(*layout_), cut_).decode();
}

void ArrowChunk::decode_pieces(const Visit& visit) const {
  const auto width = static_cast<Index>(layout_->schema->features.size());
  const Index slabs = kNumbersPerPiece / std::max<Index>(1, width * kPieceRows);
  const Index rows = std::max<Index>(1, slabs) * kPieceRows;
  const std::vector<PlainRun> runs = plain_runs(*layout_);
  for (CutPieces pieces(cut_); !pieces.empty();) {
    const ArrowCut piece = pieces.next(rows);
    RowBlock block = CutDecoder(*layout_, runs, piece).decode();
    visit(block);
  }
}

}  // namespace fairpca
