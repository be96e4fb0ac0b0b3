// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fourier_kernel_sums.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "kernels/messages.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// exp(-kTail^2 / 2) = 1e-13: both the frequencies left out and the images of the periodic
/// continuation are below it.
constexpr double kTail = 7.75;
constexpr Index kBlockRows = 256;  // their features stay in the cache
/// Most numbers that the sums of all blocks may take: 1 GB.
constexpr double kMostNumbers = 1.25e8;

/// Features of one coordinate and their derivatives, rows x features.
struct Features {
  Matrix values, slopes;
};

/// By rotation from one frequency to the next: one sine and cosine per row.
Features features_of(const CosineSeries& series, const Vector& x, bool with_slopes) {
  const Index rows = x.size(), count = series.coefficients.size();
  Features features{Matrix(rows, series.features()), Matrix()};
  const Eigen::ArrayXd cos1 = (series.step * x.array()).cos(),
                       sin1 = (series.step * x.array()).sin();
  Eigen::ArrayXd c = Eigen::ArrayXd::Ones(rows), s = Eigen::ArrayXd::Zero(rows), next(rows);
  features.values.col(0).setConstant(std::sqrt(series.coefficients(0)));
  if (with_slopes) features.slopes = Matrix::Zero(rows, series.features());
  for (Index m = 1; m < count; ++m) {
    next = c * cos1 - s * sin1;
    s = s * cos1 + c * sin1;
    c = next;
    const double root = std::sqrt(series.coefficients(m));
    features.values.col(2 * m - 1) = root * c;
    features.values.col(2 * m) = root * s;
    if (!with_slopes) continue;
    const double frequency = series.step * static_cast<double>(m);
    features.slopes.col(2 * m - 1) = -frequency * features.values.col(2 * m);
    features.slopes.col(2 * m) = frequency * features.values.col(2 * m - 1);
  }
  return features;
}

/// Row by row all products of two sets of features.
Matrix row_products(const Matrix& a, const Matrix& b) {
  Matrix products(a.rows(), a.cols() * b.cols());
  for (Index k = 0; k < b.cols(); ++k) {
    products.middleCols(k * a.cols(), a.cols()) = a.array().colwise() * b.col(k).array();
  }
  return products;
}

Vector row_dots(const Matrix& a, const Matrix& b) {
  return a.cwiseProduct(b).rowwise().sum();
}

double extent_of(const RowMatrix& points, Index k) {
  return points.col(k).maxCoeff() - points.col(k).minCoeff();
}

}  // namespace

CosineSeries CosineSeries::for_extent(double extent) {
  CosineSeries series;
  series.step = 2 * std::numbers::pi / (extent + kTail);
  const auto last = static_cast<Index>(std::ceil(kTail / series.step));
  series.coefficients.resize(last + 1);
  const double scale = series.step / std::sqrt(2 * std::numbers::pi);
  for (Index m = 0; m <= last; ++m) {
    const double frequency = series.step * static_cast<double>(m);
    series.coefficients(m) = (m == 0 ? 1 : 2) * scale * std::exp(-frequency * frequency / 2);
  }
  return series;
}

double fourier_features(const RowMatrix& points, double bandwidth) {
  double product = 1;
  for (Index k = 0; k < points.cols(); ++k) {
    product *= 2 * kTail * (extent_of(points, k) / bandwidth + kTail) / (2 * std::numbers::pi) + 1;
  }
  return product;
}

/// The features of consecutive rows of one cell.
struct FourierKernelSums::Block {
  std::vector<Features> coordinate;
  Matrix right;  ///< of all coordinates but the first
};

FourierKernelSums::FourierKernelSums(CellRows cells, const KernelOptions& options)
    : cells_(std::move(cells)), options_(options) {
  cells_.validate();
  options_.validate();
}

FourierKernelSums::Block FourierKernelSums::features_of(Index first, Index count,
                                                        bool with_slopes) const {
  Block block;
  for (Index k = 0; k < points_.cols(); ++k) {
    block.coordinate.push_back(fairpca::features_of(
        series_[static_cast<std::size_t>(k)], points_.col(k).segment(first, count), with_slopes));
  }
  block.right = Matrix::Ones(count, 1);
  for (std::size_t k = 1; k < block.coordinate.size(); ++k) {
    block.right =
        k == 1 ? block.coordinate[k].values : row_products(block.right, block.coordinate[k].values);
  }
  return block;
}

std::vector<std::pair<Index, Index>> FourierKernelSums::blocks() const {
  std::vector<std::pair<Index, Index>> found;
  for (Index c = 0; c < cells_.cells(); ++c) {
    for (Index at = cells_.begin[c]; at < cells_.begin[c + 1]; at += kBlockRows) {
      found.emplace_back(c, at);
    }
  }
  return found;
}

bool FourierKernelSums::is_affordable(const RowMatrix& points) const {
  return fourier_features(points, options_.bandwidth) * static_cast<double>(blocks().size()) <=
         kMostNumbers;
}

Matrix FourierKernelSums::gram_sums(const RowMatrix& points, bool /*keep*/) {
  if (points.cols() > kMaxFourierCoordinates) {
    reject(kernels_message<"fourier-dimensions">("option"_is(OptionName{"kernel"}),
                                                 "most"_is(kMaxFourierCoordinates),
                                                 "dimensions"_is(points.cols())));
  }
  if (!is_affordable(points)) {
    reject(kernels_message<"fourier-features">(
        "option"_is(OptionName{"kernel"}),
        "features"_is(fourier_features(points, options_.bandwidth)),
        "bandwidth"_is(options_.bandwidth)));
  }
  points_ = points / options_.bandwidth;
  series_.clear();
  for (Index k = 0; k < points.cols(); ++k) {
    series_.push_back(CosineSeries::for_extent(extent_of(points_, k)));
  }
  const auto pieces = blocks();
  std::vector<Matrix> parts(pieces.size());
  parallel_for(pieces.size(), options_.threads, [&](std::size_t b) {
    const auto [cell, first] = pieces[b];
    const Index count = std::min(kBlockRows, cells_.begin[cell + 1] - first);
    const Block block = features_of(first, count, false);
    const Matrix weighted =
        cells_.weights.segment(first, count).asDiagonal() * block.coordinate[0].values;
    parts[b] = weighted.transpose() * block.right;
  });
  means_ = Matrix::Zero(parts.front().size(), cells_.cells());
  for (std::size_t b = 0; b < pieces.size(); ++b) {
    means_.col(pieces[b].first) += parts[b].reshaped();
    parts[b].resize(0, 0);
  }
  Matrix sums = Matrix::Zero(cells_.cells(), cells_.cells());
  sums.selfadjointView<Eigen::Lower>().rankUpdate(means_.transpose());
  return sums.selfadjointView<Eigen::Lower>();
}

RowMatrix FourierKernelSums::gradient(const Matrix& contrast) const {
  const Matrix combined = means_ * contrast;
  const Index left_features = series_.front().features();
  RowMatrix result(points_.rows(), points_.cols());
  const auto pieces = blocks();
  parallel_for(pieces.size(), options_.threads, [&](std::size_t b) {
    const auto [cell, first] = pieces[b];
    const Index count = std::min(kBlockRows, cells_.begin[cell + 1] - first);
    const Block block = features_of(first, count, true);
    const Eigen::Map<const Matrix> mean(combined.col(cell).data(), left_features,
                                        combined.rows() / left_features);
    const Vector scale = (2 / options_.bandwidth) * cells_.weights.segment(first, count);
    const Matrix left = block.right * mean.transpose();
    result.col(0).segment(first, count) =
        scale.cwiseProduct(row_dots(block.coordinate[0].slopes, left));
    if (points_.cols() == 1) return;
    const Matrix right = block.coordinate[0].values * mean;
    for (Index k = 1; k < points_.cols(); ++k) {
      Matrix slopes = block.coordinate[static_cast<std::size_t>(k)].slopes;
      if (points_.cols() == 3) {
        slopes = k == 1 ? row_products(slopes, block.coordinate[2].values)
                        : row_products(block.coordinate[1].values, slopes);
      }
      result.col(k).segment(first, count) = scale.cwiseProduct(row_dots(slopes, right));
    }
  });
  return result;
}

std::string FourierKernelSums::reason() const {
  double count = 1;
  for (const CosineSeries& series : series_) count *= static_cast<double>(series.features());
  return fmt::format("Fourier series with {:.0f} features", count);
}

}  // namespace fairpca
