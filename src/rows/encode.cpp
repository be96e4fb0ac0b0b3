// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "fairpca/rows/encoding.h"
#include "rows/block_columns.h"
#include "rows/column_advice.h"
#include "rows/finite.h"
#include "rows/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

// Of a level without an encoded column: not in the encoding, or known to have none.
constexpr Index kUnseen = -1, kDroppedLevel = -2;

/// One column of the encoding, found in a block.
struct PlannedColumn {
  const EncodedColumn* encoded = nullptr;
  BlockColumn source;
  Index target = 0;                  ///< its first encoded column
  std::vector<Index> level_of_code;  ///< categorical: level per code of the block
  Index missing_level = kUnseen;     ///< categorical: of missing cells; kUnseen: they are missing

  bool may_be_missing() const { return missing_level == kUnseen; }
};

/// The place of `level`, or kUnseen or kDroppedLevel.
Index find_level(const EncodedColumn& column, std::string_view level) {
  const auto& levels = column.levels;
  const auto found = std::lower_bound(levels.begin(), levels.end(), level);
  if (found != levels.end() && *found == level) return found - levels.begin();
  const auto& dropped = column.dropped_levels;
  return std::binary_search(dropped.begin(), dropped.end(), level) ? kDroppedLevel : kUnseen;
}

void match_levels(const LevelColumn& source, PlannedColumn& column) {
  for (const std::string& level : source.levels) {
    column.level_of_code.push_back(find_level(*column.encoded, level));
  }
  if (column.encoded->missing_is_level) {
    column.missing_level = find_level(*column.encoded, kMissingLevel);
  }
}

[[noreturn]] void reject_missing_column(const std::string& wanted,
                                        const std::vector<FeatureColumn>& features) {
  std::vector<std::string> names;
  for (const FeatureColumn& feature : features) names.push_back(feature.name);
  reject(rows_message<"missing-model-columns">("place"_is(Place{.column = wanted}),
                                               "columns"_is(in_quotes(wanted)),
                                               "advice"_is(column_advice(wanted, names))));
}

/// Position of each of `columns` among the block's features.
std::vector<std::size_t> find_features(const std::vector<const EncodedColumn*>& columns,
                                       const std::vector<FeatureColumn>& features) {
  std::vector<std::size_t> found;
  std::unordered_map<std::string_view, std::size_t> positions;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const FeatureColumn& wanted = columns[i]->column;
    std::size_t at = i;
    if (i >= features.size() || features[i].name != wanted.name) {
      if (positions.empty()) {
        for (std::size_t j = 0; j < features.size(); ++j) positions.emplace(features[j].name, j);
      }
      const auto named = positions.find(wanted.name);
      if (named == positions.end()) {
        reject_missing_column(wanted.name, features);
      }
      at = named->second;
    }
    if (features[at].kind != wanted.kind) {
      const bool wants_numbers = wanted.kind == ColumnKind::kNumeric;
      reject(rows_message<"column-kind">("place"_is(Place{.column = wanted.name}),
                                         "found"_is(wants_numbers ? "categories" : "numbers"),
                                         "expected"_is(wants_numbers ? "numbers" : "categories")));
    }
    found.push_back(at);
  }
  return found;
}

std::vector<PlannedColumn> plan(const std::vector<EncodedColumn>& columns, const RowBlock& block) {
  const std::vector<BlockColumn> places = block_columns(*block.schema);
  std::vector<const EncodedColumn*> used;
  for (const EncodedColumn& column : columns) {
    if (!column.is_dropped) used.push_back(&column);
  }
  const std::vector<std::size_t> found = find_features(used, block.schema->features);
  std::vector<PlannedColumn> planned;
  planned.reserve(used.size());
  Index target = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    PlannedColumn& column = planned.emplace_back();
    column.encoded = used[i];
    column.source = places[found[i]];
    column.target = target;
    if (column.source.kind == ColumnKind::kNumeric) {
      target += 1;
    } else {
      match_levels(block.categorical[column.source.position], column);
      target += static_cast<Index>(used[i]->levels.size());
    }
  }
  return planned;
}

bool is_block_itself(const std::vector<PlannedColumn>& planned, const RowBlock& block) {
  if (static_cast<Index>(planned.size()) != block.numeric.cols()) return false;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const BlockColumn& source = planned[i].source;
    if (source.kind != ColumnKind::kNumeric || source.position != static_cast<Index>(i)) {
      return false;
    }
  }
  return true;
}

/// Encodes one row after another of a block.
class RowEncoder {
 public:
  RowEncoder(const std::vector<PlannedColumn>& planned, const RowBlock& block,
             const EncodeOptions& options)
      : planned_(planned), block_(block), options_(options) {}

  /// Writes to `out`, which holds zeros.
  void encode(Index row, double* out) const {
    for (const PlannedColumn& column : planned_) {
      if (column.source.kind == ColumnKind::kNumeric) {
        encode_number(column, row, out + column.target);
      } else {
        encode_level(column, row, out + column.target);
      }
    }
  }

 private:
  Place where(const PlannedColumn& column, Index row) const {
    return place_of(block_, row, column.encoded->column.name);
  }

  void encode_number(const PlannedColumn& column, Index row, double* out) const {
    const double value = block_.numeric(row, column.source.position);
    if (std::isfinite(value)) {
      *out = value;
    } else if (std::isnan(value)) {
      encode_missing(column, row, 1, out);
    } else {
      reject(rows_message<"infinite-cell">("place"_is(where(column, row)), "value"_is(value)));
    }
  }

  void encode_level(const PlannedColumn& column, Index row, double* out) const {
    const LevelColumn& source = block_.categorical[column.source.position];
    const std::int32_t code = source.codes[row];
    if (code == LevelColumn::kMissing && column.may_be_missing()) {
      encode_missing(column, row, static_cast<Index>(column.encoded->levels.size()), out);
      return;
    }
    const Index level =
        code == LevelColumn::kMissing ? column.missing_level : column.level_of_code[code];
    if (level >= 0) {
      out[level] = 1.0;
    } else if (level == kUnseen && options_.unseen == UnseenLevel::kError) {
      reject(rows_message<"unseen-level">(
          "place"_is(where(column, row)), "level"_is(Quoted{source.levels[code]}),
          "levels"_is(column.encoded->levels.size() + column.encoded->dropped_levels.size())));
    }
  }

  void encode_missing(const PlannedColumn& column, Index row, Index width, double* out) const {
    if (options_.missing == MissingCells::kMean) {
      std::copy_n(options_.fill.data() + column.target, width, out);
    } else if (options_.missing == MissingCells::kModel) {
      std::fill_n(out, width, std::numeric_limits<double>::quiet_NaN());
    } else {
      reject(rows_message<"missing-cell">("place"_is(where(column, row))));
    }
  }

  const std::vector<PlannedColumn>& planned_;
  const RowBlock& block_;
  const EncodeOptions& options_;
};

}  // namespace

EncodedBlock Encoding::encode(const RowBlock& block, const EncodeOptions& options) const {
  if (options.missing == MissingCells::kMean && options.fill.size() != width()) {
    reject(rows_message<"fill-width">("values"_is(options.fill.size()), "columns"_is(width())));
  }
  const std::vector<PlannedColumn> planned = plan(columns_, block);
  EncodedBlock result;
  const bool is_itself = is_block_itself(planned, block);
  if (is_itself && (!options.looks_at_numbers || all_finite(block.numeric))) {
    result.rows = block.numeric;
    return result;
  }
  Index count = block.rows;
  if (options.missing == MissingCells::kDropRow) {
    std::vector<BlockColumn> sources;
    for (const PlannedColumn& column : planned) {
      if (column.may_be_missing()) sources.push_back(column.source);
    }
    result.kept_rows = complete_rows(block, sources);
    count = static_cast<Index>(result.kept_rows.size());
    if (count == block.rows) result.kept_rows.clear();
  }
  result.storage = RowMatrix::Zero(count, width());
  const RowEncoder encoder(planned, block, options);
  for (Index i = 0; i < count; ++i) {
    encoder.encode(result.kept_rows.empty() ? i : result.kept_rows[i],
                   result.storage.data() + i * width());
  }
  result.rows = result.storage;
  return result;
}

}  // namespace fairpca
