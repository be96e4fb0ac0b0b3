// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/study_splits.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "experiments/messages.h"
#include "random/stable_hash.h"
#include "study/splits_file.h"

namespace fairpca {
namespace {

constexpr signed char kTrained = 0, kTested = 1, kUnused = -1;

/// Numbers of the rows of each group, in the order of the groups' names.
using RowsByGroup = std::map<std::string, std::vector<Index>>;

RowsByGroup rows_by_group(RowSource& rows) {
  RowsByGroup groups;
  while (const std::unique_ptr<RowChunk> chunk = rows.next()) {
    const RowBlock block = chunk->decode();
    for (Index row = 0; row < block.rows; ++row) {
      std::string name;
      for (const LevelColumn& column : block.protected_levels) {
        const std::int32_t code = column.codes[static_cast<std::size_t>(row)];
        if (code >= 0) name += column.levels[static_cast<std::size_t>(code)];
        name += '\n';
      }
      groups[name].push_back(block.first_row + row);
    }
  }
  return groups;
}

/// The rows in an order drawn by a hash of seed and row number.
std::vector<Index> shuffled(std::vector<Index> rows, std::uint64_t seed) {
  const auto key = [seed](Index row) { return mixed_hash(seed, static_cast<std::uint64_t>(row)); };
  std::sort(rows.begin(), rows.end(), [&key](Index a, Index b) { return key(a) < key(b); });
  return rows;
}

class Dealer {
 public:
  Dealer(const SplitRequest& request, const RowsByGroup& groups)
      : request_(request), groups_(groups) {
    for (const auto& [name, rows] : groups) given_.rows += static_cast<Index>(rows.size());
    const bool is_whole = request.splits.kind == PaperSplits::Kind::kWhole;
    const int columns = is_whole ? 1 : request.splits.repeats;
    for (int i = 0; i < columns; ++i) given_.names.push_back(fmt::format("split{}", i + 1));
    given_.parts.assign(given_.names.size() * static_cast<std::size_t>(given_.rows), kUnused);
    given_.file = "splits";
  }

  GivenSplits deal() {
    for (std::size_t column = 0; column < given_.names.size(); ++column) {
      for (const auto& [name, rows] : groups_) deal_group(column, rows);
    }
    return std::move(given_);
  }

 private:
  void deal_group(std::size_t column, const std::vector<Index>& rows) {
    const std::uint64_t seed = mixed_hash(request_.seed, column);
    const std::vector<Index> drawn = shuffled(rows, seed);
    std::size_t used = drawn.size();
    if (request_.splits.kind == PaperSplits::Kind::kSamples) {
      used = static_cast<std::size_t>(request_.splits.rows_per_group);
      if (used > drawn.size()) {
        reject(experiments_message<"too-few-rows-to-draw">("wanted"_is(used),
                                                           "rows"_is(drawn.size())));
      }
    }
    if (request_.most_rows > 0) {
      const double share =
          static_cast<double>(request_.most_rows) / static_cast<double>(given_.rows);
      const auto kept = static_cast<std::size_t>(share * static_cast<double>(drawn.size()));
      used = std::min(used, std::max<std::size_t>(kept, 20));
    }
    used = std::min(used, drawn.size());
    const std::size_t tested =
        request_.splits.kind == PaperSplits::Kind::kDrawn
            ? static_cast<std::size_t>(request_.splits.test_fraction * static_cast<double>(used))
            : 0;
    for (std::size_t i = 0; i < used; ++i) {
      const auto row = static_cast<std::size_t>(drawn[i]);
      given_.parts[row * given_.names.size() + column] = i < tested ? kTested : kTrained;
    }
  }

  const SplitRequest& request_;
  const RowsByGroup& groups_;
  GivenSplits given_;
};

/// The first columns of the file, with only some of the rows.
GivenSplits fewer(GivenSplits given, const SplitRequest& request) {
  const std::size_t had = given.names.size();
  const std::size_t columns =
      std::min(had, static_cast<std::size_t>(std::max(request.splits.repeats, 1)));
  GivenSplits kept{
      .names = {given.names.begin(), given.names.begin() + static_cast<std::ptrdiff_t>(columns)},
      .parts = {},
      .rows = given.rows,
      .file = given.file};
  const double share = request.most_rows > 0 ? static_cast<double>(request.most_rows) /
                                                   static_cast<double>(given.rows)
                                             : 1;
  for (Index row = 0; row < given.rows; ++row) {
    const double place =
        static_cast<double>(mixed_hash(request.seed, static_cast<std::uint64_t>(row)) >> 11) *
        0x1p-53;
    for (std::size_t c = 0; c < columns; ++c) {
      kept.parts.push_back(place < share ? given.of(row)[c] : kUnused);
    }
  }
  return kept;
}

}  // namespace

GivenSplits paper_splits(RowSource& rows, const SplitRequest& request) {
  if (request.splits.kind == PaperSplits::Kind::kFile) {
    return fewer(read_splits(request.file), request);
  }
  const RowsByGroup groups = rows_by_group(rows);
  return Dealer(request, groups).deal();
}

}  // namespace fairpca
