// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_oracle.h"

#include <cmath>
#include <random>

namespace fairpca {

LoopSums::LoopSums(const CellRows& cells, const RowMatrix& z, double bandwidth,
                   const Matrix& contrast)
    : gram_sums(cells.cells(), cells.cells()), gradient(z.rows(), z.cols()) {
  using Real = long double;
  const Real scale = Real(bandwidth) * bandwidth;
  std::vector<Real> slopes(static_cast<std::size_t>(z.size()));
  for (Index g = 0; g < cells.cells(); ++g) {
    for (Index h = 0; h < cells.cells(); ++h) {
      Real sum = 0;
      for (Index i = cells.begin[g]; i < cells.begin[g + 1]; ++i) {
        for (Index j = cells.begin[h]; j < cells.begin[h + 1]; ++j) {
          Real squared = 0;
          for (Index k = 0; k < z.cols(); ++k) {
            const Real difference = Real(z(i, k)) - z(j, k);
            squared += difference * difference;
          }
          const Real pair =
              Real(cells.weights(i)) * cells.weights(j) * std::exp(-squared / (2 * scale));
          sum += pair;
          for (Index k = 0; k < z.cols(); ++k) {
            slopes[static_cast<std::size_t>(i * z.cols() + k)] -=
                2 * contrast(g, h) * pair * (Real(z(i, k)) - z(j, k)) / scale;
          }
        }
      }
      gram_sums(g, h) = static_cast<double>(sum);
    }
  }
  for (Index i = 0; i < z.size(); ++i) {
    gradient.data()[i] = static_cast<double>(slopes[static_cast<std::size_t>(i)]);
  }
}

RowMatrix normal_points(Index rows, Index cols, unsigned seed, double spread) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal(0, spread);
  return RowMatrix::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

CellRows uneven_cells(const std::vector<Index>& counts, unsigned seed) {
  CellRows cells = CellRows::uniform(counts);
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(0.2, 2.0);
  for (double& weight : cells.weights) weight *= uniform(engine);
  for (Index c = 0; c < cells.cells(); ++c) {
    auto part = cells.weights.segment(cells.begin[c], cells.begin[c + 1] - cells.begin[c]);
    part /= part.sum();
  }
  return cells;
}

Matrix symmetric_contrast(Index cells, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  const Matrix a = Matrix::NullaryExpr(cells, cells, [&] { return normal(engine); });
  return a + a.transpose();
}

}  // namespace fairpca
