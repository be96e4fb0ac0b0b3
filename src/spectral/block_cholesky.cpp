// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/block_cholesky.h"

#include "spectral/lapack.h"

namespace fairpca {
namespace {

/// Narrower panels are left to LAPACK and dtrsm, which are slow beside dgemm.
constexpr int kNarrow = 48;

/// c (m x n) += sign * a b', all of them in column-major memory.
void add_product(double sign, int m, int n, int k, const double* a, int a_stride, const double* b,
                 int b_stride, double* c, int c_stride) {
  const double one = 1;
  dgemm_("N", "T", &m, &n, &k, &sign, a, &a_stride, b, &b_stride, &one, c, &c_stride);
}

/// Factorises `width` columns of `height` rows, the first on the diagonal.
bool factorize_panel(int height, int width, double* panel, int stride) {
  if (width <= kNarrow) {
    int info = 0;
    dpotrf_("L", &width, panel, &stride, &info);
    if (info != 0) return false;
    const int below = height - width;
    const double one = 1;
    if (below > 0) {
      dtrsm_("R", "L", "T", "N", &below, &width, &one, panel, &stride, panel + width, &stride);
    }
    return true;
  }
  const int left = (width / 2 + 7) / 8 * 8;
  if (!factorize_panel(height, left, panel, stride)) return false;
  double* right = panel + static_cast<Index>(left) * stride + left;
  add_product(-1, height - left, width - left, left, panel + left, stride, panel + left, stride,
              right, stride);
  return factorize_panel(height - left, width - left, right, stride);
}

}  // namespace

void form_block(const Matrix& symmetric, double t, const Matrix& factor, Index first, Index width,
                double* block) {
  const Index p = symmetric.rows(), height = p - first;
  for (Index col = 0; col < width; ++col) {
    const double* from = symmetric.col(first + col).data() + first;
    double* to = block + col * height;
    std::fill_n(to, col, 0.0);
    for (Index row = col; row < height; ++row) to[row] = -from[row];
  }
  if (factor.cols() > 0) {
    const double* rows = factor.data() + first;
    add_product(1, static_cast<int>(height), static_cast<int>(width),
                static_cast<int>(factor.cols()), rows, static_cast<int>(p), rows,
                static_cast<int>(p), block, static_cast<int>(height));
  }
  for (Index col = 0; col < width; ++col) block[col * height + col] += t;
}

Index BlockColumns::offset(Index block) const {
  Index doubles = 0;
  for (Index k = 0; k < block; ++k) doubles += width(k) * height(k);
  return doubles;
}

bool factorize_shifted(const Matrix& symmetric, double t, const Matrix& factor, Matrix& work) {
  const BlockColumns layout{symmetric.rows()};
  work.resize(layout.offset(layout.count()), 1);
  for (Index block = 0; block < layout.count(); ++block) {
    double* const at = work.data() + layout.offset(block);
    const int width = static_cast<int>(layout.width(block));
    const int height = static_cast<int>(layout.height(block));
    form_block(symmetric, t, factor, layout.first(block), width, at);
    for (Index before = 0; before < block; ++before) {
      const double* rows =
          work.data() + layout.offset(before) + layout.first(block) - layout.first(before);
      const int stride = static_cast<int>(layout.height(before));
      add_product(-1, height, width, static_cast<int>(BlockColumns::kWidth), rows, stride, rows,
                  stride, at, height);
    }
    if (!factorize_panel(height, width, at, height)) return false;
  }
  return true;
}

}  // namespace fairpca
