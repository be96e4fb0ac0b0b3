// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/single_cholesky.h"

#include <algorithm>
#include <cmath>

#include "spectral/block_cholesky.h"

namespace fairpca {
namespace {

/// Floats before panel q: the panels before it have 1, 2, ..., q squares.
constexpr Index panel_offset(Index rows, Index q) {
  return rows * rows * (q * (q + 1) / 2);
}

/// Factorises the corner of a tile in place, column after column.
inline bool factorize_corner(float* corner, int columns, Index stride) {
  for (int c = 0; c < columns; ++c) {
    float* const column = corner + c * stride;
    if (!(column[c] > 0)) return false;
    column[c] = std::sqrt(column[c]);
    const float inverse = 1 / column[c];
    for (int r = c + 1; r < columns; ++r) column[r] *= inverse;
    for (int j = c + 1; j < columns; ++j) {
      for (int r = j; r < columns; ++r) corner[j * stride + r] -= column[r] * column[j];
    }
  }
  return true;
}

namespace single_of_any_processor {
#define SINGLE_TARGET
#define SINGLE_LANES 4
#define SINGLE_VECTORS 2
#define SINGLE_COLUMNS 4
#include "spectral/single_cholesky.inc"
}  // namespace single_of_any_processor

#if defined(__x86_64__)
namespace single_of_avx2 {
#define SINGLE_TARGET __attribute__((target("avx2,fma")))
#define SINGLE_LANES 8
#define SINGLE_VECTORS 3
#define SINGLE_COLUMNS 4
#include "spectral/single_cholesky.inc"
}  // namespace single_of_avx2

namespace single_of_avx512 {
#define SINGLE_TARGET __attribute__((target("avx512f,avx2,fma")))
#define SINGLE_LANES 16
#define SINGLE_VECTORS 2
#define SINGLE_COLUMNS 8
#include "spectral/single_cholesky.inc"
}  // namespace single_of_avx512
#endif

/// The matrix in panels: columns of B, times a power of two, as they are formed in double
/// precision.
class Panels {
 public:
  Panels(Index p, Index rows, Matrix& work) : p_(p), rows_(rows) {
    const Index floats = panel_offset(rows, count());
    const Index doubles = p * BlockColumns::kWidth;
    work.resize(doubles + (floats + 1) / 2, 1);
    block_ = work.data();
    // The memory of a matrix that nobody reads as doubles: floats live there from now on.
    floats_ = reinterpret_cast<float*>(work.data() + doubles);
  }

  Index count() const { return (p_ + rows_ - 1) / rows_; }
  double* block() { return block_; }
  float* floats() { return floats_; }
  float* panel(Index q) { return floats_ + panel_offset(rows_, q); }

  /// Takes `width` columns from `first` on, which block() holds from the diagonal down.
  void take_block(Index first, Index width, double scale) {
    const Index height = p_ - first;
    for (Index q = first / rows_; q < count(); ++q) {
      for (Index col = first; col < std::min(first + width, (q + 1) * rows_); ++col) {
        const double* from = block_ + (col - first) * height - first;
        float* const to = panel(q) + col * rows_ - q * rows_;
        const Index begin = std::max(q * rows_, col), end = std::min(p_, (q + 1) * rows_);
        for (Index row = q * rows_; row < begin; ++row) to[row] = 0;
        for (Index row = begin; row < end; ++row) to[row] = static_cast<float>(scale * from[row]);
        for (Index row = end; row < (q + 1) * rows_; ++row) to[row] = 0;
      }
    }
  }

  /// Columns beyond p are those of the identity.
  void fill_up() {
    for (Index col = p_; col < count() * rows_; ++col) {
      float* const column = panel(count() - 1) + col * rows_;
      std::fill_n(column, rows_, 0.0F);
      column[col % rows_] = 1;
    }
  }

 private:
  Index p_, rows_;
  double* block_ = nullptr;
  float* floats_ = nullptr;
};

/// An upper bound on |L|_1 |L|_inf, and so on the norm of |L| |L|'.
double absolute_norm(Panels& panels, Index p, const SingleCholesky& kernel) {
  const Index rows = kernel.rows, count = panels.count();
  Eigen::VectorXf row_sums = Eigen::VectorXf::Zero(count * rows);
  Eigen::VectorXf column_parts = Eigen::VectorXf::Zero(count * rows * kernel.lanes);
  Vector column_sums = Vector::Zero(count * rows);
  for (Index q = 0; q < count; ++q) {
    const float* panel = panels.panel(q);
    const Index square = q * rows;  // from here on above the diagonal there is anything
    kernel.add_absolute(panel, square, row_sums.data() + square, column_parts.data());
    for (Index col = square; col < square + rows; ++col) {
      for (Index row = col; row < square + rows; ++row) {
        const float size = std::abs(panel[col * rows + row - square]);
        row_sums(row) += size;
        column_sums(col) += static_cast<double>(size);
      }
    }
  }
  for (Index col = 0; col < p; ++col) {
    column_sums(col) += column_parts.segment(col * kernel.lanes, kernel.lanes).cast<double>().sum();
  }
  // NaN and infinity must come out as themselves: maxCoeff may pass over a NaN.
  if (!row_sums.allFinite() || !column_sums.allFinite()) return INFINITY;
  constexpr double kSumRounding = 1.01;  // p roundings of 2^-24, p <= 32000
  return kSumRounding * static_cast<double>(row_sums.maxCoeff()) * column_sums.maxCoeff();
}

}  // namespace

std::vector<SingleCholesky> supported_single_choleskys() {
  std::vector<SingleCholesky> kernels;
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_avx2 && __builtin_cpu_supports("avx512f")) kernels.push_back(single_of_avx512::kKernel);
  if (has_avx2) kernels.push_back(single_of_avx2::kKernel);
#endif
  kernels.push_back(single_of_any_processor::kKernel);
  return kernels;
}

namespace {

// Not at its first use: after a fork that meets another thread there, the child would wait for it.
const SingleCholesky kBestSingleCholesky = supported_single_choleskys().front();

}  // namespace

const SingleCholesky& best_single_cholesky() {
  return kBestSingleCholesky;
}

double single_rounding(Index p) {
  constexpr double kUnit = 0x1p-24;
  constexpr Index kWithinTile = 32;     // conversion, products without FMA, quotients, square roots
  const Index sums = p / kSingleBlock;  // that an element is subtracted by
  const auto n = static_cast<double>(kSingleBlock + sums + kWithinTile);
  return n * kUnit / (1 - n * kUnit);
}

std::optional<double> single_precision_error(const Matrix& symmetric, double t,
                                             const Matrix& factor, double largest, Matrix& work,
                                             const SingleCholesky& kernel) {
  const Index p = symmetric.rows();
  const double scale = std::ldexp(1.0, -std::ilogb(largest));
  Panels panels(p, kernel.rows, work);
  const BlockColumns layout{p};
  static_assert(BlockColumns::kWidth == kSingleBlock);
  for (Index block = 0; block < layout.count(); ++block) {
    const Index first = layout.first(block), width = layout.width(block);
    form_block(symmetric, t, factor, first, width, panels.block());
    panels.take_block(first, width, scale);
    if (block + 1 == layout.count()) panels.fill_up();
    if (!kernel.factorize_block(panels.floats(), panels.count(), first)) return std::nullopt;
  }
  const double norm = absolute_norm(panels, p, kernel);
  const double underflow = static_cast<double>(p * p) * 0x1p-120;
  const double error = single_rounding(p) * norm + underflow;
  if (!std::isfinite(error)) return std::nullopt;
  return error / scale;
}

}  // namespace fairpca
