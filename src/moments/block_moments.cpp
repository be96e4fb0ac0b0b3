// SPDX-License-Identifier: BSD-3-Clause
#include "moments/block_moments.h"

#include <algorithm>
#include <map>
#include <utility>

#include "fairpca/error.h"
#include "moments/alignment.h"
#include "moments/moments_memory.h"
#include "moments/pieced_moments.h"
#include "moments/rank_update.h"
#include "rows/pieced_chunk.h"

namespace fairpca {

namespace {

bool has_few_numbers(const Schema& schema) {
  return std::ssize(schema.features) < kNarrowColumns &&
         std::all_of(schema.features.begin(), schema.features.end(),
                     [](const FeatureColumn& f) { return f.kind == ColumnKind::kNumeric; });
}

Moments moments_of(const EncodedBlock& encoded, const BlockCell& cell, bool only_cell,
                   const std::vector<double>& weights) {
  Moments moments(encoded.rows.cols());
  if (only_cell) {
    moments.add(encoded.rows, weights);
  } else {
    moments.add(encoded.rows, cell.rows, weights);
  }
  return moments;
}

/// The rows seen in `cols` columns; new ones hold zeros.  `position` as in Moments::spread.
RowMatrix spread(const RowsRef& rows, Index cols, const std::vector<Index>& position) {
  RowMatrix wide = RowMatrix::Zero(rows.rows(), cols);
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < rows.cols(); ++j) {
      wide(i, position[static_cast<std::size_t>(j)]) = rows(i, j);
    }
  }
  return wide;
}

/// Of rows of weight 0 the moments see no number, and of wide rows too late.
EncodedBlock encode(const RowBlock& block, const Encoding& encoding, EncodeOptions options,
                    bool is_wide) {
  if (is_wide || !block.weights.empty()) options.looks_at_numbers = true;
  return encoding.encode(block, options);
}

bool has_weight(const RowSelection& rows) {
  for (Index i = 0; i < rows.size(); ++i) {
    if (rows.weight(i) > 0) return true;
  }
  return false;
}

}  // namespace

BlockMoments::BlockMoments(const RowBlock& block, const Encoding& encoding,
                           const EncodeOptions& options) {
  read_once(options, [&](const EncodeOptions& reading) {
    set_columns(block, encoding);
    add_block(block, reading);
  });
}

BlockMoments::BlockMoments(RowBlock&& block, const Encoding& encoding, const EncodeOptions& options)
    : BlockMoments(block, encoding, options) {
  keep_storage(std::move(block));
}

BlockMoments::BlockMoments(const RowChunk& chunk, const Schema& schema,
                           const EncodingOf& encoding_of, const EncodeOptions& options,
                           Index& rows) {
  read_once(options, [&](const EncodeOptions& reading) {
    if (has_few_numbers(schema) && best_tile_kernel() != nullptr) {
      add_pieces(chunk, encoding_of, reading, rows);
      return;
    }
    RowBlock block = chunk.decode();
    rows = block.rows;
    set_columns(block, encoding_of(block));
    add_block(block, reading);
    keep_storage(std::move(block));
  });
}

template <class Read>
void BlockMoments::read_once(const EncodeOptions& options, const Read& read) {
  if (options.missing != MissingCells::kError) {
    read(options);
    return;
  }
  EncodeOptions trusting = options;
  trusting.looks_at_numbers = false;
  try {
    read(trusting);
    return;
  } catch (const InvalidArgument&) {
  } catch (const IoError&) {
  }
  moments_ = GroupMoments();
  read(options);
}

void BlockMoments::keep_storage(RowBlock&& block) {
  if (wide_ && wide_->encoded.storage.size() == 0) storage_ = std::move(block.storage);
}

void BlockMoments::set_columns(const RowBlock& block, Encoding encoding) {
  moments_.encoding_ = std::move(encoding);
  moments_.protected_columns_ = block.schema->protected_columns;
  moments_.label_column_ = block.schema->label;
}

void BlockMoments::add_pieces(const RowChunk& chunk, const EncodingOf& encoding_of,
                              const EncodeOptions& options, Index& rows) {
  CentredRows by;
  std::map<CellKey, PiecedMoments> cells;
  rows = 0;
  decode_in_pieces(chunk, [&](const RowBlock& block) {
    if (rows == 0) set_columns(block, encoding_of(block));  // numbers: the same for all
    rows += block.rows;
    const Encoding& encoding = moments_.encoding_;
    const EncodedBlock encoded = encode(block, encoding, options, /*is_wide=*/false);
    const std::vector<double> weights = weights_of(block, encoded);
    for (const BlockCell& cell : cells_of(block, encoded)) {
      check_moments_memory(encoding, cells.size() + 1);
      cells.try_emplace(cell.key, encoding.width(), by)
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
  const bool is_wide = encoding.width() >= kWideColumns;
  EncodedBlock encoded = encode(block, encoding, options, is_wide);
  std::vector<double> weights = weights_of(block, encoded);
  std::vector<BlockCell> cells = cells_of(block, encoded);
  if (is_wide) {
    wide_ = WideRows{std::move(encoded), std::move(weights), std::move(cells)};
    return;
  }
  check_moments_memory(encoding, cells.size());
  for (const BlockCell& cell : cells) {
    Moments moments = moments_of(encoded, cell, cells.size() == 1, weights);
    if (moments.count() > 0) moments_.cells_.emplace(cell.key, std::move(moments));
  }
}

void BlockMoments::add_to(GroupMoments& total, CentredRows& centred, int threads,
                          const std::function<bool()>& stop_wanted) && {
  if (wide_) {
    add_rows_to(total, centred, threads, stop_wanted);
  } else {
    total.merge(std::move(moments_));
  }
}

void BlockMoments::add_rows_to(GroupMoments& total, CentredRows& centred, int threads,
                               const std::function<bool()>& stop_wanted) {
  const Alignment alignment = total.align_with(moments_);
  RowsRef rows = wide_->encoded.rows;
  RowMatrix aligned;
  if (!alignment.position.empty()) {
    aligned = spread(rows, total.dim(), alignment.position);
    rows = aligned;
  }
  for (const BlockCell& cell : wide_->cells) {
    const RowSelection selection{rows, cell.rows, /*all=*/false, wide_->weights};
    if (!has_weight(selection)) continue;
    centred.add(selection, total.cell(alignment.key(cell.key)), threads, stop_wanted);
  }
}

}  // namespace fairpca
