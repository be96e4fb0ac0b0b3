// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/csv_rows.h"

#include <cctype>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "files/messages.h"
#include "options/messages.h"
#include "rows/byte_source.h"
#include "rows/csv_cells.h"
#include "rows/csv_chunk.h"
#include "rows/csv_delimiter.h"
#include "rows/csv_kinds.h"
#include "rows/csv_records.h"
#include "rows/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

constexpr Index kRowsPerChunk = 4096;
constexpr std::size_t kBytesPerChunk = 8 << 20;
/// Text kept while looking for the first value of every column.
constexpr std::size_t kMaxKeptBytes = 64 << 20;

void check(const CsvOptions& options) {
  constexpr std::string_view kNotDelimiters = "\"\r\n+-.";
  const char delimiter = options.delimiter;
  const bool is_word = std::isalnum(static_cast<unsigned char>(delimiter)) != 0;
  if (delimiter == '\0' || is_word || kNotDelimiters.find(delimiter) != kNotDelimiters.npos) {
    reject(option_message<"option-value">("option"_is(OptionName{"delimiter"}),
                                          "allowed"_is("a character like , ; | or a tab"),
                                          "value"_is(Quoted{{&delimiter, 1}})));
  }
  const auto check_limit = [](std::string_view name, auto limit) {
    if (limit >= 1) return;
    reject(option_message<"option-value">("option"_is(OptionName{name}), "allowed"_is(">= 1"),
                                          "value"_is(limit)));
  };
  check_limit("max_columns", options.max_columns);
  check_limit("max_field_bytes", options.max_field_bytes);
}

}  // namespace

class CsvRows::Reader {
 public:
  Reader(const std::filesystem::path& path, const ColumnRoles& roles, const CsvOptions& options)
      : options_(options),
        source_(path, options.stop_wanted),
        records_(source_, options.delimiter, {options.max_field_bytes, options.max_columns}) {
    auto layout = std::make_shared<CsvLayout>();
    layout->name = source_.name();
    layout->delimiter = options.delimiter;
    layout->has_header = options.header;
    layout->kinds_given = roles.features.has_value();
    layout->max_field_bytes = options.max_field_bytes;
    layout->missing = MissingMarks(options.na_strings);
    if (source_.can_rewind()) layout->digests = std::make_shared<ChunkDigests>(source_.name());
    layout->header = read_header();
    std::vector<RenamedColumn> renamed = rename_repeated(layout->header);
    columns_ = static_cast<Index>(layout->header.size());
    Schema schema =
        options.as_text ? Schema{.kept = layout->header} : resolve(layout->header, roles);
    schema.renamed = std::move(renamed);
    settle_kinds(UnsettledKinds(*layout, roles, schema), schema);
    layout->uses = column_uses(schema, layout->header);
    layout->schema = std::make_shared<const Schema>(std::move(schema));
    layout_ = std::move(layout);
  }

  const Schema& schema() const { return *layout_->schema; }
  double fraction_read() const { return records_.fraction_taken(); }

  std::unique_ptr<RowChunk> next() {
    handed_out_ = true;
    CsvText text = take();
    if (text.records.empty()) {
      if (layout_->digests) layout_->digests->check_rows(text.first_row);
      return nullptr;
    }
    return std::make_unique<CsvChunk>(layout_, std::move(text), chunks_taken_++);
  }

  bool can_rewind() const { return source_.can_rewind(); }
  const std::string& name() const { return source_.name(); }

  void rewind() {
    if (!handed_out_) return;
    if (!source_.can_rewind()) {
      reject(rows_message<"rows-read-once">("place"_is(Place{source_.name()})));
    }
    restart();
    handed_out_ = false;
  }

 private:
  /// The names of the columns; records_ stands at the first row afterwards.
  std::vector<std::string> read_header() {
    const std::optional<std::string_view> first = records_.peek();
    if (!first) reject(files_message<"empty-file">("place"_is(Place{source_.name()})));
    check_first_record(*first);
    first_record_ = digest_of(*first);
    likely_delimiter_ = likelier_delimiter(*first, options_.delimiter);
    if (likely_delimiter_) first_text_ = *first;
    std::vector<std::string> names =
        options_.header ? names_in(*first) : std::vector<std::string>();
    if (!options_.header) {
      const Index columns = count_cells(*first, options_.delimiter);
      for (Index i = 1; i <= columns; ++i) names.push_back(fmt::format("x{}", i));
    }
    step_over_header(static_cast<Index>(names.size()));
    return names;
  }

  void step_over_header(Index columns) {
    if (options_.header) records_.skip_header();
    if (columns == 1) records_.keep_blank_lines();
  }

  void check_first_record(std::string_view first) const {
    if (first.find('\0') != first.npos) {
      reject(rows_message<"zero-byte">("place"_is(csv_place({source_.name()}, 1))));
    }
    const Index columns = count_cells(first, options_.delimiter);
    if (columns > options_.max_columns) {
      reject(rows_message<"column-limit">("place"_is(csv_place({source_.name()}, 1)),
                                          "limit"_is(options_.max_columns)));
    }
    const bool only_returns = first.find('\r') != first.npos && first.find('"') == first.npos;
    if (only_returns) {
      reject(rows_message<"carriage-returns">("place"_is(Place{source_.name()})));
    }
  }

  std::vector<std::string> names_in(std::string_view first) const {
    std::vector<std::string> names;
    try {
      names = split_record(first, options_.delimiter);
    } catch (const BadCell& bad) {
      reject(bad.at("place"_is(csv_place({source_.name()}, 1))));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].size() > options_.max_field_bytes) {
        reject(rows_message<"long-cell">(
            "place"_is(csv_place({source_.name()}, 1, static_cast<Index>(i + 1))),
            "limit"_is(options_.max_field_bytes), "hint"_is("")));
      }
      if (!is_utf8(names[i])) {
        reject(rows_message<"column-name-not-utf-8">(
            "place"_is(Place{source_.name()}), "name"_is(Quoted{names[i]}), "position"_is(i + 1)));
      }
    }
    return names;
  }

  Schema resolve(const std::vector<std::string>& header, const ColumnRoles& roles) const {
    try {
      return resolve_columns(header, roles, source_.name());
    } catch (const InvalidArgument&) {
      if (options_.header && likely_delimiter_) reject_delimiter();
      throw;
    }
  }

  [[noreturn]] void reject_delimiter() const {
    reject(other_delimiter({source_.name()}, first_text_, options_.delimiter, *likely_delimiter_));
  }

  /// A table that seems to have one column was often written with another delimiter.
  void check_delimiter(const CsvText& text) const {
    if (!likely_delimiter_ || text.records.empty()) return;
    const std::string_view row = text.record(!options_.header && text.records.size() > 1 ? 1 : 0);
    if (is_cut_by(*likely_delimiter_, first_text_, row, options_.delimiter)) reject_delimiter();
  }

  /// Reads chunks until every feature has shown a value; next() hands them out again.
  void settle_kinds(UnsettledKinds unsettled, Schema& schema) {
    std::size_t read_bytes = 0;
    bool must_restart = false;
    do {
      CsvText text = records_.take(kRowsPerChunk, kBytesPerChunk);
      if (text.records.empty()) break;
      if (kept_.empty()) check_delimiter(text);
      unsettled.look_at(text, schema);
      read_bytes += text.text.size();
      kept_.push_back(std::move(text));
      if (read_bytes <= kMaxKeptBytes) continue;
      if (source_.can_rewind()) {
        must_restart = true;
        kept_.erase(kept_.begin(), kept_.end() - 1);
      } else {
        unsettled.reject_rest(
            fmt::format("in the first {} MB, and it cannot be read twice", kMaxKeptBytes >> 20));
      }
    } while (!unsettled.empty());
    if (kept_.empty()) {
      reject(rows_message<"header-without-rows">("place"_is(Place{source_.name()})));
    }
    unsettled.reject_rest("in any row");
    if (must_restart) restart();
  }

  CsvText take() {
    if (kept_.empty()) return records_.take(kRowsPerChunk, kBytesPerChunk);
    CsvText text = std::move(kept_.front());
    kept_.pop_front();
    return text;
  }

  void restart() {
    kept_.clear();
    chunks_taken_ = 0;
    records_.rewind();
    const std::optional<std::string_view> first = records_.peek();
    if (!first || digest_of(*first) != first_record_) {
      reject(rows_message<"changed-header">("place"_is(Place{source_.name()}),
                                            "first"_is(options_.header ? "header" : "first row")));
    }
    step_over_header(columns_);
  }

  CsvOptions options_;
  ByteSource source_;
  CsvRecords records_;
  Index columns_ = 0;
  std::uint64_t first_record_ = 0;        ///< its digest
  std::optional<char> likely_delimiter_;  ///< that cuts the first record, now one cell
  std::string first_text_;                ///< of the first record, where there is one
  std::shared_ptr<const CsvLayout> layout_;
  std::deque<CsvText> kept_;  ///< read on opening, to be handed out first
  std::size_t chunks_taken_ = 0;
  bool handed_out_ = false;
};

CsvRows::CsvRows(const std::filesystem::path& path, const ColumnRoles& roles,
                 const CsvOptions& options) {
  check(options);
  reader_ = std::make_unique<Reader>(path, roles, options);
}

CsvRows::~CsvRows() = default;

const Schema& CsvRows::schema() const {
  return reader_->schema();
}

std::unique_ptr<RowChunk> CsvRows::next() {
  return reader_->next();
}

void CsvRows::rewind() {
  reader_->rewind();
}

bool CsvRows::can_rewind() const {
  return reader_->can_rewind();
}

std::string CsvRows::name() const {
  return reader_->name();
}

double CsvRows::fraction_read() const {
  return reader_->fraction_read();
}

}  // namespace fairpca
