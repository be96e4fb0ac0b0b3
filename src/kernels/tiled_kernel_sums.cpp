// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tiled_kernel_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

constexpr Index kStrips = 16;
constexpr double kWorkForThreads = 5e6;
/// Numbers that are added up in single precision before they go to the sums in double.
constexpr Index kTermsPerFlush = 128;
/// Rows whose tiles share a pass over the columns, which then come from far less often.
constexpr Index kRowsPerPass = 4 * kTileRows;
static_assert(kTilePadding % kTileRows == 0, "rows of a tile lie in one block of points");
/// Squared norms up to which |z|^2 + |z'|^2 - 2 z'z serves for |z - z'|^2: exponents are then wrong
/// by the rounding of these, 1e-13 (1e-6) for pairs of points as far out, far less for all others.
template <class Scalar>
constexpr double kNearSquared = sizeof(Scalar) == 8 ? 512 : 8;

Index padded(Index rows, Index multiple = kTilePadding) {
  return (rows + multiple - 1) / multiple * multiple;
}

}  // namespace

/// Products of the tiles of one block of rows with one cell, not yet added to the sums.
template <class Scalar>
struct TiledKernelSums<Scalar>::Work {
  Work(Index columns, const KernelTile<Scalar>& tile_to_use, bool keep)
      : tile(tile_to_use),
        lanes(tile.lanes),
        tile_size(columns * kTileRows * lanes),
        row_sums(Numbers::Zero(kRowsPerPass / kTileRows * tile_size)),
        col_sums(Numbers::Zero(keep ? columns * kTileCols : 0)) {}

  /// Where the tile of the block's rows from `row` on adds.
  TileProducts<Scalar> products(Index row) {
    return {row_sums.data() + row / kTileRows * tile_size,
            col_sums.size() > 0 ? col_sums.data() : nullptr};
  }

  void add_rows_to(Eigen::Ref<Matrix> target, double factor) {
    for (Index k = 0; k < target.cols(); ++k) {
      for (Index i = 0; i < target.rows(); i += kTileRows) {
        const Scalar* parts = row_sums.data() + i / kTileRows * tile_size + k * kTileRows * lanes;
        const Index count = std::min(Index{kTileRows}, target.rows() - i);
        std::array<double, kTileRows> sums;
        tile.add_lanes(parts, count, sums.data());
        for (Index r = 0; r < count; ++r) {
          target(i + r, k) += factor * sums[static_cast<std::size_t>(r)];
        }
      }
    }
    row_sums.setZero();
  }
  void add_cols_to(Eigen::Ref<Matrix> target, double factor) {
    for (Index k = 0; k < target.cols(); ++k) {
      for (Index j = 0; j < target.rows(); ++j) {
        target(j, k) += factor * static_cast<double>(col_sums(k * kTileCols + j));
      }
    }
    col_sums.setZero();
  }

  KernelTile<Scalar> tile;
  Index lanes, tile_size;
  Numbers row_sums, col_sums;
};

template <class Scalar>
TiledKernelSums<Scalar>::TiledKernelSums(CellRows cells, const KernelOptions& options,
                                         KernelTile<Scalar> tile)
    : cells_(std::move(cells)), options_(options), tile_(tile) {
  cells_.validate();
  options_.validate();
  cut_strips();
}

template <class Scalar>
void TiledKernelSums<Scalar>::cut_strips() {
  padded_begin_ = {0};
  for (Index c = 0; c < cells_.cells(); ++c) {
    padded_begin_.push_back(padded_begin_.back() + padded(cells_.begin[c + 1] - cells_.begin[c]));
  }
  const Index height = padded(std::max(Index{1}, padded_begin_.back() / kStrips));
  for (Index c = 0; c < cells_.cells(); ++c) {
    for (Index at = padded_begin_[c]; at < padded_begin_[c + 1]; at += height) {
      strips_.push_back({c, at, std::min(at + height, padded_begin_[c + 1])});
    }
  }
  log_weights_ = Vector::Constant(padded_begin_.back(), kNoPoint<Scalar>);
  for (Index c = 0; c < cells_.cells(); ++c) {
    const Index first = cells_.begin[c], count = cells_.begin[c + 1] - first;
    const auto weights = cells_.weights.segment(first, count);
    largest_.push_back(weights.maxCoeff());
    log_weights_.segment(padded_begin_[c], count) =
        weights.unaryExpr([&](double weight) { return std::log2(weight / largest_.back()); });
  }
}

template <class Scalar>
Index TiledKernelSums<Scalar>::rows_end(Index cell) const {
  return padded_begin_[cell] + padded(cells_.begin[cell + 1] - cells_.begin[cell], kTileRowPadding);
}

template <class Scalar>
double TiledKernelSums<Scalar>::pairs() const {
  double rows = 0;
  for (Index c = 0; c < cells_.cells(); ++c) {
    rows += static_cast<double>(rows_end(c) - padded_begin_[c]);
  }
  return rows * static_cast<double>(padded_begin_.back()) / 2;
}

template <class Scalar>
void TiledKernelSums<Scalar>::place(const RowMatrix& points) {
  given_ = points;
  coordinates_ = points.cols();
  // exp(-|z|^2 / (2 s^2)) = 2^(-|factor z|^2).
  double factor = std::sqrt(std::numbers::log2e / 2) / options_.bandwidth;
  far_ = is_far(factor);
  near_ =
      !far_ && factor * factor * points.rowwise().squaredNorm().maxCoeff() <= kNearSquared<Scalar>;
  if (near_) factor *= std::numbers::sqrt2;
  unit_ = 1 / factor;
  points_ = Numbers::Zero(coordinates_ * padded_begin_.back());
  tile_log_weights_ = log_weights_.cast<Scalar>();
  for (Index c = 0; c < cells_.cells(); ++c) {
    for (Index i = cells_.begin[c]; i < cells_.begin[c + 1]; ++i) {
      place_point(i, padded_begin_[c] + i - cells_.begin[c]);
    }
  }
}

template <class Scalar>
void TiledKernelSums<Scalar>::place_point(Index row, Index padded_row) {
  Scalar* const out = points_.data() + first_of(padded_row);
  double squared = 0;
  for (Index k = 0; k < coordinates_; ++k) {
    const auto z = static_cast<Scalar>(given_(row, k) / unit_);
    out[k * kTilePadding] = z;
    squared += static_cast<double>(z) * static_cast<double>(z);
  }
  if (near_) {
    tile_log_weights_(padded_row) = static_cast<Scalar>(log_weights_(padded_row) - squared / 2);
  }
}

/// Whether an exponent may be below the lowest, of which padding takes half: by the box around all
/// points, padding's among them, and the smallest weight.
template <class Scalar>
bool TiledKernelSums<Scalar>::is_far(double factor) const {
  const auto extents =
      given_.colwise().maxCoeff().cwiseMax(0.0) - given_.colwise().minCoeff().cwiseMin(0.0);
  double smallest = 0;
  for (Index c = 0; c < cells_.cells(); ++c) {
    const Index count = cells_.begin[c + 1] - cells_.begin[c];
    smallest = std::min(smallest, 2 * log_weights_.segment(padded_begin_[c], count).minCoeff());
  }
  const double squared = factor * factor * extents.squaredNorm();
  return !(smallest - squared >= static_cast<double>(kLowestExponent<Scalar>) / 2);
}

/// Where the first coordinate of a padded row stands.
template <class Scalar>
Index TiledKernelSums<Scalar>::first_of(Index padded_row) const {
  return padded_row / kTilePadding * (kTilePadding * coordinates_) + padded_row % kTilePadding;
}

template <class Scalar>
void TiledKernelSums<Scalar>::place_rows(TilePoints<Scalar>& at, Index row, Index end) const {
  at.row_points = points_.data() + first_of(row);
  at.row_log_weights = tile_log_weights_.data() + row;
  at.rows = std::min(kTileRows, end - row);
}

template <class Scalar>
void TiledKernelSums<Scalar>::place_cols(TilePoints<Scalar>& at, Index col, Index end) const {
  at.col_points = points_.data() + first_of(col);
  at.col_log_weights = tile_log_weights_.data() + col;
  at.cols = std::min(kTileCols, end - col);
}

template <class Scalar>
void TiledKernelSums<Scalar>::sum_block(const Strip& strip, Index begin, Index other, Work& work,
                                        StripSums& sums) const {
  const bool own = other == strip.cell;
  const Index end = std::min({begin + kRowsPerPass, strip.end, rows_end(strip.cell)});
  TilePoints<Scalar> at;
  at.block = kTilePadding * coordinates_;
  at.coordinates = coordinates_;
  at.dims = sums.columns - 1;
  at.far = far_;
  at.near = near_;
  const double factor = largest_[strip.cell] * largest_[other];
  const auto add_rows = [&] {
    work.add_rows_to(
        sums.row_side.block(begin - strip.begin, other * sums.columns, end - begin, sums.columns),
        factor);
  };
  Index terms = 0;
  for (Index col = own ? begin : padded_begin_[other]; col < padded_begin_[other + 1];
       col += kTileCols) {
    place_cols(at, col, padded_begin_[other + 1]);
    for (Index row = begin; row < end; row += kTileRows) {
      if (own && row >= col + at.cols) break;  // below the diagonal
      place_rows(at, row, end);
      at.diagonal = own ? row - col : -kTileRows;
      tile_.multiply(at, work.products(row - begin));
    }
    if (sums.col_side.size() > 0) {
      work.add_cols_to(sums.col_side.middleRows(col - strip.begin, at.cols), factor);
    }
    terms += at.cols / tile_.lanes;
    if (sizeof(Scalar) == 4 && terms >= kTermsPerFlush) {
      add_rows();
      terms = 0;
    }
  }
  add_rows();
}

template <class Scalar>
typename TiledKernelSums<Scalar>::StripSums TiledKernelSums<Scalar>::sum_strip(const Strip& strip,
                                                                               bool keep) const {
  const Index cells = cells_.cells();
  StripSums sums;
  sums.columns = keep ? coordinates_ + 1 : 1;
  sums.row_side = Matrix::Zero(strip.end - strip.begin, cells * sums.columns);
  if (keep) sums.col_side = Matrix::Zero(padded_begin_.back() - strip.begin, sums.columns);
  Work work(sums.columns, tile_, keep);
  for (Index begin = strip.begin; begin < strip.end; begin += kRowsPerPass) {
    for (Index other = strip.cell; other < cells; ++other) {
      sum_block(strip, begin, other, work, sums);
    }
  }
  return sums;
}

template <class Scalar>
void TiledKernelSums<Scalar>::add(const Strip& strip, const StripSums& sums) {
  products_[strip.cell].bottomRows(sums.col_side.rows()) += sums.col_side;
  for (Index other = strip.cell; other < cells_.cells(); ++other) {
    products_[other].middleRows(strip.begin, strip.end - strip.begin) +=
        sums.row_side.middleCols(other * sums.columns, sums.columns);
  }
}

template <class Scalar>
Matrix TiledKernelSums<Scalar>::gram_sums(const RowMatrix& points, bool keep) {
  place(points);
  const Index cells = cells_.cells();
  std::vector<StripSums> parts(strips_.size());
  // Starting threads takes longer than few pairs do.
  const double work =
      std::pow(static_cast<double>(cells_.rows()), 2) * static_cast<double>(coordinates_ + 4);
  parallel_for(strips_.size(), work < kWorkForThreads ? 1 : options_.threads,
               [&](std::size_t s) { parts[s] = sum_strip(strips_[s], keep); });
  Matrix sums = Matrix::Zero(cells, cells);
  products_.assign(keep ? static_cast<std::size_t>(cells) : 0,
                   Matrix::Zero(padded_begin_.back(), coordinates_ + 1));
  for (std::size_t s = 0; s < strips_.size(); ++s) {
    for (Index other = strips_[s].cell; other < cells; ++other) {
      sums(strips_[s].cell, other) += parts[s].total(other);
    }
    if (keep) add(strips_[s], parts[s]);
    parts[s] = {};
  }
  // Pairs within a cell were visited once, and those of a row with itself not at all.
  for (Index c = 0; c < cells; ++c) sums(c, c) = 2 * sums(c, c) + cells_.self_weight(c);
  sums.template triangularView<Eigen::StrictlyLower>() = sums.transpose();
  return sums;
}

template <class Scalar>
RowMatrix TiledKernelSums<Scalar>::gradient(const Matrix& contrast) const {
  // d/dz_i of 2 C_gh sum_j w_i w_j k(z_i, z_j) = -(2 C_gh / s^2) sum_j w_i w_j k (z_i - z_j).
  RowMatrix result(cells_.rows(), coordinates_);
  const double scale = 2 / (options_.bandwidth * options_.bandwidth);
  for (Index c = 0; c < cells_.cells(); ++c) {
    const Index first = cells_.begin[c], count = cells_.begin[c + 1] - first;
    Matrix sum = Matrix::Zero(count, coordinates_ + 1);
    for (Index h = 0; h < cells_.cells(); ++h) {
      if (contrast(c, h) == 0) continue;
      sum += contrast(c, h) * products_[h].middleRows(padded_begin_[c], count);
    }
    const Vector total = sum.col(coordinates_);
    result.middleRows(first, count) =
        scale *
        (unit_ * sum.leftCols(coordinates_) - total.asDiagonal() * given_.middleRows(first, count));
  }
  return result;
}

template <class Scalar>
std::string TiledKernelSums<Scalar>::reason() const {
  return fmt::format("tiled, {} precision", sizeof(Scalar) == 8 ? "double" : "single");
}

template class TiledKernelSums<double>;
template class TiledKernelSums<float>;

}  // namespace fairpca
