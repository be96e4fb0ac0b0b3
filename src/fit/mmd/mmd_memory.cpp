// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/mmd_memory.h"

#include <algorithm>
#include <set>

#include "fit/group_distributions.h"
#include "fit/mmd/messages.h"
#include "kernels/fourier_kernel_sums.h"
#include "kernels/kernel_tile.h"
#include "moments/moments_memory.h"

namespace fairpca {
namespace {

/// A name, the sizes, and what loops over constraints keep for each: multipliers, limits, values.
constexpr double kBytesPerConstraint = 400;

/// Adds the constraint of two groups.
void add_pair(const Group& one, const Group& other, MmdSize& size) {
  const auto cells = static_cast<double>(one.cells.size() + other.cells.size());
  size.terms += cells * (cells + 1) / 2;
  size.constraints += 1;
}

/// A Fourier series of three coordinates has so many terms that tiles are mostly cheaper.
bool may_be_tiled(KernelMethod kernel, Index d) {
  if (kernel == KernelMethod::kTiled || kernel == KernelMethod::kTiledSingle) return true;
  return kernel == KernelMethod::kFourier ? d > kMaxFourierCoordinates : d > 2;
}

}  // namespace

double MmdSize::bytes() const {
  // Sums in single precision stay beside those in double.
  const double tiles = tiled ? padded_rows * (dimensions + 1) * (3.5 * cells + 16) : 0;
  // A sample, of at most half of the rows, stays for corrections.
  const double held = rows > 2 * kSampleRows ? 1.5 : 1;
  return sizeof(double) *
             (held * (rows * (2 * columns + 8 * dimensions) + tiles) + 4 * cells * cells) +
         sizeof(MmdContrast::Term) * terms + kBytesPerConstraint * constraints;
}

MmdSize mmd_size(const FitInput& input, const MmdFairPcaOptions& options, Index d) {
  MmdSize size;
  size.columns = static_cast<double>(input.prepared->mean.size());
  size.dimensions = static_cast<double>(d);
  size.tiled = may_be_tiled(options.kernel, d);
  size.cells = static_cast<double>(input.moments->cells().size());
  std::set<std::optional<std::string>> labels;
  for (const auto& [key, cell] : input.moments->cells()) {
    const Index padded = (cell.count() + kTilePadding - 1) / kTilePadding * kTilePadding;
    size.rows += static_cast<double>(cell.count());
    size.padded_rows += static_cast<double>(padded);
    labels.insert(key.label);
  }
  const auto& groups = input.prepared->groups;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::vector<std::string> attribute = columns_of(groups[g].group);
    for (std::size_t h = g + 1; h < groups.size(); ++h) {
      if (columns_of(groups[h].group) == attribute)
        add_pair(groups[g].group, groups[h].group, size);
    }
  }
  if (options.conditional == MmdConditional::kEqualizedOdds) {
    size.constraints *= static_cast<double>(labels.size());
  }
  return size;
}

void check_mmd_memory(const FitInput& input, const MmdFairPcaOptions& options, Index d) {
  const MmdSize size = mmd_size(input, options, d);
  const auto limit = static_cast<double>(memory_limit());
  if (size.bytes() <= limit) return;
  reject(mmd_message<"mmd-memory">("groups"_is(input.prepared->groups.size()),
                                   "pairs"_is(size.constraints), "cells"_is(size.cells),
                                   "rows"_is(size.rows), "columns"_is(size.columns),
                                   "needed"_is(size.bytes() / 1e9), "limit"_is(limit / 1e9)));
}

}  // namespace fairpca
