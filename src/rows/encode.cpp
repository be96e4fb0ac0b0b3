// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fairpca/rows/encoding.h"
#include "rows/block_columns.h"
#include "rows/finite.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

constexpr Index kUnseen = -1;

/// One column of the encoding, found in a block.
struct PlannedColumn {
  const EncodedColumn* encoded = nullptr;
  BlockColumn source;
  Index target = 0;                  ///< its first encoded column
  std::vector<Index> level_of_code;  ///< categorical: level per code of the block, or kUnseen
};

std::vector<Index> match_levels(const LevelColumn& column, const std::vector<std::string>& levels) {
  std::vector<Index> level_of_code;
  for (const std::string& level : column.levels) {
    const auto found = std::lower_bound(levels.begin(), levels.end(), level);
    const bool seen = found != levels.end() && *found == level;
    level_of_code.push_back(seen ? found - levels.begin() : kUnseen);
  }
  return level_of_code;
}

/// Position of each encoded column among the block's features.
std::vector<std::size_t> find_features(const std::vector<EncodedColumn>& columns,
                                       const std::vector<FeatureColumn>& features) {
  std::vector<std::size_t> found;
  std::unordered_map<std::string_view, std::size_t> positions;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const FeatureColumn& wanted = columns[i].column;
    std::size_t at = i;
    if (i >= features.size() || features[i].name != wanted.name) {
      if (positions.empty()) {
        for (std::size_t j = 0; j < features.size(); ++j) positions.emplace(features[j].name, j);
      }
      const auto named = positions.find(wanted.name);
      if (named == positions.end()) {
        throw InvalidArgument(fmt::format("the rows have no column {}", in_quotes(wanted.name)));
      }
      at = named->second;
    }
    if (features[at].kind != wanted.kind) {
      throw InvalidArgument(
          fmt::format("column {} holds {}, expected {}", in_quotes(wanted.name),
                      wanted.kind == ColumnKind::kNumeric ? "categories" : "numbers",
                      wanted.kind == ColumnKind::kNumeric ? "numbers" : "categories"));
    }
    found.push_back(at);
  }
  return found;
}

std::vector<PlannedColumn> plan(const std::vector<EncodedColumn>& columns, const RowBlock& block) {
  const std::vector<BlockColumn> places = block_columns(*block.schema);
  const std::vector<std::size_t> found = find_features(columns, block.schema->features);
  std::vector<PlannedColumn> planned;
  planned.reserve(columns.size());
  Index target = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    PlannedColumn& column = planned.emplace_back();
    column.encoded = &columns[i];
    column.source = places[found[i]];
    column.target = target;
    if (column.source.kind == ColumnKind::kNumeric) {
      target += 1;
    } else {
      column.level_of_code =
          match_levels(block.categorical[column.source.position], columns[i].levels);
      target += static_cast<Index>(columns[i].levels.size());
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

/// `--missing mean fills it, --missing drop-row leaves its row out`.
std::string advice_on_missing(const std::vector<MissingCells>& offered) {
  std::string advice;
  const auto offer = [&](MissingCells what, const char* text) {
    if (std::find(offered.begin(), offered.end(), what) == offered.end()) return;
    advice += (advice.empty() ? "--missing " : ", --missing ") + std::string(text);
  };
  offer(MissingCells::kMean, "mean fills it");
  offer(MissingCells::kDropRow, "drop-row leaves its row out");
  offer(MissingCells::kModel, "model expects it");
  return advice.empty() ? "fill it, or leave its row out" : advice;
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
  std::string where(const PlannedColumn& column, Index row) const {
    return fmt::format("{}, column {}", place_of(block_, row),
                       in_quotes(column.encoded->column.name));
  }

  void encode_number(const PlannedColumn& column, Index row, double* out) const {
    const double value = block_.numeric(row, column.source.position);
    if (std::isfinite(value)) {
      *out = value;
    } else if (std::isnan(value)) {
      encode_missing(column, row, 1, out);
    } else {
      throw InvalidArgument(where(column, row) +
                            ": the number is infinite; correct the cell or leave the row out");
    }
  }

  void encode_level(const PlannedColumn& column, Index row, double* out) const {
    const LevelColumn& source = block_.categorical[column.source.position];
    const std::int32_t code = source.codes[row];
    if (code == LevelColumn::kMissing) {
      encode_missing(column, row, static_cast<Index>(column.encoded->levels.size()), out);
      return;
    }
    const Index level = column.level_of_code[code];
    if (level != kUnseen) {
      out[level] = 1.0;
    } else if (options_.unseen == UnseenLevel::kError) {
      throw InvalidArgument(fmt::format(
          "{}: the level {} is not among the {} of the model; --unseen zeros encodes it as zeros",
          where(column, row), in_quotes(source.levels[code]), column.encoded->levels.size()));
    }
  }

  void encode_missing(const PlannedColumn& column, Index row, Index width, double* out) const {
    if (options_.missing == MissingCells::kMean) {
      std::copy_n(options_.fill.data() + column.target, width, out);
    } else if (options_.missing == MissingCells::kModel) {
      std::fill_n(out, width, std::numeric_limits<double>::quiet_NaN());
    } else {
      throw InvalidArgument(where(column, row) + ": the cell is missing or NaN; " +
                            advice_on_missing(options_.offered));
    }
  }

  const std::vector<PlannedColumn>& planned_;
  const RowBlock& block_;
  const EncodeOptions& options_;
};

}  // namespace

EncodedBlock Encoding::encode(const RowBlock& block, const EncodeOptions& options) const {
  if (options.missing == MissingCells::kMean && options.fill.size() != width()) {
    throw InvalidArgument(fmt::format("fill has {} values, the encoding has {} columns",
                                      options.fill.size(), width()));
  }
  const std::vector<PlannedColumn> planned = plan(columns_, block);
  EncodedBlock result;
  if (is_block_itself(planned, block) && all_finite(block.numeric)) {
    result.rows = block.numeric;
    return result;
  }
  Index count = block.rows;
  if (options.missing == MissingCells::kDropRow) {
    std::vector<BlockColumn> sources;
    for (const PlannedColumn& column : planned) sources.push_back(column.source);
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
