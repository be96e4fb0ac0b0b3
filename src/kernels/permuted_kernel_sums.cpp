// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/permuted_kernel_sums.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>
#include <thread>
#include <utility>

#include "kernels/kernel_entries.h"
#include "kernels/low_rank_kernel.h"
#include "kernels/messages.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// Numbers in the weights of one batch of permutations, and its most columns.
constexpr Index kBatchNumbers = Index{1} << 22, kBatchColumns = 1024;
/// Numbers in a low-rank factor.
constexpr Index kFactorNumbers = Index{1} << 24;
constexpr double kFactorTolerance = 1e-9;
/// A block of the kernel matrix: it stays in the second-level cache.
constexpr Index kKernelBlockRows = 192;

/// What is exchanged: a row, or a copy of one where weights are counts.
struct Copies {
  std::vector<Index> row, cell;
  std::vector<double> weight;  ///< it takes along; 1 throughout if `equal`
  bool equal = true;           ///< all weigh the same
  Index cells = 0;
  Vector of_row;  ///< copies of each row
  Index largest_cell = 0;
};

/// What each row weighs, whatever its cell: as given, otherwise 1 on average in every cell.
Vector carried_weights(const CellRows& cells, const Vector& given) {
  if (given.size() > 0) return given;
  Vector weights = cells.weights;
  for (Index c = 0; c < cells.cells(); ++c) {
    const Index rows = cells.begin[c + 1] - cells.begin[c];
    weights.segment(cells.begin[c], rows) *= static_cast<double>(rows);
  }
  return weights;
}

bool are_equal(const Vector& weights) {
  return weights.maxCoeff() - weights.minCoeff() <= 1e-12 * weights.maxCoeff();
}

/// Whole copies of weight 1 and, of a count that is not whole, one more with the rest.
void add_counted(double count, Index row, Index cell, Copies& copies) {
  for (; count > 1e-9; count -= 1) {
    copies.row.push_back(row);
    copies.cell.push_back(cell);
    copies.weight.push_back(count >= 1 - 1e-9 ? 1 : count);
    copies.equal = copies.equal && copies.weight.back() == 1;
  }
}

void require_countable(const CellRows& cells) {
  if (cells.counts.size() == 0 || cells.counts.sum() <= kMaxCopies) return;
  reject(kernels_message<"permuted-rows">("option"_is(OptionName{"tau_level"}),
                                          "sum"_is(cells.counts.sum()), "most"_is(kMaxCopies)));
}

Copies copies_of(const CellRows& cells, const Vector& given) {
  require_countable(cells);
  const bool counted = cells.counts.size() > 0;
  Copies copies;
  copies.of_row = Vector::Zero(cells.rows());
  copies.cells = cells.cells();
  const Vector weights = carried_weights(cells, given);
  if (!counted) copies.equal = are_equal(weights);
  for (Index c = 0; c < cells.cells(); ++c) {
    for (Index i = cells.begin[c]; i < cells.begin[c + 1]; ++i) {
      if (counted) {
        add_counted(cells.weights(i) * cells.counts(c), i, c, copies);
      } else {
        copies.row.push_back(i);
        copies.cell.push_back(c);
        copies.weight.push_back(weights(i));
      }
    }
    if (cells.begin[c + 1] - cells.begin[c] >
        cells.begin[copies.largest_cell + 1] - cells.begin[copies.largest_cell]) {
      copies.largest_cell = c;
    }
  }
  for (std::size_t u = 0; u < copies.row.size(); ++u) {
    if (copies.equal) copies.weight[u] = 1;
    copies.of_row(copies.row[u]) += 1;
  }
  return copies;
}

/// Sums of the kernel for many permutations at once.
class PermutationBatch {
 public:
  PermutationBatch(const Copies& copies, int first, int count, std::uint64_t seed)
      : copies_(copies),
        count_(count),
        cells_(copies.cells),
        weights_(Matrix::Zero(copies.of_row.size(), cells_ * count)) {
    std::vector<std::size_t> order(copies.row.size());
    for (int k = 0; k < count; ++k) {
      draw(static_cast<std::uint64_t>(first + k), seed, order);
      for (std::size_t u = 0; u < order.size(); ++u) {
        weights_(copies.row[order[u]], column(copies.cell[u], k)) += copies.weight[order[u]];
      }
    }
  }

  /// Weights of the cells, the largest last, times permutations.  Where its weights follow from the
  /// others', as all copies of a row are somewhere, it is left out.
  auto factors() const { return weights_.leftCols(factor_columns()); }
  /// The products with all weights from those with factors() and that with all copies.
  Matrix complete(Matrix product, const Vector& with_all) const {
    if (!copies_.equal) return product;
    Matrix all(product.rows(), weights_.cols());
    all.leftCols(product.cols()) = product;
    auto last = all.rightCols(count_);
    last.colwise() = with_all;
    for (Index c = 0; c + 1 < cells_; ++c) last -= product.middleCols(c * count_, count_);
    return all;
  }
  /// Adds left' right of each permutation, from completed products of the same rows.
  void add_products(const Eigen::Ref<const Matrix>& left, const Matrix& right,
                    std::vector<Matrix>& sums) const {
    for (Index k = 0; k < count_; ++k) {
      sums[static_cast<std::size_t>(k)].noalias() += of(left, k).transpose() * of(right, k);
    }
  }
  std::vector<Matrix> no_sums() const {
    return std::vector<Matrix>(static_cast<std::size_t>(count_), Matrix::Zero(cells_, cells_));
  }
  /// Of permutation k: in the order of the cells, by weights that sum to 1.
  Matrix finish(const Matrix& sums, Index k) const {
    std::vector<Index> place(static_cast<std::size_t>(cells_));
    Vector scale(cells_);
    for (Index c = 0; c < cells_; ++c) {
      place[static_cast<std::size_t>(c)] = column(c, 0) / count_;
      scale(c) = 1 / weights_.col(column(c, k)).sum();
    }
    return scale.asDiagonal() * sums(place, place) * scale.asDiagonal();
  }

  const Matrix& weights() const { return weights_; }
  const Vector& all_copies() const { return copies_.of_row; }

 private:
  static void draw(std::uint64_t k, std::uint64_t seed, std::vector<std::size_t>& order) {
    std::seed_seq words{seed & 0xffffffffU, seed >> 32, k};
    std::mt19937_64 engine(words);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[engine() % i]);
  }
  Index factor_columns() const { return (copies_.equal ? cells_ - 1 : cells_) * count_; }
  Index column(Index cell, Index k) const {
    const Index last = copies_.largest_cell;
    const Index place = cell == last ? cells_ - 1 : cell > last ? cell - 1 : cell;
    return place * count_ + k;
  }
  /// Columns of the cells in permutation k.
  Eigen::Map<const Matrix, 0, Eigen::OuterStride<>> of(const Eigen::Ref<const Matrix>& all,
                                                       Index k) const {
    return {all.data() + k * all.outerStride(), all.rows(), cells_,
            Eigen::OuterStride<>(count_ * all.outerStride())};
  }

  const Copies& copies_;
  Index count_, cells_;
  Matrix weights_;
};

class Permuter {
 public:
  Permuter(const CellRows& cells, const RowMatrix& points, const KernelOptions& kernel,
           const PermutationOptions& options)
      : copies_(copies_of(cells, options.weights)),
        points_(points / kernel.bandwidth),
        options_(options),
        family_(kernel.family),
        threads_(kernel.threads) {
    // So that a factorisation that is given up costs a tenth of the products by blocks at most; its
    // own are some ten times as slow.
    const double rows = static_cast<double>(cells.rows());
    const double rank = std::sqrt(0.02 * permutation_products(cells, options.permutations) / rows);
    const Index most = std::min(static_cast<Index>(rank), kFactorNumbers / cells.rows());
    factor_ = low_rank_kernel(points_, std::min(most, cells.rows() / 4), kFactorTolerance, family_);
    const Index columns = std::clamp<Index>(kBatchNumbers / cells.rows(), 1, kBatchColumns);
    per_batch_ = static_cast<int>(std::max<Index>(1, columns / cells.cells()));
  }

  void run(const PermutedSums& visit) {
    const int batches = (options_.permutations + per_batch_ - 1) / per_batch_;
    parallel_for(static_cast<std::size_t>(batches), threads_, [&](std::size_t b) {
      const int first = static_cast<int>(b) * per_batch_;
      const int count = std::min(per_batch_, options_.permutations - first);
      if (check()) return;
      const PermutationBatch batch(copies_, first, count, options_.seed);
      const std::vector<Matrix> sums = factor_ ? sum_by_factor(batch) : sum_by_blocks(batch);
      if (stopped_) return;
      for (int k = 0; k < count; ++k) {
        visit(first + k, batch.finish(sums[static_cast<std::size_t>(k)], k));
      }
    });
    if (stopped_) throw Stopped();
  }

 private:
  bool check() {
    if (std::this_thread::get_id() == caller_ && options_.is_stopped && options_.is_stopped()) {
      stopped_ = true;
    }
    return stopped_;
  }

  std::vector<Matrix> sum_by_factor(const PermutationBatch& batch) {
    const Matrix images = batch.complete(factor_->transpose() * batch.factors(),
                                         factor_->transpose() * batch.all_copies());
    std::vector<Matrix> sums = batch.no_sums();
    batch.add_products(images, images, sums);
    return sums;
  }

  /// Blocks on and above the diagonal: S'KS is H + H' with H = sum_i S_i' (K_ii / 2 S_i + sum_{j >
  /// i} K_ij S_j).
  std::vector<Matrix> sum_by_blocks(const PermutationBatch& batch) {
    std::vector<Matrix> sums = batch.no_sums();
    const Index rows = points_.rows();
    for (Index i = 0; i < rows && !check(); i += kKernelBlockRows) {
      const Index height = std::min(kKernelBlockRows, rows - i);
      Matrix product = Matrix::Zero(height, batch.factors().cols());
      Vector with_all = Vector::Zero(height);
      for (Index j = i; j < rows; j += kKernelBlockRows) {
        const Index width = std::min(kKernelBlockRows, rows - j);
        const Matrix kernel = (j == i ? 0.5 : 1.0) * kernel_block(i, height, j, width);
        product.noalias() += kernel * batch.factors().middleRows(j, width);
        with_all.noalias() += kernel * batch.all_copies().segment(j, width);
      }
      batch.add_products(batch.weights().middleRows(i, height),
                         batch.complete(std::move(product), with_all), sums);
    }
    for (Matrix& sum : sums) sum += sum.transpose().eval();
    return sums;
  }

  Matrix kernel_block(Index i, Index height, Index j, Index width) const {
    Matrix block(height, width);
    for (Index k = 0; k < width; ++k) {
      kernel_entries(points_, i, points_.row(j + k), family_, block.col(k));
    }
    return block;
  }

  Copies copies_;
  Matrix points_;  ///< in units of the bandwidth
  const PermutationOptions& options_;
  KernelFamily family_;
  int threads_, per_batch_ = 1;
  std::optional<Matrix> factor_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<bool> stopped_ = false;
};

}  // namespace

double permutation_products(const CellRows& cells, int permutations) {
  const double rows = static_cast<double>(cells.rows());
  return rows * rows / 2 * static_cast<double>(permutations) *
         static_cast<double>(std::max<Index>(1, cells.cells() - 1));
}

void permuted_kernel_sums(const CellRows& cells, const RowMatrix& points,
                          const KernelOptions& kernel, const PermutationOptions& options,
                          const PermutedSums& visit) {
  cells.validate();
  kernel.validate();
  Permuter(cells, points, kernel, options).run(visit);
}

}  // namespace fairpca
