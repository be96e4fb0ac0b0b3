// SPDX-License-Identifier: BSD-3-Clause
#include "moments/rank_update.h"

#include <algorithm>

#include "moments/rank_update_tile.h"

extern "C" {
int dsyrk_(const char* triangle, const char* transpose, const int* n, const int* k,
           const double* alpha, const double* a, const int* lda, const double* beta, double* c,
           const int* ldc);
int dgemm_(const char* transpose_a, const char* transpose_b, const int* m, const int* n,
           const int* k, const double* alpha, const double* a, const int* lda, const double* b,
           const int* ldb, const double* beta, double* c, const int* ldc);
}

namespace fairpca {
namespace {

#if defined(__x86_64__)
namespace avx2 {
#define TILE_TARGET __attribute__((target("avx2,fma")))
#define TILE_LANES 4
#define TILE_VECTORS 3
#define TILE_COLUMNS 4
#include "moments/rank_update_tile.inc"
}  // namespace avx2

namespace avx512 {
#define TILE_TARGET __attribute__((target("avx512f,avx2,fma")))
#define TILE_LANES 8
#define TILE_VECTORS 3
#define TILE_COLUMNS 8
#include "moments/rank_update_tile.inc"
}  // namespace avx512
#endif

}  // namespace

std::vector<const TileKernel*> supported_tile_kernels() {
  std::vector<const TileKernel*> kernels;
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_avx2 && __builtin_cpu_supports("avx512f")) kernels.push_back(&avx512::kKernel);
  if (has_avx2) kernels.push_back(&avx2::kKernel);
#endif
  return kernels;
}

namespace {

// Not at its first use: after a fork that meets another thread there, the child would wait for it.
const TileKernel* const kBestTileKernel = [] {
  const std::vector<const TileKernel*> kernels = supported_tile_kernels();
  return kernels.empty() ? nullptr : kernels.front();
}();

}  // namespace

const TileKernel* best_tile_kernel() {
  return kBestTileKernel;
}

std::vector<TileBlock> tile_blocks(std::ptrdiff_t p, std::ptrdiff_t panel) {
  // While a block's rows pass by, the packed columns it is as wide as stay in the second-level
  // cache: 590 kB for the most rows that are squared together.  Blocks are low enough for threads
  // that take one after another to end at about the same time.
  const std::ptrdiff_t width = 144 / panel * panel, height = 2 * width;
  std::vector<TileBlock> blocks;
  for (std::ptrdiff_t column = 0; column < p; column += width) {
    for (std::ptrdiff_t row = column; row < p; row += height) {
      blocks.push_back({row, std::min(row + height, p), column, std::min(column + width, p)});
    }
  }
  return blocks;
}

void rank_update(const double* rows, std::ptrdiff_t n, std::ptrdiff_t p, double* scatter) {
  if (n == 0 || p == 0) return;
  const std::vector<std::ptrdiff_t> cuts = rank_update_cuts(p);
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    rank_update_columns(rows, n, p, cuts[i], cuts[i + 1], scatter);
  }
}

void rank_update_columns(const double* rows, std::ptrdiff_t n, std::ptrdiff_t p,
                         std::ptrdiff_t first, std::ptrdiff_t last, double* scatter) {
  // Row-major rows are, to BLAS, a column-major p x n matrix A: the update is A A'.
  const int width = static_cast<int>(last - first), below = static_cast<int>(p - last);
  const int count = static_cast<int>(n), stride = static_cast<int>(p);
  const double one = 1.0;
  double* corner = scatter + first * p;
  dsyrk_("L", "N", &width, &count, &one, rows + first, &stride, &one, corner + first, &stride);
  if (below > 0) {
    dgemm_("N", "T", &below, &width, &count, &one, rows + last, &stride, rows + first, &stride,
           &one, corner + last, &stride);
  }
}

std::vector<std::ptrdiff_t> rank_update_cuts(std::ptrdiff_t p) {
  // Every part packs all rows below it again, so parts must not be narrow; wide ones leave much to
  // dsyrk, which is slower than dgemm.  The first have the most work: threads that take one after
  // another end at about the same time.
  constexpr std::ptrdiff_t kPartColumns = 448;
  const std::ptrdiff_t parts = p < kWideColumns ? 1 : (p + kPartColumns - 1) / kPartColumns;
  std::vector<std::ptrdiff_t> cuts{0};
  for (std::ptrdiff_t i = 1; i < parts; ++i) cuts.push_back(p * i / parts / 8 * 8);
  cuts.push_back(p);
  return cuts;
}

}  // namespace fairpca
