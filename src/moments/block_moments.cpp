// SPDX-License-Identifier: BSD-3-Clause
#include "moments/block_moments.h"

#include <algorithm>
#include <map>
#include <utility>

#include "moments/alignment.h"
#include "moments/block_cells.h"
#include "moments/moments_memory.h"
#include "moments/pieced_moments.h"
#include "moments/rank_update.h"
#include "rows/pieced_chunk.h"

namespace fairpca {

namespace {

bool has_few_numbers(const Schema& schema) {
  return std::ssize(schema.features) < kTileKernelMaxColumns &&
         std::all_of(schema.features.begin(), schema.features.end(),
                     [](const FeatureColumn& f) { return f.kind == ColumnKind::kNumeric; });
}

}  // namespace

BlockMoments::BlockMoments(const RowBlock& block, const Encoding& encoding,
                           const EncodeOptions& options) {
  set_columns(block, encoding);
  add_block(block, options);
}

BlockMoments::BlockMoments(const RowChunk& chunk, const Schema& schema,
                           const EncodingOf& encoding_of, const EncodeOptions& options,
                           Index& rows) {
  if (has_few_numbers(schema) && best_tile_kernel() != nullptr) {
    add_pieces(chunk, encoding_of, options, rows);
    return;
  }
  const RowBlock block = chunk.decode();
  rows = block.rows;
  set_columns(block, encoding_of(block));
  add_block(block, options);
}

void BlockMoments::set_columns(const RowBlock& block, Encoding encoding) {
  moments_.encoding_ = std::move(encoding);
  moments_.protected_columns_ = block.schema->protected_columns;
  moments_.label_column_ = block.schema->label;
}

void BlockMoments::add_pieces(const RowChunk& chunk, const EncodingOf& encoding_of,
                              const EncodeOptions& options, Index& rows) {
  std::map<CellKey, PiecedMoments> cells;
  rows = 0;
  decode_in_pieces(chunk, [&](const RowBlock& block) {
    if (rows == 0) set_columns(block, encoding_of(block));  // numbers: the same for all
    rows += block.rows;
    const Encoding& encoding = moments_.encoding_;
    const EncodedBlock encoded = encoding.encode(block, options);
    const std::vector<double> weights = weights_of(block, encoded);
    for (const BlockCell& cell : cells_of(block, encoded)) {
      check_moments_memory(encoding, cells.size() + 1);
      cells.try_emplace(cell.key, encoding.width())
          .first->second.add(encoded.rows, cell.rows, weights);
    }
  });
  for (auto& [key, cell] : cells) {
    Moments moments = std::move(cell).take();
    if (moments.count() > 0) moments_.cells_.emplace(key, std::move(moments));
  }
}

void BlockMoments::add_block(const RowBlock& block, const EncodeOptions& options) {
  const Encoding& encoding = moments_.encoding_;
  const EncodedBlock encoded = encoding.encode(block, options);
  const std::vector<double> weights = weights_of(block, encoded);
  const std::vector<BlockCell> cells = cells_of(block, encoded);
  if (encoding.width() < kWideColumns) check_moments_memory(encoding, cells.size());
  for (const BlockCell& cell : cells) {
    if (encoding.width() < kWideColumns) {
      Moments moments(encoding.width());
      if (cells.size() == 1) {
        moments.add(encoded.rows, weights);
      } else {
        moments.add(encoded.rows, cell.rows, weights);
      }
      if (moments.count() > 0) moments_.cells_.emplace(cell.key, std::move(moments));
    } else {
      const RowSelection rows{encoded.rows, cell.rows, /*all=*/false, weights};
      CentredRows centred(rows, 0, rows.size());
      if (centred.count() > 0) centred_.emplace(cell.key, std::move(centred));
    }
  }
}

void BlockMoments::add_to(GroupMoments& total, int threads,
                          const std::function<bool()>& stop_wanted) && {
  if (centred_.empty()) {
    total.merge(std::move(moments_));
    return;
  }
  const Alignment alignment = total.align_with(moments_);
  std::vector<CentredRows::Addition> additions;
  for (auto& [key, rows] : centred_) {
    if (!alignment.position.empty()) rows = rows.spread(total.dim(), alignment.position);
    additions.emplace_back(&rows, &total.cell(alignment.key(key)));
  }
  CentredRows::add_all(additions, threads, stop_wanted);
}

}  // namespace fairpca
