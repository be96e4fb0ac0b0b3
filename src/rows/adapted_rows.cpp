// SPDX-License-Identifier: BSD-3-Clause
#include "rows/adapted_rows.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "rows/block_columns.h"
#include "rows/messages.h"
#include "rows/pieced_chunk.h"

namespace fairpca {
namespace {

class AdaptedChunk final : public PiecedChunk {
 public:
  AdaptedChunk(std::unique_ptr<RowChunk> chunk, std::shared_ptr<const Schema> schema,
               std::shared_ptr<const AdaptedRows::Adapt> adapt)
      : chunk_(std::move(chunk)), schema_(std::move(schema)), adapt_(std::move(adapt)) {}

  RowBlock decode() const override {
    RowBlock block = chunk_->decode();
    adapt(block);
    return block;
  }

  void decode_pieces(const Visit& visit) const override {
    decode_in_pieces(*chunk_, [&](RowBlock& block) {
      adapt(block);
      visit(block);
    });
  }

 private:
  void adapt(RowBlock& block) const {
    block.schema = schema_;
    (*adapt_)(block);
  }

  std::unique_ptr<RowChunk> chunk_;
  std::shared_ptr<const Schema> schema_;
  std::shared_ptr<const AdaptedRows::Adapt> adapt_;
};

/// The rows without missing cells; those of `missing_is_level` are not missing.
std::vector<Index> rows_without_missing(const RowBlock& block,
                                        const std::vector<std::string>& missing_is_level) {
  const std::vector<FeatureColumn>& features = block.schema->features;
  const std::vector<BlockColumn> places = block_columns(*block.schema);
  std::vector<BlockColumn> may_be_missing;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto named =
        std::find(missing_is_level.begin(), missing_is_level.end(), features[i].name);
    if (named == missing_is_level.end()) may_be_missing.push_back(places[i]);
  }
  return complete_rows(block, may_be_missing);
}

}  // namespace

AdaptedRows::AdaptedRows(RowSource& source, Schema schema, Adapt adapt)
    : source_(source),
      schema_(std::make_shared<const Schema>(std::move(schema))),
      adapt_(std::make_shared<const Adapt>(std::move(adapt))) {}

std::unique_ptr<RowChunk> AdaptedRows::next() {
  std::unique_ptr<RowChunk> chunk = source_.next();
  return chunk ? std::make_unique<AdaptedChunk>(std::move(chunk), schema_, adapt_) : nullptr;
}

std::vector<Index> counted_rows(const RowBlock& block, MissingCells missing,
                                const std::vector<std::string>& missing_is_level) {
  std::vector<Index> rows;
  if (missing == MissingCells::kDropRow) {
    rows = rows_without_missing(block, missing_is_level);
  } else {
    rows.resize(static_cast<std::size_t>(block.rows));
    std::iota(rows.begin(), rows.end(), Index{0});
  }
  if (!block.weights.empty()) {
    std::erase_if(rows, [&](Index row) { return block.weights[row] == 0; });
  }
  return rows;
}

void require_protected_levels(const RowBlock& block, MissingCells missing,
                              const std::vector<std::string>& missing_is_level) {
  const auto lacks_levels = [](const LevelColumn& column) {
    return std::find(column.codes.begin(), column.codes.end(), LevelColumn::kMissing) !=
           column.codes.end();
  };
  if (std::none_of(block.protected_levels.begin(), block.protected_levels.end(), lacks_levels)) {
    return;
  }
  for (const Index row : counted_rows(block, missing, missing_is_level)) {
    for (std::size_t i = 0; i < block.protected_levels.size(); ++i) {
      if (block.protected_levels[i].codes[row] != LevelColumn::kMissing) continue;
      reject(rows_message<"missing-protected-cell">(
          "place"_is(place_of(block, row, block.schema->protected_columns[i]))));
    }
  }
}

void weigh_complete_rows(RowBlock& block, const std::vector<std::string>& missing_is_level) {
  const std::vector<Index> complete = rows_without_missing(block, missing_is_level);
  if (static_cast<Index>(complete.size()) == block.rows) return;
  std::vector<double> weights(static_cast<std::size_t>(block.rows), 0.0);
  for (const Index row : complete) {
    weights[row] = block.weights.empty() ? 1.0 : block.weights[row];
  }
  block.weights = std::move(weights);
}

}  // namespace fairpca
