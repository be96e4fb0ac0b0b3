// SPDX-License-Identifier: BSD-3-Clause
#include "fit/rows_in_memory.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "fit/messages.h"
#include "moments/block_cells.h"
#include "rows/map_blocks.h"

namespace fairpca {
namespace {

/// Cells with their places, by label first: the rows of a label lie together.
std::vector<RowsInMemory::Cell> place_cells(const GroupMoments& moments) {
  std::vector<RowsInMemory::Cell> cells;
  for (const auto& [key, cell] : moments.cells()) cells.push_back({key, 0, cell.count()});
  std::stable_sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) {
    return std::tie(a.key.label, a.key.levels) < std::tie(b.key.label, b.key.levels);
  });
  Index at = 0;
  for (RowsInMemory::Cell& cell : cells) {
    cell.begin = at;
    at = cell.end = at + cell.end;
  }
  return cells;
}

/// One block, encoded and prepared, with where its rows belong.
struct BlockToKeep {
  RowMatrix rows;
  std::vector<double> weights;
  std::vector<BlockCell> cells;
};

void rewind_rows(RowSource& rows) {
  if (!rows.can_rewind()) {
    reject(fit_message<"needs-rows-again">("place"_is(Place{rows.name()}),
                                           "method"_is("this method")));
  }
  rows.rewind();
}

}  // namespace

RowsInMemory load_rows(const FitInput& input) {
  const PreparedMoments& prepared = *input.prepared;
  RowsInMemory result;
  result.cells = place_cells(*input.moments);
  const Index count = result.cells.empty() ? 0 : result.cells.back().end;
  result.rows.resize(count, prepared.mean.size());
  result.weights.resize(count);
  std::map<CellKey, Index> next;
  for (const RowsInMemory::Cell& cell : result.cells) next[cell.key] = cell.begin;

  const Encoding& encoding = input.moments->encoding();
  EncodeOptions options;
  options.missing = input.missing;
  if (input.missing == MissingCells::kMean) options.fill = prepared.mean;
  const Vector inverse = prepared.scale.cwiseInverse();
  rewind_rows(*input.rows);
  map_blocks(
      *input.rows, input.pass,
      [&](const RowBlock& block) {
        const EncodedBlock encoded = encoding.encode(block, options);
        BlockToKeep part{RowMatrix(encoded.rows.rows(), encoded.rows.cols()),
                         weights_of(block, encoded), cells_of(block, encoded)};
        for (Index i = 0; i < part.rows.rows(); ++i) {
          encoded.rows.copy_row(i, part.rows.row(i).data());
        }
        part.rows.rowwise() -= prepared.mean.transpose();
        part.rows = (part.rows * inverse.asDiagonal()).eval();
        return part;
      },
      [&](const BlockToKeep& part) {
        for (const BlockCell& cell : part.cells) {
          for (const Index row : cell.rows) {
            const double weight = part.weights.empty() ? 1.0 : part.weights[row];
            if (!(weight > 0)) continue;
            const Index to = next.at(cell.key)++;
            result.rows.row(to) = part.rows.row(row);
            result.weights(to) = weight;
          }
        }
      });
  return result;
}

RowsInMemory sample_rows(const RowsInMemory& rows, Index count, std::uint64_t seed, Index least) {
  std::mt19937_64 engine(seed);
  const double share =
      std::min(1.0, static_cast<double>(count) / static_cast<double>(rows.rows.rows()));
  std::vector<Index> chosen;
  RowsInMemory sample;
  for (const RowsInMemory::Cell& cell : rows.cells) {
    const Index all = cell.end - cell.begin;
    const Index wanted = std::min(
        all, std::max(least, static_cast<Index>(std::ceil(share * static_cast<double>(all)))));
    std::vector<Index> order(static_cast<std::size_t>(all));
    std::iota(order.begin(), order.end(), cell.begin);
    for (Index i = 0; i < wanted; ++i) {
      const auto left = static_cast<std::uint64_t>(all - i);
      std::swap(order[static_cast<std::size_t>(i)],
                order[static_cast<std::size_t>(i) + engine() % left]);
    }
    std::sort(order.begin(), order.begin() + wanted);
    const auto begin = static_cast<Index>(chosen.size());
    chosen.insert(chosen.end(), order.begin(), order.begin() + wanted);
    sample.cells.push_back({cell.key, begin, begin + wanted});
  }
  sample.rows = rows.rows(chosen, Eigen::all);
  sample.weights = rows.weights(chosen);
  return sample;
}

}  // namespace fairpca
