// SPDX-License-Identifier: BSD-3-Clause
#include "model/project_rows.h"

#include <algorithm>
#include <vector>

namespace fairpca {
namespace {

/// Where the input has the rows that are needed next, as many as a tile has.
struct RowsToCome {
  const char* first;
  std::ptrdiff_t row_bytes, element_bytes;
};

/// Centres a block of the input: `to` has its numbers row after row.
template <class Scalar>
using Pack = void(const Scalar* from, const StridedRows& in, const double* subtract,
                  std::ptrdiff_t rows, std::ptrdiff_t features, double* to);

/// What a kernel for few outputs reads; its outputs are those of row after row.
struct DotRows {
  const double* rows;
  std::ptrdiff_t row_stride, features;
  const double* subtract;
  const double* weights;  ///< as DotProjector packs them
  const double* add;      ///< of a tile of rows, padded to whole registers
  std::ptrdiff_t ahead;   ///< how far behind a number the one is that is fetched with it
};
using Dots = void(const DotRows& in, std::ptrdiff_t tiles, double* out);

constexpr std::ptrdiff_t kMaxDotOutputs = 12;  // of two rows they fill 24 of 32 registers

/// The kernels of one instruction set, for panels of 1, 2 or 3 registers.
struct Tile {
  int lanes;
  int rows;
  void (*add_products[3])(const double* rows, const double* panel, std::ptrdiff_t features,
                          double* sums, const RowsToCome& next);
  Pack<double>* pack_doubles;
  Pack<float>* pack_floats;
  int dot_rows;  ///< worked on at once by `dots`, which are those of 1, 2, ... outputs
  std::ptrdiff_t most_dot_weights;  ///< more of them are fetched from too far away
  Dots* dots[kMaxDotOutputs];
};

namespace baseline {
#define TILE_TARGET
#define TILE_LANES 2
#define TILE_ROWS 4
#define TILE_DOT_ROWS 0
#define TILE_DOT_WEIGHTS 0
#include "model/project_tile.inc"
}  // namespace baseline

#if defined(__x86_64__)
namespace avx2 {
#define TILE_TARGET __attribute__((target("avx2,fma")))
#define TILE_LANES 4
#define TILE_ROWS 4
#define TILE_DOT_ROWS 1
#define TILE_DOT_WEIGHTS (1 << 11)
#include "model/project_tile.inc"
}  // namespace avx2

namespace avx512 {
#define TILE_TARGET __attribute__((target("avx512f,avx2,fma")))
#define TILE_LANES 8
#define TILE_ROWS 8
#define TILE_DOT_ROWS 2
#define TILE_DOT_WEIGHTS (3 << 13)
#include "model/project_tile.inc"
}  // namespace avx512
#endif

const Tile& tile_for([[maybe_unused]] InstructionSet set) {
#if defined(__x86_64__)
  if (set == InstructionSet::kAvx512) return avx512::kTile;
  if (set == InstructionSet::kAvx2) return avx2::kTile;
#endif
  return baseline::kTile;
}

constexpr std::ptrdiff_t kBlockRows = 64;       // a multiple of every Tile::rows
constexpr std::ptrdiff_t kBlockFeatures = 256;  // a block of rows takes 128 kB

/// A stretch of outputs served by one kernel: its columns of the weights, padded with zeros to
/// whole registers, feature after feature.
struct Panel {
  int vectors;
  std::ptrdiff_t first_output, outputs, width;
  std::vector<double> weights;
};

std::vector<Panel> pack_panels(const AffineMap& map, std::ptrdiff_t features, const Tile& tile) {
  std::vector<Panel> panels;
  for (std::ptrdiff_t first = 0; first < map.outputs;) {
    const std::ptrdiff_t left = map.outputs - first;
    const std::ptrdiff_t vectors =
        std::min<std::ptrdiff_t>(3, (left + tile.lanes - 1) / tile.lanes);
    const std::ptrdiff_t width = vectors * tile.lanes;
    const std::ptrdiff_t outputs = std::min(left, width);
    Panel& panel = panels.emplace_back(Panel{static_cast<int>(vectors), first, outputs, width, {}});
    panel.weights.assign(static_cast<std::size_t>(features * width), 0.0);
    for (std::ptrdiff_t k = 0; k < features; ++k) {
      const double* from = map.weights + k * map.outputs + first;
      std::copy(from, from + outputs, panel.weights.data() + k * width);
    }
    first += outputs;
  }
  return panels;
}

struct Block {
  std::ptrdiff_t first_row, rows, first_feature, features;
};

/// Centred, row after row.
void pack(const StridedRows& in, const AffineMap& map, const Tile& tile, const Block& block,
          double* packed) {
  const std::ptrdiff_t at = block.first_row * in.row_stride + block.first_feature * in.col_stride;
  const double* subtract = map.subtract + block.first_feature;
  if (in.doubles != nullptr) {
    tile.pack_doubles(in.doubles + at, in, subtract, block.rows, block.features, packed);
  } else {
    tile.pack_floats(in.floats + at, in, subtract, block.rows, block.features, packed);
  }
}

/// One block of rows at a time, and of it one block of features after another.
class Projector {
 public:
  Projector(const StridedRows& in, const AffineMap& map, const Tile& tile)
      : in_(in),
        map_(map),
        tile_(tile),
        panels_(pack_panels(map, in.cols, tile)),
        block_rows_(std::min(kBlockRows, (in.rows + tile.rows - 1) / tile.rows * tile.rows)),
        packed_(static_cast<std::size_t>(block_rows_ * std::min(kBlockFeatures, in.cols))) {
    std::ptrdiff_t width = 0;
    for (const Panel& panel : panels_) width += panel.width;
    sums_.resize(static_cast<std::size_t>(block_rows_ * width));
  }

  void project_block(std::ptrdiff_t first_row, double* out) {
    const std::ptrdiff_t rows = std::min(kBlockRows, in_.rows - first_row);
    const std::ptrdiff_t tiles = (rows + tile_.rows - 1) / tile_.rows;
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (std::ptrdiff_t k = 0; k < in_.cols; k += kBlockFeatures) {
      const std::ptrdiff_t features = std::min(kBlockFeatures, in_.cols - k);
      pack(in_, map_, tile_, {first_row, rows, k, features}, packed_.data());
      std::fill(packed_.begin() + rows * features, packed_.begin() + tiles * tile_.rows * features,
                0.0);
      const bool has_more = k + features < in_.cols;
      const std::ptrdiff_t next_row = has_more ? first_row : first_row + rows;
      const std::ptrdiff_t next_feature = has_more ? k + features : 0;
      double* sums = sums_.data();
      for (const Panel& panel : panels_) {
        for (std::ptrdiff_t t = 0; t < tiles; ++t) {
          tile_.add_products[panel.vectors - 1](packed_.data() + t * tile_.rows * features,
                                                panel.weights.data() + k * panel.width, features,
                                                sums + t * tile_.rows * panel.width,
                                                rows_from(next_row + t * tile_.rows, next_feature));
        }
        sums += block_rows_ * panel.width;
      }
    }
    unpack(rows, out);
  }

 private:
  /// The input from there on; what is packed already where it has no such rows side by side.
  RowsToCome rows_from(std::ptrdiff_t row, std::ptrdiff_t feature) const {
    if (in_.col_stride != 1 || row + tile_.rows > in_.rows) return {bytes(packed_.data()), 0, 0};
    const std::ptrdiff_t at = row * in_.row_stride + feature;
    const auto element =
        static_cast<std::ptrdiff_t>(in_.doubles != nullptr ? sizeof(double) : sizeof(float));
    const char* first = in_.doubles != nullptr ? bytes(in_.doubles + at) : bytes(in_.floats + at);
    return {first, in_.row_stride * element, element};
  }
  static const char* bytes(const void* numbers) { return static_cast<const char*>(numbers); }

  void unpack(std::ptrdiff_t rows, double* out) const {
    const double* sums = sums_.data();
    for (const Panel& panel : panels_) {
      for (std::ptrdiff_t i = 0; i < rows; ++i) {
        double* to = out + i * map_.outputs + panel.first_output;
        for (std::ptrdiff_t j = 0; j < panel.outputs; ++j) {
          to[j] = map_.add[panel.first_output + j] + sums[i * panel.width + j];
        }
      }
      sums += block_rows_ * panel.width;
    }
  }

  const StridedRows& in_;
  const AffineMap& map_;
  const Tile& tile_;
  std::vector<Panel> panels_;
  std::ptrdiff_t block_rows_;  // few where there are few: clearing more would take longest
  std::vector<double> packed_, sums_;
};

/// The same for few outputs: see project_dots.inc.
class DotProjector {
 public:
  /// Whether it is the faster one; the outputs differ, so this may not depend on the rows.
  static bool suits(std::ptrdiff_t features, std::ptrdiff_t outputs, const Tile& tile) {
    return tile.dot_rows > 0 && outputs <= kMaxDotOutputs && features >= kMinDotFeatures &&
           features * outputs <= tile.most_dot_weights;
  }

  DotProjector(const StridedRows& in, const AffineMap& map, const Tile& tile)
      : in_(in), map_(map), tile_(tile), kernel_(tile.dots[map.outputs - 1]) {
    pack_weights();
    const std::ptrdiff_t sums = tile.dot_rows * map.outputs;
    add_.assign(static_cast<std::size_t>((sums + tile.lanes - 1) / tile.lanes * tile.lanes), 0.0);
    for (std::ptrdiff_t i = 0; i < sums; ++i) add_[i] = map.add[i % map.outputs];
    spare_.resize(static_cast<std::size_t>(sums));
  }

  void project(double* out) {
    if (in_.doubles != nullptr && in_.col_stride == 1) {
      const std::ptrdiff_t rows_ahead = std::max<std::ptrdiff_t>(2, kNumbersAhead / in_.cols);
      run(in_.doubles, in_.row_stride, map_.subtract, rows_ahead * in_.row_stride, in_.rows, out);
      return;
    }
    const std::ptrdiff_t block =
        std::clamp<std::ptrdiff_t>(kPackedNumbers / in_.cols / 8 * 8, 8, kBlockRows);
    std::vector<double> packed(static_cast<std::size_t>(block * in_.cols));
    const std::vector<double> zeros(static_cast<std::size_t>(in_.cols));
    for (std::ptrdiff_t first = 0; first < in_.rows; first += block) {
      const std::ptrdiff_t rows = std::min(block, in_.rows - first);
      pack(in_, map_, tile_, {first, rows, 0, in_.cols}, packed.data());
      run(packed.data(), in_.cols, zeros.data(), 0, rows, out + first * map_.outputs);
    }
  }

 private:
  static constexpr std::ptrdiff_t kMinDotFeatures = 32;  // fewer do not pay for adding the lanes
  static constexpr std::ptrdiff_t kNumbersAhead = 512;
  static constexpr std::ptrdiff_t kPackedNumbers = 1 << 12;

  /// Register after register of features, of each the outputs one after another.  The last
  /// register ends with the last feature; what it shares with the one before counts there.
  void pack_weights() {
    const std::ptrdiff_t lanes = tile_.lanes, steps = (in_.cols + lanes - 1) / lanes;
    weights_.assign(static_cast<std::size_t>(steps * map_.outputs * lanes), 0.0);
    for (std::ptrdiff_t k = 0; k < in_.cols; ++k) {
      const std::ptrdiff_t step = k / lanes;
      const std::ptrdiff_t lane = k - std::min(step * lanes, in_.cols - lanes);
      double* to = weights_.data() + step * map_.outputs * lanes + lane;
      for (std::ptrdiff_t j = 0; j < map_.outputs; ++j) {
        to[j * lanes] = map_.weights[k * map_.outputs + j];
      }
    }
  }

  void run(const double* rows, std::ptrdiff_t row_stride, const double* subtract,
           std::ptrdiff_t ahead, std::ptrdiff_t count, double* out) {
    DotRows in = {rows, row_stride, in_.cols, subtract, weights_.data(), add_.data(), ahead};
    const std::ptrdiff_t tiles = count / tile_.dot_rows;
    kernel_(in, tiles, out);
    in.row_stride = 0;  // a row that is left is worked on in place of those it lacks, too
    for (std::ptrdiff_t row = tiles * tile_.dot_rows; row < count; ++row) {
      in.rows = rows + row * row_stride;
      kernel_(in, 1, spare_.data());
      std::copy_n(spare_.data(), map_.outputs, out + row * map_.outputs);
    }
  }

  const StridedRows& in_;
  const AffineMap& map_;
  const Tile& tile_;
  Dots* kernel_;
  std::vector<double> weights_, add_, spare_;
};

}  // namespace

bool is_supported([[maybe_unused]] InstructionSet set) {
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (set == InstructionSet::kAvx2) return avx2;
  if (set == InstructionSet::kAvx512) return avx2 && __builtin_cpu_supports("avx512f");
#endif
  return set == InstructionSet::kBaseline;
}

namespace {

// Not at its first use: after a fork that meets another thread there, the child would wait for it.
const InstructionSet kBestInstructionSet =
    is_supported(InstructionSet::kAvx512) ? InstructionSet::kAvx512
    : is_supported(InstructionSet::kAvx2) ? InstructionSet::kAvx2
                                          : InstructionSet::kBaseline;

}  // namespace

InstructionSet best_instruction_set() {
  return kBestInstructionSet;
}

void project_rows(const StridedRows& rows, const AffineMap& map, double* out, InstructionSet set) {
  if (rows.rows == 0 || map.outputs == 0) return;
  const Tile& tile = tile_for(set);
  if (DotProjector::suits(rows.cols, map.outputs, tile)) {
    DotProjector(rows, map, tile).project(out);
    return;
  }
  Projector projector(rows, map, tile);
  for (std::ptrdiff_t first = 0; first < rows.rows; first += kBlockRows) {
    projector.project_block(first, out + first * map.outputs);
  }
}

}  // namespace fairpca
