// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cassert>
#include <utility>

#include "mixture/prepared_rows.h"
#include "random/row_hash.h"

namespace fairpca {
namespace {

constexpr std::uint64_t kHeldOutStream = 0x68656C64ULL;  // other rows than the starts draw

Index bin_of(double hash) {
  return static_cast<Index>(hash * static_cast<double>(kHashBins));
}

/// visit(cell, hash) of every row of the block that counts.
template <class Visit>
void for_each_hash(const PreparedBlock& block, std::uint64_t seed, Visit&& visit) {
  for (Index i = 0; i < block.rows.rows(); ++i) {
    if (!(block.weight(i) > 0)) continue;
    visit(block.cells[static_cast<std::size_t>(i)], row_hash(seed, block.number(i)));
  }
}

/// Of the hash with `share` of the cell's rows below it.
HeldOutPlace held_out_place(const HashCounts& counts, Index cell, double share) {
  const auto rows = static_cast<double>(counts.col(cell).sum());
  HeldOutPlace place{0, static_cast<Index>(share * rows)};
  while (place.bin + 1 < kHashBins && place.rank >= counts(place.bin, cell)) {
    place.rank -= counts(place.bin++, cell);
  }
  return place;
}

}  // namespace

HashCounts PreparedRows::count_hashes(std::uint64_t seed) {
  HashCounts total = HashCounts::Zero(kHashBins, cell_count());
  for_each_block(
      [&](const PreparedBlock& block) {
        HashCounts counts = HashCounts::Zero(total.rows(), total.cols());
        for_each_hash(block, seed,
                      [&](Index cell, double hash) { counts(bin_of(hash), cell) += 1; });
        return counts;
      },
      [&](const HashCounts& counts) { total += counts; });
  return total;
}

std::vector<std::vector<double>> PreparedRows::hashes_at(const std::vector<HeldOutPlace>& places,
                                                         std::uint64_t seed) {
  using Hashes = std::vector<std::pair<std::int32_t, double>>;
  std::vector<std::vector<double>> found(places.size());
  for_each_block(
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

void MixtureRows::hold_out(double share, std::uint64_t seed) {
  assert(share > 0 && share < 1);
  const std::uint64_t own = seed ^ kHeldOutStream;
  const HashCounts counts = count_hashes(own);
  std::vector<HeldOutPlace> places;
  for (Index cell = 0; cell < counts.cols(); ++cell) {
    places.push_back(held_out_place(counts, cell, share));
  }
  std::vector<std::vector<double>> hashes = hashes_at(places, own);
  std::vector<double> below(places.size(), 0.0);
  for (std::size_t cell = 0; cell < places.size(); ++cell) {
    if (hashes[cell].empty()) continue;  // a cell without rows
    const auto at = hashes[cell].begin() + places[cell].rank;
    std::nth_element(hashes[cell].begin(), at, hashes[cell].end());
    below[cell] = *at;
  }
  set_held_out(std::move(below), own);
}

void PreparedRows::set_held_out(std::vector<double> below, std::uint64_t seed) {
  assert(held_out_below_.empty());
  held_out_below_ = std::move(below);
  held_out_seed_ = seed;
  for (PreparedBlock& block : kept_) mark_held_out(block);
}

void PreparedRows::mark_held_out(PreparedBlock& block) const {
  if (held_out_below_.empty()) return;
  for (Index i = 0; i < block.rows.rows(); ++i) {
    std::int32_t& cell = block.cells[static_cast<std::size_t>(i)];
    if (!(block.weight(i) > 0)) continue;
    const double hash = row_hash(held_out_seed_, block.number(i));
    if (hash < held_out_below_[static_cast<std::size_t>(cell)]) {
      cell += static_cast<std::int32_t>(held_out_below_.size());
    }
  }
}

}  // namespace fairpca
