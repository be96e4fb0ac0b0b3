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

/// The kernels of one instruction set, for panels of 1, 2 or 3 registers.
struct Tile {
  int lanes;
  int rows;
  void (*add_products[3])(const double* rows, const double* panel, std::ptrdiff_t features,
                          double* sums, const RowsToCome& next);
};

namespace baseline {
#define TILE_TARGET
#define TILE_LANES 2
#define TILE_ROWS 4
#include "model/project_tile.inc"
}  // namespace baseline

#if defined(__x86_64__)
namespace avx2 {
#define TILE_TARGET __attribute__((target("avx2,fma")))
#define TILE_LANES 4
#define TILE_ROWS 4
#include "model/project_tile.inc"
}  // namespace avx2

namespace avx512 {
#define TILE_TARGET __attribute__((target("avx512f,avx2,fma")))
#define TILE_LANES 8
#define TILE_ROWS 8
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

/// A block of the input, centred, row after row.
template <class Scalar>
void pack_block(const Scalar* from, const StridedRows& in, const double* subtract,
                std::ptrdiff_t rows, std::ptrdiff_t features, double* to) {
  if (in.col_stride == 1) {
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
      const Scalar* row = from + i * in.row_stride;
      for (std::ptrdiff_t k = 0; k < features; ++k) {
        to[i * features + k] = static_cast<double>(row[k]) - subtract[k];
      }
    }
  } else {
    for (std::ptrdiff_t k = 0; k < features; ++k) {
      const Scalar* column = from + k * in.col_stride;
      for (std::ptrdiff_t i = 0; i < rows; ++i) {
        to[i * features + k] = static_cast<double>(column[i * in.row_stride]) - subtract[k];
      }
    }
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
      pack(first_row, rows, k, features);
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

  void pack(std::ptrdiff_t first_row, std::ptrdiff_t rows, std::ptrdiff_t first_feature,
            std::ptrdiff_t features) {
    const std::ptrdiff_t at = first_row * in_.row_stride + first_feature * in_.col_stride;
    const double* subtract = map_.subtract + first_feature;
    if (in_.doubles != nullptr) {
      pack_block(in_.doubles + at, in_, subtract, rows, features, packed_.data());
    } else {
      pack_block(in_.floats + at, in_, subtract, rows, features, packed_.data());
    }
  }

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
  Projector projector(rows, map, tile_for(set));
  for (std::ptrdiff_t first = 0; first < rows.rows; first += kBlockRows) {
    projector.project_block(first, out + first * map.outputs);
  }
}

}  // namespace fairpca
