// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "fairpca/rows/pass_options.h"
#include "fairpca/rows/row_source.h"
#include "parallel/map_ordered.h"

namespace fairpca {

/// One pass over `source` from where it stands: result = work(chunk, rows) on any of `threads`
/// threads, where work sets `rows` to their number, then fold(result) one at a time **in the order
/// of the rows**, so what fold builds does not depend on `threads`.  Errors and stopping as in
/// map_ordered.
template <class Work, class Fold>
void map_chunks(RowSource& source, const PassOptions& options, const Work& work, Fold&& fold) {
  using Result = std::invoke_result_t<const Work&, const RowChunk&, Index&>;
  struct Piece {
    std::unique_ptr<RowChunk> chunk;
    double fraction = -1;
  };
  struct Worked {
    Result result;
    PassProgress progress;
  };
  PassProgress progress;
  map_ordered(
      options.threads,
      [&]() -> std::optional<Piece> {
        std::unique_ptr<RowChunk> chunk = source.next();
        if (!chunk) return std::nullopt;
        return Piece{std::move(chunk), source.fraction_read()};
      },
      [&work](Piece piece) {
        Index rows = 0;
        Result result = work(*piece.chunk, rows);
        return Worked{std::move(result), {rows, piece.fraction}};
      },
      [&](Worked&& worked) {
        fold(std::move(worked.result));
        progress.rows += worked.progress.rows;
        progress.fraction = worked.progress.fraction;
      },
      [&] { return options.observer ? options.observer(progress) : Flow::kContinue; });
}

}  // namespace fairpca
