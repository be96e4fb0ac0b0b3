// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/arrow_rows.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "fairpca/rows/matrix_rows.h"
#include "rows/arrow_kinds.h"
#include "rows/arrow_schema.h"
#include "text/quoted.h"

namespace fairpca {

class ArrowRows::Reader {
 public:
  Reader(ArrowTable table, const ColumnRoles& roles) : table_(std::move(table)) {
    auto layout = std::make_shared<ArrowLayout>();
    layout->name = table_.name;
    layout->kinds_given = roles.features.has_value();
    layout->as_text = table_.as_text;
    layout_ = layout;
    open_stream();
    read_arrow_fields(*stream_->schema(), *layout);
    std::vector<std::string> header;
    for (const ArrowField& field : layout->fields) header.push_back(field.given);
    std::vector<RenamedColumn> renamed = rename_repeated(header);
    for (std::size_t i = 0; i < header.size(); ++i) layout->fields[i].name = header[i];
    spell_as_known(table_.known_levels, *layout);
    Schema schema =
        table_.as_text ? Schema{.kept = header} : resolve_columns(header, roles, table_.name);
    schema.renamed = std::move(renamed);
    set_uses(*layout, schema, header);
    settle_kinds(ArrowKinds(*layout, roles, schema), schema);
    set_uses(*layout, schema, header);
    layout->schema = std::make_shared<const Schema>(std::move(schema));
  }

  const ArrowLayout& layout() const { return *layout_; }
  bool can_rewind() const { return table_.can_rewind; }

  std::unique_ptr<RowChunk> next() {
    handed_out_ = true;
    ArrowCut cut = take();
    if (cut.rows == 0) return nullptr;
    rows_handed_out_ = cut.first_row + cut.rows;
    return std::make_unique<ArrowChunk>(layout_, std::move(cut));
  }

  void rewind() {
    if (!handed_out_) return;
    if (!table_.can_rewind) reject(arrow_message<"stream-read-once">(stream_named(table_.name)));
    restart();
    handed_out_ = false;
    rows_handed_out_ = 0;
  }

  std::optional<Index> row_count() const { return rows_; }

  double fraction_read() const {
    const Index rows = rows_.value_or(table_.rows);
    if (rows < 0) return -1;
    if (rows == 0) return 1;
    return std::min(1.0, static_cast<double>(rows_handed_out_) / static_cast<double>(rows));
  }

 private:
  static void set_uses(ArrowLayout& layout, const Schema& schema,
                       const std::vector<std::string>& header) {
    const std::vector<ColumnUses> uses = column_uses(schema, header);
    for (std::size_t i = 0; i < uses.size(); ++i) layout.fields[i].uses = uses[i];
  }

  void open_stream() {
    OwnedArrow<ArrowArrayStream> stream;
    table_.open(stream.out());
    stream_.emplace(std::move(stream), table_.name);
    has_ended_ = false;
  }

  void close_stream() {
    records_.reset();
    stream_.reset();
  }

  /// The next reading begins at the first row; until then nothing of the producer is held.
  void restart() {
    kept_.clear();
    close_stream();
    rows_cut_ = rows_in_batches_ = 0;
    has_ended_ = false;
  }

  /// Looks at rows until every column of texts has shown a value; next() hands them out again.
  void settle_kinds(ArrowKinds kinds, Schema& schema) {
    constexpr Index kMostCells = 8 << 20;
    const Index most_rows = kMostCells / std::max<Index>(1, layout_->children);
    std::string where;
    bool must_restart = false;
    do {
      ArrowCut cut = take_from_stream();
      if (cut.rows == 0) break;
      kinds.look_at(cut, schema);
      kept_.push_back(std::move(cut));
      if (rows_cut_ <= most_rows || kinds.empty()) continue;
      if (table_.can_rewind) {
        must_restart = true;
        kept_.erase(kept_.begin(), kept_.end() - 1);
      } else {
        where = fmt::format("in the first {} rows, and it cannot be read twice", rows_cut_);
        break;
      }
    } while (!kinds.empty());
    if (kept_.empty() && !table_.may_be_empty) {
      reject(arrow_message<"stream-without-rows">(stream_named(table_.name)));
    }
    kinds.finish(where, schema);
    if (must_restart) restart();
  }

  ArrowCut take() {
    if (kept_.empty()) return take_from_stream();
    ArrowCut cut = std::move(kept_.front());
    kept_.pop_front();
    return cut;
  }

  /// Rows of the stream, cut as a table in memory is; none at the end.
  ArrowCut take_from_stream() {
    try {
      return cut_stream();
    } catch (...) {
      close_stream();
      has_ended_ = true;
      throw;
    }
  }

  ArrowCut cut_stream() {
    ArrowCut cut;
    cut.first_row = rows_cut_;
    while (cut.rows < MatrixRows::kRowsPerChunk && (records_ || next_records())) {
      const Index left = records_->rows() - row_;
      const Index count = std::min(MatrixRows::kRowsPerChunk - cut.rows, left);
      cut.stretches.push_back({records_, row_, count});
      cut.rows += count;
      row_ += count;
      if (count == left) records_.reset();
    }
    rows_cut_ += cut.rows;
    return cut;
  }

  /// False at the end.
  bool next_records() {
    if (has_ended_) return false;
    if (!stream_) reopen();
    while (std::optional<OwnedArrow<ArrowArray>> array = stream_->next()) {
      records_ = std::make_shared<const ArrowRecords>(std::move(*array), *layout_);
      row_ = 0;
      rows_in_batches_ += records_->rows();
      if (records_->rows() > 0) return true;
      records_.reset();
    }
    has_ended_ = true;
    stream_.reset();
    check_row_count();
    return false;
  }

  /// At the end of a pass.
  void check_row_count() {
    const Index rows = rows_in_batches_;
    const Index before = rows_.value_or(rows);
    rows_ = rows;
    if (before == rows) return;
    reject(arrow_message<"changed-stream">(
        stream_named(table_.name), "rows"_is(Counted{rows, "row", "rows"}), "before"_is(before)));
  }

  void reopen() {
    open_stream();
    if (has_same_fields(*stream_->schema(), *layout_)) return;
    reject(arrow_message<"changed-stream-columns">(stream_named(table_.name)));
  }

  ArrowTable table_;
  std::shared_ptr<const ArrowLayout> layout_;
  std::optional<ArrowStream> stream_;            ///< not open before the first row, nor at the end
  std::shared_ptr<const ArrowRecords> records_;  ///< the batch that is being cut
  std::int64_t row_ = 0;                         ///< in it
  Index rows_in_batches_ = 0, rows_cut_ = 0, rows_handed_out_ = 0;
  std::optional<Index> rows_;  ///< of a whole pass
  bool has_ended_ = false, handed_out_ = false;
  std::deque<ArrowCut> kept_;
};

ArrowRows::ArrowRows(ArrowTable table, const ColumnRoles& roles)
    : reader_(std::make_unique<Reader>(std::move(table), roles)) {}

ArrowRows::~ArrowRows() = default;

const Schema& ArrowRows::schema() const {
  return *reader_->layout().schema;
}

std::unique_ptr<RowChunk> ArrowRows::next() {
  return reader_->next();
}

void ArrowRows::rewind() {
  reader_->rewind();
}

bool ArrowRows::can_rewind() const {
  return reader_->can_rewind();
}

std::string ArrowRows::name() const {
  return reader_->layout().name;
}

double ArrowRows::fraction_read() const {
  return reader_->fraction_read();
}

std::optional<Index> ArrowRows::row_count() const {
  return reader_->row_count();
}

std::vector<std::string> ArrowRows::rounded_columns() const {
  std::vector<std::string> names;
  for (const ArrowField& field : reader_->layout().fields) {
    if (field.is_rounded) names.push_back(field.name);
  }
  return names;
}

std::vector<Message> ArrowRows::warnings() const {
  const std::vector<std::string> names = rounded_columns();
  if (names.empty()) return {};
  return {arrow_message<"rounded-columns">(
      "columns"_is(
          fmt::format("{} {}", names.size() == 1 ? "column" : "columns", quoted_list(names))),
      stream_named(name()), "hold"_is(names.size() == 1 ? "holds" : "hold"),
      "column"_is(Quoted{names[0]}))};
}

}  // namespace fairpca
