// SPDX-License-Identifier: BSD-3-Clause
#include "moments/block_moments.h"

#include <utility>

#include "moments/alignment.h"
#include "moments/block_cells.h"
#include "moments/moments_memory.h"
#include "moments/rank_update.h"

namespace fairpca {

BlockMoments::BlockMoments(const RowBlock& block, const Encoding& encoding,
                           const EncodeOptions& options) {
  moments_.encoding_ = encoding;
  moments_.protected_columns_ = block.schema->protected_columns;
  moments_.label_column_ = block.schema->label;
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
