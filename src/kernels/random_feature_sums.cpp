// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/random_feature_sums.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>

#include "rows/parallel_for.h"

namespace fairpca {
namespace {

constexpr Index kFeatureBlockRows = 256;

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

Matrix RandomFeatureSums::between(const RowMatrix& points, bool /*keep*/) {
  draw(points.cols());
  points_ = points;
  const Index features = frequencies_.cols();
  const std::vector<RowBlockOfCell> blocks = row_blocks(cells_);
  Matrix parts(static_cast<Index>(blocks.size()), 2 * features);
  parallel_for(blocks.size(), options_.threads, [&](std::size_t b) {
    const auto [cell, first, count] = blocks[b];
    const Eigen::ArrayXXd phases = (points_.middleRows(first, count) * frequencies_).array();
    const Eigen::RowVectorXd weights = cells_.weights.segment(first, count).transpose();
    const auto row = static_cast<Index>(b);
    parts.row(row).head(features) = weights * phases.cos().matrix();
    parts.row(row).tail(features) = weights * phases.sin().matrix();
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
    const auto [cell, first, count] = blocks[b];
    const Eigen::ArrayXXd phases = (points_.middleRows(first, count) * frequencies_).array();
    const Eigen::RowVectorXd cosines = combined.row(cell).head(features);
    const Eigen::RowVectorXd sines = combined.row(cell).tail(features);
    const Matrix slopes =
        phases.cos().rowwise() * sines.array() - phases.sin().rowwise() * cosines.array();
    result.middleRows(first, count) =
        cells_.weights.segment(first, count).asDiagonal() * (slopes * frequencies_.transpose());
  });
  return result;
}

std::string RandomFeatureSums::reason() const {
  return fmt::format("{} random features, seed {}", options_.random_features, options_.seed);
}

}  // namespace fairpca
