// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/random_feature_sums.h"

#include <algorithm>
#include <numbers>
#include <random>

#include <fmt/format.h>

#include "kernels/sines_and_cosines.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// Their waves stay in the cache.
constexpr Index kFeatureBlockRows = 256, kBlockFeatures = 64;

struct RowBlockOfCell {
  Index cell, first, count;
};

std::vector<RowBlockOfCell> row_blocks(const CellRows& cells) {
  std::vector<RowBlockOfCell> blocks;
  for (Index c = 0; c < cells.cells(); ++c) {
    for (Index at = cells.begin[c]; at < cells.begin[c + 1]; at += kFeatureBlockRows) {
      blocks.push_back({c, at, std::min(kFeatureBlockRows, cells.begin[c + 1] - at)});
    }
  }
  return blocks;
}

/// Sines and cosines of some rows' products with some frequencies, rows x frequencies.
struct Waves {
  Matrix sines, cosines;

  Waves(const RowMatrix& points, const RowBlockOfCell& block, const Matrix& frequencies,
        Index first_feature, Index features)
      : sines(block.count, features), cosines(block.count, features) {
    const Matrix turns = points.middleRows(block.first, block.count) *
                         (frequencies.middleCols(first_feature, features) / (2 * std::numbers::pi));
    sines_and_cosines(turns.data(), turns.size(), sines.data(), cosines.data());
  }
};

template <class Visit>
void for_each_feature_block(Index features, Visit&& visit) {
  for (Index at = 0; at < features; at += kBlockFeatures) {
    visit(at, std::min(kBlockFeatures, features - at));
  }
}

}  // namespace

RandomFeatureSums::RandomFeatureSums(CellRows cells, const KernelOptions& options)
    : cells_(std::move(cells)), options_(options) {
  cells_.validate();
  options_.validate();
}

void RandomFeatureSums::draw(Index coordinates) {
  if (frequencies_.rows() == coordinates) return;
  std::mt19937_64 engine(options_.seed);
  std::normal_distribution<double> normal(0, 1 / options_.bandwidth);
  frequencies_ =
      Matrix::NullaryExpr(coordinates, options_.random_features, [&] { return normal(engine); });
}

Matrix RandomFeatureSums::gram_sums(const RowMatrix& points, bool /*keep*/) {
  draw(points.cols());
  points_ = points;
  const Index features = frequencies_.cols();
  const std::vector<RowBlockOfCell> blocks = row_blocks(cells_);
  Matrix parts(static_cast<Index>(blocks.size()), 2 * features);
  parallel_for(blocks.size(), options_.threads, [&](std::size_t b) {
    const RowBlockOfCell& block = blocks[b];
    const Eigen::RowVectorXd weights = cells_.weights.segment(block.first, block.count).transpose();
    auto part = parts.row(static_cast<Index>(b));
    for_each_feature_block(features, [&](Index at, Index count) {
      const Waves waves(points_, block, frequencies_, at, count);
      part.segment(at, count) = weights * waves.cosines;
      part.segment(features + at, count) = weights * waves.sines;
    });
  });
  means_ = Matrix::Zero(cells_.cells(), 2 * features);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    means_.row(blocks[b].cell) += parts.row(static_cast<Index>(b));
  }
  return means_ * means_.transpose() / static_cast<double>(features);
}

RowMatrix RandomFeatureSums::gradient(const Matrix& contrast) const {
  const Index features = frequencies_.cols();
  const Matrix combined = (2 / static_cast<double>(features)) * (contrast * means_);
  RowMatrix result(points_.rows(), points_.cols());
  const std::vector<RowBlockOfCell> blocks = row_blocks(cells_);
  parallel_for(blocks.size(), options_.threads, [&](std::size_t b) {
    const RowBlockOfCell& block = blocks[b];
    Matrix slopes = Matrix::Zero(block.count, points_.cols());
    for_each_feature_block(features, [&](Index at, Index count) {
      const Waves waves(points_, block, frequencies_, at, count);
      const auto cosines = combined.row(block.cell).segment(at, count).transpose();
      const auto sines = combined.row(block.cell).segment(features + at, count).transpose();
      const Matrix slope = waves.cosines * sines.asDiagonal() - waves.sines * cosines.asDiagonal();
      slopes.noalias() += slope * frequencies_.middleCols(at, count).transpose();
    });
    result.middleRows(block.first, block.count) =
        cells_.weights.segment(block.first, block.count).asDiagonal() * slopes;
  });
  return result;
}

std::string RandomFeatureSums::reason() const {
  return fmt::format("{} random features, seed {}", options_.random_features, options_.seed);
}

}  // namespace fairpca
