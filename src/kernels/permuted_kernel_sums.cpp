// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>

#include "fairpca/kernels/mmd.h"
#include "kernels/kernel_tile.h"
#include "rows/parallel_for.h"

namespace fairpca {
namespace {

/// Columns multiplied in one pass over the pairs.
constexpr Index kColumnsPerPass = 48;

using Order = std::vector<Index>;

Order random_order(Index count, std::mt19937_64& engine) {
  Order order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[engine() % i]);
  return order;
}

/// K A for the kernel matrix K of all rows and a few columns A, tile by tile.
class KernelProduct {
 public:
  KernelProduct(const RowMatrix& points, const KernelOptions& options)
      : rows_(points.rows()),
        stride_((points.rows() + kTilePadding - 1) / kTilePadding * kTilePadding),
        coordinates_(points.cols()),
        threads_(options.threads),
        log_weights_(static_cast<std::size_t>(stride_), kNoPoint<double>),
        columns_(static_cast<std::size_t>((coordinates_ + kColumnsPerPass) * stride_)) {
    std::fill_n(log_weights_.begin(), rows_, 0.0);
    const double factor = std::sqrt(std::numbers::log2e / 2) / options.bandwidth;
    for (Index k = 0; k < coordinates_; ++k) {
      for (Index i = 0; i < rows_; ++i) column(k)[i] = factor * points(i, k);
    }
  }

  Matrix times(const Matrix& factors) {
    for (Index k = 0; k < factors.cols(); ++k) {
      std::copy_n(factors.col(k).data(), rows_, column(coordinates_ + k));
    }
    Matrix product(stride_, factors.cols());
    const auto blocks = static_cast<std::size_t>((stride_ + kTileRows - 1) / kTileRows);
    parallel_for(blocks, threads_, [&](std::size_t b) {
      const Index row = static_cast<Index>(b) * kTileRows;
      multiply_block(row, factors.cols(), product);
    });
    return product.topRows(rows_);
  }

 private:
  double* column(Index k) { return columns_.data() + k * stride_; }

  /// Both halves of the matrix are visited: only the side of the rows is used.
  void multiply_block(Index row, Index count, Matrix& product) const {
    const Index columns = coordinates_ + count + 1;
    std::vector<double> row_sums(static_cast<std::size_t>(columns * kTileRows * tile_.lanes));
    TilePoints<double> at;
    at.row_points = columns_.data() + row;
    at.row_log_weights = log_weights_.data() + row;
    at.row_stride = at.col_stride = stride_;
    at.rows = std::min(kTileRows, stride_ - row);
    at.coordinates = coordinates_;
    at.dims = coordinates_ + count;
    for (Index col = 0; col < stride_; col += kTileCols) {
      at.col_points = columns_.data() + col;
      at.col_log_weights = log_weights_.data() + col;
      at.cols = std::min(kTileCols, stride_ - col);
      tile_.multiply(at, {row_sums.data(), nullptr});
    }
    for (Index k = 0; k < count; ++k) {
      for (Index i = 0; i < at.rows; ++i) {
        const double* lanes = row_sums.data() + ((coordinates_ + k) * kTileRows + i) * tile_.lanes;
        product(row + i, k) = std::accumulate(lanes, lanes + tile_.lanes, 0.0);
      }
    }
  }

  Index rows_, stride_, coordinates_;
  int threads_;
  std::vector<double> log_weights_, columns_;
  KernelTile<double> tile_ = supported_kernel_tiles<double>().front();
};

/// The weights of each cell's rows at the places where a permutation puts their points.
Matrix permuted_weights(const CellRows& cells, const Order& order) {
  Matrix weights = Matrix::Zero(cells.rows(), cells.cells());
  for (Index c = 0; c < cells.cells(); ++c) {
    for (Index i = cells.begin[c]; i < cells.begin[c + 1]; ++i) {
      weights(order[static_cast<std::size_t>(i)], c) = cells.weights(i);
    }
  }
  return weights;
}

std::vector<Matrix> permute_rows(const CellRows& cells, const RowMatrix& points,
                                 const KernelOptions& options, int permutations,
                                 std::mt19937_64& engine) {
  KernelProduct kernel(points, options);
  const Index width = cells.cells();
  const Index per_pass = std::max(Index{1}, kColumnsPerPass / width);
  std::vector<Matrix> sums;
  while (static_cast<int>(sums.size()) < permutations) {
    const Index count = std::min(per_pass, permutations - static_cast<Index>(sums.size()));
    Matrix weights(cells.rows(), count * width);
    for (Index k = 0; k < count; ++k) {
      weights.middleCols(k * width, width) =
          permuted_weights(cells, random_order(cells.rows(), engine));
    }
    Matrix product(cells.rows(), weights.cols());
    for (Index k = 0; k < weights.cols(); k += kColumnsPerPass) {
      const Index some = std::min(kColumnsPerPass, weights.cols() - k);
      product.middleCols(k, some) = kernel.times(weights.middleCols(k, some));
    }
    for (Index k = 0; k < count; ++k) {
      sums.emplace_back(weights.middleCols(k * width, width).transpose() *
                        product.middleCols(k * width, width));
    }
  }
  return sums;
}

/// Rows dealt at random into blocks of about equal size, each within one cell.
struct RowBlocks {
  CellRows rows;          ///< the blocks as cells
  RowMatrix points;       ///< in their order
  std::vector<Index> of;  ///< cell of each block
  Vector share;           ///< of the block in its cell
};

RowBlocks deal_blocks(const CellRows& cells, const RowMatrix& points, std::mt19937_64& engine) {
  const Index size = std::max(Index{1}, cells.rows() / kRowBlocks);
  RowBlocks blocks{.rows = {}, .points = points, .of = {}, .share = {}};
  blocks.rows.weights = cells.weights;
  std::vector<double> shares;
  for (Index c = 0; c < cells.cells(); ++c) {
    const Index first = cells.begin[c], count = cells.begin[c + 1] - first;
    const Order order = random_order(count, engine);
    for (Index i = 0; i < count; ++i) {
      blocks.points.row(first + i) = points.row(first + order[static_cast<std::size_t>(i)]);
      blocks.rows.weights(first + i) = cells.weights(first + order[static_cast<std::size_t>(i)]);
    }
    const Index parts = std::max(Index{1}, count / size);
    for (Index b = 0; b < parts; ++b) {
      const Index from = first + count * b / parts, to = first + count * (b + 1) / parts;
      blocks.rows.begin.push_back(to);
      blocks.of.push_back(c);
      shares.push_back(blocks.rows.weights.segment(from, to - from).sum());
      blocks.rows.weights.segment(from, to - from) /= shares.back();
    }
  }
  blocks.share = Eigen::Map<Vector>(shares.data(), static_cast<Index>(shares.size()));
  return blocks;
}

std::vector<Matrix> permute_blocks(const CellRows& cells, const RowMatrix& points,
                                   const KernelOptions& options, int permutations,
                                   std::mt19937_64& engine) {
  const RowBlocks blocks = deal_blocks(cells, points, engine);
  const Matrix between = make_kernel_sums(blocks.rows, options)->between(blocks.points, false);
  const Index count = blocks.share.size();
  std::vector<Matrix> sums;
  for (int k = 0; k < permutations; ++k) {
    const Order order = random_order(count, engine);
    Matrix shares = Matrix::Zero(count, cells.cells());
    for (Index b = 0; b < count; ++b) {
      shares(order[static_cast<std::size_t>(b)], blocks.of[static_cast<std::size_t>(b)]) =
          blocks.share(b);
    }
    sums.emplace_back(shares.transpose() * between * shares);
  }
  return sums;
}

}  // namespace

std::vector<Matrix> permuted_kernel_sums(const CellRows& cells, const RowMatrix& points,
                                         const KernelOptions& options, int permutations,
                                         std::uint64_t seed) {
  cells.validate();
  options.validate();
  std::mt19937_64 engine(seed);
  return cells.rows() <= kMaxPermutedRows
             ? permute_rows(cells, points, options, permutations, engine)
             : permute_blocks(cells, points, options, permutations, engine);
}

}  // namespace fairpca
