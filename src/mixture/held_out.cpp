// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cassert>
#include <utility>

#include "mixture/prepared_rows.h"
#include "random/row_hash.h"

namespace fairpca {
namespace {

constexpr std::uint64_t kHeldOutStream = 0x68656C64ULL;  // other rows than the starts draw
constexpr Index kBins = 256;  // of hashes: those of one bin per cell are kept, not all

using Counts = Eigen::Array<Index, Eigen::Dynamic, Eigen::Dynamic>;

Index bin_of(double hash) {
  return static_cast<Index>(hash * static_cast<double>(kBins));
}

/// visit(cell, hash) of every row of the block that counts.
template <class Visit>
void for_each_hash(const PreparedBlock& block, std::uint64_t seed, Visit&& visit) {
  for (Index i = 0; i < block.rows.rows(); ++i) {
    if (!(block.weight(i) > 0)) continue;
    visit(block.cells[static_cast<std::size_t>(i)], row_hash(seed, block.first_row + i));
  }
}

/// kBins x cells: how many rows of each cell have a hash in each bin.
Counts count_hashes(PreparedRows& rows, std::uint64_t seed) {
  Counts total = Counts::Zero(kBins, rows.cell_count());
  rows.for_each_block(
      [&](const PreparedBlock& block) {
        Counts counts = Counts::Zero(total.rows(), total.cols());
        for_each_hash(block, seed,
                      [&](Index cell, double hash) { counts(bin_of(hash), cell) += 1; });
        return counts;
      },
      [&](const Counts& counts) { total += counts; });
  return total;
}

/// The bin that holds the hash with `rank` smaller ones, and its rank there.
struct HeldOutPlace {
  Index bin = 0, rank = 0;
};

HeldOutPlace held_out_place(const Counts& counts, Index cell, double share) {
  const auto rows = static_cast<double>(counts.col(cell).sum());
  HeldOutPlace place{0, static_cast<Index>(share * rows)};
  while (place.bin + 1 < kBins && place.rank >= counts(place.bin, cell)) {
    place.rank -= counts(place.bin++, cell);
  }
  return place;
}

/// Per cell, all hashes in the bin of its place.
std::vector<std::vector<double>> hashes_at(PreparedRows& rows,
                                           const std::vector<HeldOutPlace>& places,
                                           std::uint64_t seed) {
  using Hashes = std::vector<std::pair<std::int32_t, double>>;
  std::vector<std::vector<double>> found(places.size());
  rows.for_each_block(
      [&](const PreparedBlock& block) {
        Hashes hashes;
        for_each_hash(block, seed, [&](std::int32_t cell, double hash) {
          if (bin_of(hash) == places[static_cast<std::size_t>(cell)].bin) {
            hashes.emplace_back(cell, hash);
          }
        });
        return hashes;
      },
      [&](const Hashes& hashes) {
        for (const auto& [cell, hash] : hashes) {
          found[static_cast<std::size_t>(cell)].push_back(hash);
        }
      });
  return found;
}

}  // namespace

void PreparedRows::hold_out(double share, std::uint64_t seed) {
  assert(share > 0 && share < 1 && held_out_below_.empty());
  held_out_seed_ = seed ^ kHeldOutStream;
  const Counts counts = count_hashes(*this, held_out_seed_);
  std::vector<HeldOutPlace> places;
  for (Index cell = 0; cell < counts.cols(); ++cell) {
    places.push_back(held_out_place(counts, cell, share));
  }
  std::vector<std::vector<double>> hashes = hashes_at(*this, places, held_out_seed_);
  std::vector<double> below(places.size(), 0.0);
  for (std::size_t cell = 0; cell < places.size(); ++cell) {
    if (hashes[cell].empty()) continue;  // a cell without rows
    const auto at = hashes[cell].begin() + places[cell].rank;
    std::nth_element(hashes[cell].begin(), at, hashes[cell].end());
    below[cell] = *at;
  }
  held_out_below_ = std::move(below);
  for (PreparedBlock& block : kept_) mark_held_out(block);
}

void PreparedRows::mark_held_out(PreparedBlock& block) const {
  if (held_out_below_.empty()) return;
  for (Index i = 0; i < block.rows.rows(); ++i) {
    std::int32_t& cell = block.cells[static_cast<std::size_t>(i)];
    if (!(block.weight(i) > 0)) continue;
    const double hash = row_hash(held_out_seed_, block.first_row + i);
    if (hash < held_out_below_[static_cast<std::size_t>(cell)]) {
      cell += static_cast<std::int32_t>(held_out_below_.size());
    }
  }
}

}  // namespace fairpca
