// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/laplace_kernel_sums.h"

#include <cmath>

#include <gtest/gtest.h>

#include "kernels/kernel_oracle.h"
#include "kernels/low_rank_kernel.h"
#include "kernels/permuted_kernel_sums.h"

namespace fairpca {
namespace laplace_kernel_sums_test {

constexpr double kScale = 1.7;

KernelOptions laplace(int threads = 1) {
  KernelOptions options{.bandwidth = kScale, .threads = threads};
  options.family = KernelFamily::kLaplace;
  return options;
}

double entry(const RowMatrix& z, Index i, Index j) {
  return std::exp(-(z.row(i) - z.row(j)).lpNorm<1>() / kScale);
}

/// The sums by the definition.
Matrix sums_by_loops(const CellRows& cells, const RowMatrix& z) {
  Matrix sums = Matrix::Zero(cells.cells(), cells.cells());
  for (Index g = 0; g < cells.cells(); ++g) {
    for (Index h = 0; h < cells.cells(); ++h) {
      for (Index i = cells.begin[g]; i < cells.begin[g + 1]; ++i) {
        for (Index j = cells.begin[h]; j < cells.begin[h + 1]; ++j) {
          sums(g, h) += cells.weights(i) * cells.weights(j) * entry(z, i, j);
        }
      }
    }
  }
  return sums;
}

TEST(LaplaceKernelSumsTest, SumsAreThoseOfTheDoubleLoopForAnyNumberOfThreads) {
  for (const std::vector<Index>& counts : {std::vector<Index>{1, 1}, {70, 300}, {31, 2, 77}}) {
    for (const Index coordinates : {1, 2, 7}) {
      const CellRows cells = uneven_cells(counts, 3);
      const RowMatrix z = normal_points(cells.rows(), coordinates, 5);
      const auto sums = make_kernel_sums(cells, laplace());
      const Matrix found = sums->gram_sums(z, true);
      EXPECT_LE((found - sums_by_loops(cells, z)).cwiseAbs().maxCoeff(), 1e-14);
      const Matrix contrast = symmetric_contrast(cells.cells(), 7);
      const auto threaded = make_kernel_sums(cells, laplace(3));
      EXPECT_EQ(threaded->gram_sums(z, true), found);
      EXPECT_EQ(threaded->gradient(contrast), sums->gradient(contrast));
      EXPECT_EQ(sums->gram_sums(z, false), found) << "sums alone";
    }
  }
}

TEST(LaplaceKernelSumsTest, TheGradientIsTheSlopeOfTheSums) {
  const CellRows cells = uneven_cells({20, 31}, 3);
  const RowMatrix z = normal_points(cells.rows(), 3, 5);
  const Matrix contrast = symmetric_contrast(2, 7);
  const auto sums = make_kernel_sums(cells, laplace());
  sums->gram_sums(z, true);
  const RowMatrix gradient = sums->gradient(contrast);
  // No two rows agree in a coordinate to within the step: the sums are smooth there.
  constexpr double kStep = 1e-6;
  const auto value = [&](const RowMatrix& at) {
    return contrast.cwiseProduct(sums_by_loops(cells, at)).sum();
  };
  for (const Index row : {0, 7, 19, 20, 50}) {
    for (Index k = 0; k < 3; ++k) {
      RowMatrix up = z, down = z;
      up(row, k) += kStep;
      down(row, k) -= kStep;
      EXPECT_NEAR(gradient(row, k), (value(up) - value(down)) / (2 * kStep), 1e-8);
    }
  }
}

TEST(LaplaceKernelSumsTest, AtAKinkTheGradientIsTheMeanOfBothSlopes) {
  const CellRows cells = CellRows::uniform({1, 1});
  RowMatrix z(2, 2);
  z << 1, 0, 1, 2;  // equal in the first coordinate
  const auto sums = make_kernel_sums(cells, laplace());
  sums->gram_sums(z, true);
  Matrix contrast(2, 2);
  contrast << 0, 1, 1, 0;
  const RowMatrix gradient = sums->gradient(contrast);
  EXPECT_EQ(gradient(0, 0), 0);
  const double slope = 2 * entry(z, 0, 1) / kScale;
  EXPECT_NEAR(gradient(0, 1), slope, 1e-15);
  EXPECT_NEAR(gradient(1, 1), -slope, 1e-15);
}

TEST(LaplaceKernelSumsTest, FactorsAndPermutationsAreOfTheLaplaceKernel) {
  const RowMatrix z = normal_points(40, 2, 9);
  const Matrix scaled = z / kScale;
  const Matrix factor = *low_rank_kernel(scaled, 40, 1e-12, KernelFamily::kLaplace);
  for (Index i = 0; i < 40; ++i) {
    EXPECT_NEAR(factor.row(3).dot(factor.row(i)), entry(z, 3, i), 1e-11);
  }
  // Exchanging rows leaves the sum over all pairs as it is.
  const CellRows cells = CellRows::uniform({20, 20});
  const double all = sums_by_loops(cells, z).sum();
  permuted_kernel_sums(cells, z, laplace(), {.permutations = 20, .seed = 4},
                       [&](int, const Matrix& sums) { EXPECT_NEAR(sums.sum(), all, 1e-8); });
}

}  // namespace laplace_kernel_sums_test
}  // namespace fairpca
