// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/permuted_kernel_sums.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/kernels/mmd_contrast.h"
#include "kernels/kernel_oracle.h"
#include "kernels/low_rank_kernel.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace permuted_kernel_sums_test {

const Vector kFirst = Vector::Unit(2, 0), kSecond = Vector::Unit(2, 1);

std::vector<Matrix> permuted(const CellRows& cells, const RowMatrix& z, int permutations,
                             std::uint64_t seed, int threads = 1) {
  std::vector<Matrix> found(static_cast<std::size_t>(permutations));
  permuted_kernel_sums(
      cells, z, {.bandwidth = 1, .threads = threads}, {.permutations = permutations, .seed = seed},
      [&](int k, const Matrix& sums) { found[static_cast<std::size_t>(k)] = sums; });
  return found;
}

Matrix gram_sums(const CellRows& cells, const RowMatrix& z) {
  return make_kernel_sums(cells, {.bandwidth = 1, .method = KernelMethod::kTiled})
      ->gram_sums(z, false);
}

Matrix kernel_matrix(const RowMatrix& z) {
  return Matrix::NullaryExpr(z.rows(), z.rows(), [&](Index i, Index j) {
    return std::exp(-(z.row(i) - z.row(j)).squaredNorm() / 2);
  });
}

TEST(PermutedKernelSumsTest, PermutedSumsKeepTheSumOfAllPairs) {
  const CellRows cells = uneven_cells({30, 25, 14}, 2);
  const RowMatrix equal = RowMatrix::Ones(69, 3);
  for (const Matrix& sums : permuted(cells, equal, 7, 1)) {
    EXPECT_LE((sums - Matrix::Ones(3, 3)).cwiseAbs().maxCoeff(), 1e-13);
  }
  const RowMatrix z = normal_points(69, 3, 4);
  const CellRows uniform = CellRows::uniform({30, 25, 14});
  const Vector sizes = Eigen::Vector3d(30, 25, 14);
  const Matrix observed = gram_sums(uniform, z);
  const double total = sizes.dot(observed * sizes);
  for (const Matrix& sums : permuted(uniform, z, 40, 1)) {
    EXPECT_NEAR(sizes.dot(sums * sizes), total, 1e-10 * total);
    EXPECT_LE((sums - sums.transpose()).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_GT((sums - observed).cwiseAbs().maxCoeff(), 1e-5);
  }
}

/// The rows in another order, each with what it weighs; 1 on average in the cell it came from.
CellRows reordered(const CellRows& cells, const std::vector<Index>& order) {
  CellRows moved = cells;
  for (Index c = 0; c < cells.cells(); ++c) {
    const Index rows = cells.begin[c + 1] - cells.begin[c];
    moved.weights.segment(cells.begin[c], rows) *= static_cast<double>(rows);
  }
  moved.weights = Vector(moved.weights(order));
  for (Index c = 0; c < cells.cells(); ++c) {
    auto part = moved.weights.segment(cells.begin[c], cells.begin[c + 1] - cells.begin[c]);
    part /= part.sum();
  }
  return moved;
}

/// How often the sums of each order of the points occur; every one must be that of some order.
std::vector<int> occurrences(const CellRows& cells, const RowMatrix& z, int permutations) {
  std::vector<Matrix> possible;
  std::vector<Index> order(static_cast<std::size_t>(z.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  do {
    const Matrix sums = gram_sums(reordered(cells, order), z(order, Eigen::all));
    if (std::none_of(possible.begin(), possible.end(), [&](const Matrix& other) {
          return (other - sums).cwiseAbs().maxCoeff() < 1e-12;
        })) {
      possible.push_back(sums);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  std::vector<int> count(possible.size(), 0);
  for (const Matrix& sums : permuted(cells, z, permutations, 7)) {
    std::size_t nearest = 0;
    double distance = 1;
    for (std::size_t k = 0; k < possible.size(); ++k) {
      const double other = (possible[k] - sums).cwiseAbs().maxCoeff();
      if (other < distance) std::tie(distance, nearest) = std::pair(other, k);
    }
    EXPECT_LE(distance, 1e-12);
    ++count[nearest];
  }
  return count;
}

TEST(PermutedKernelSumsTest, EveryOrderOfTheRowsIsDrawnEquallyOften) {
  const RowMatrix z = normal_points(5, 2, 3);
  const std::vector<int> ways = occurrences(CellRows::uniform({2, 3}), z, 2000);
  ASSERT_EQ(ways.size(), 10U);  // 5 choose 2
  for (const int count : ways) EXPECT_NEAR(count, 200, 5 * std::sqrt(200 * 0.9));
  // Rows take their weights along: which of them are in the first cell is all that matters.
  const std::vector<int> weighted = occurrences(uneven_cells({2, 3}, 4), z, 2000);
  ASSERT_EQ(weighted.size(), 10U);
  for (const int count : weighted) EXPECT_NEAR(count, 200, 5 * std::sqrt(200 * 0.9));
}

/// The mean kernel of two different rows.
double mean_kernel(const RowMatrix& z) {
  const double n = static_cast<double>(z.rows());
  return (n * gram_sums(CellRows::uniform({z.rows()}), z)(0, 0) - 1) / (n - 1);
}

TEST(PermutedKernelSumsTest, ManyRowsArePermutedOneByOneToo) {
  // The mean of MMD^2 over all orders is (1/m + 1/n)(1 - E k); of blocks of rows it would not be.
  for (const Index d : {Index{2}, Index{9}}) {  // few columns of the kernel matrix suffice, or not
    SCOPED_TRACE(d);
    const std::vector<Index> sizes = {11, 900, 3600};
    const CellRows cells = CellRows::uniform(sizes);
    const RowMatrix z = normal_points(cells.rows(), d, 3, d == 2 ? 1 : 0.5);
    const std::vector<Matrix> found = permuted(cells, z, 120, 1);
    const double unlike = 1 - mean_kernel(z);
    for (const auto& [g, h] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
      const double unit = 1.0 / static_cast<double>(sizes[static_cast<std::size_t>(g)]) +
                          1.0 / static_cast<double>(sizes[static_cast<std::size_t>(h)]);
      Vector values(static_cast<Index>(found.size()));
      for (Index k = 0; k < values.size(); ++k) {
        const Matrix& b = found[static_cast<std::size_t>(k)];
        values(k) = (b(g, g) + b(h, h) - 2 * b(g, h)) / unit;
      }
      const double deviation = std::sqrt((values.array() - values.mean()).square().mean());
      EXPECT_NEAR(values.mean(), unlike, 4 * deviation / std::sqrt(120.0)) << g << " " << h;
    }
  }
}

TEST(PermutedKernelSumsTest, FewColumnsOfTheKernelMatrixMakeAllOfIt) {
  const RowMatrix z = normal_points(400, 2, 5);
  const std::optional<Matrix> factor = low_rank_kernel(z, 200, 1e-9);
  ASSERT_TRUE(factor.has_value());
  EXPECT_LT(factor->cols(), 150);
  const Matrix rest = kernel_matrix(z) - *factor * factor->transpose();
  EXPECT_LE(rest.cwiseAbs().maxCoeff(), 1.001e-9);
  EXPECT_FALSE(low_rank_kernel(z, 20, 1e-9).has_value());
  EXPECT_EQ(low_rank_kernel(RowMatrix::Ones(30, 2), 5, 1e-9)->cols(), 1);
}

TEST(PermutedKernelSumsTest, ThreadsChangeNoBit) {
  for (const Index d : {Index{1}, Index{6}}) {
    const CellRows cells = d == 1 ? CellRows::uniform({700, 500}) : uneven_cells({700, 500}, 3);
    const RowMatrix z = normal_points(1200, d, 3);
    const std::vector<Matrix> one = permuted(cells, z, 1500, 5),
                              three = permuted(cells, z, 1500, 5, 3);
    for (std::size_t k = 0; k < one.size(); ++k) ASSERT_EQ(one[k], three[k]);
  }
}

CellRows counted(CellRows cells, const Vector& counts) {
  cells.counts = Vector::Zero(cells.cells());
  for (Index c = 0; c < cells.cells(); ++c) {
    const Index first = cells.begin[c], rows = cells.begin[c + 1] - first;
    cells.counts(c) = counts.segment(first, rows).sum();
    cells.weights.segment(first, rows) = counts.segment(first, rows) / cells.counts(c);
  }
  return cells;
}

TEST(PermutedKernelSumsTest, AWeightOf2IsTheRowTwiceWhereWeightsAreCounts) {
  const RowMatrix z = normal_points(9, 2, 3);
  const Vector counts = Vector{{2, 1, 3, 1, 2, 1, 1, 4, 1}};
  std::vector<Index> rows;
  for (Index i = 0; i < 9; ++i) rows.insert(rows.end(), static_cast<std::size_t>(counts(i)), i);
  const CellRows cells = counted(CellRows::uniform({4, 5}), counts);
  const CellRows repeated = CellRows::uniform({7, 9});
  const RowMatrix all = z(rows, Eigen::all);
  const std::vector<Matrix> one = permuted(cells, z, 50, 5), other = permuted(repeated, all, 50, 5);
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_LE((one[k] - other[k]).cwiseAbs().maxCoeff(), 1e-13);
  }
  for (const MmdEstimator estimator : {MmdEstimator::kBiased, MmdEstimator::kUnbiased}) {
    EXPECT_NEAR(mmd_contrast(cells, kFirst, kSecond, estimator).value(gram_sums(cells, z)),
                mmd_contrast(repeated, kFirst, kSecond, estimator).value(gram_sums(repeated, all)),
                1e-14);
  }
  // As sampling weights they are fewer rows, and the unbiased estimate is another.
  CellRows sampled = cells;
  sampled.counts.resize(0);
  EXPECT_GT(sampled.inverse_rows(0), 1.0 / 7 + 0.01);
}

TEST(PermutedKernelSumsTest, CountsThatAreNotWholeKeepTheirSums) {
  const CellRows cells = counted(CellRows::uniform({2, 3}), Vector{{2.5, 1, 0.25, 1, 3.75}});
  for (const Matrix& sums : permuted(cells, RowMatrix::Ones(5, 2), 20, 1)) {
    EXPECT_LE((sums - Matrix::Ones(2, 2)).cwiseAbs().maxCoeff(), 1e-13);
  }
  EXPECT_DOUBLE_EQ(cells.inverse_rows(0), 1 / 3.5);
  const CellRows huge = counted(CellRows::uniform({2, 2}), Vector::Constant(4, 1e9));
  const Message message = rejection_of([&] { permuted(huge, normal_points(4, 1, 1), 20, 1); });
  EXPECT_EQ(message.code(), "permuted-rows");
  EXPECT_EQ(message.option(), "tau_level");
  EXPECT_EQ(std::stod(message.argument("sum")), 4e9);
}

TEST(PermutedKernelSumsTest, StopsWhenAsked) {
  const CellRows cells = CellRows::uniform({60, 60});
  const PermutationOptions options{.permutations = 50, .is_stopped = [] { return true; }};
  EXPECT_THROW(permuted_kernel_sums(cells, normal_points(120, 5, 1), {.bandwidth = 1}, options,
                                    [](int, const Matrix&) {}),
               Stopped);
}

}  // namespace permuted_kernel_sums_test
}  // namespace fairpca
