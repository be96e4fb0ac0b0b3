// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/kernels/kernel_sums.h"

#include <cmath>

#include <fmt/format.h>

#include "kernels/fourier_kernel_sums.h"
#include "kernels/laplace_kernel_sums.h"
#include "kernels/messages.h"
#include "kernels/random_feature_sums.h"
#include "kernels/tiled_kernel_sums.h"
#include "options/check_field.h"

namespace fairpca {
namespace {

/// Tiles or the Fourier series, whichever is cheaper for the points at hand.
class CheapestKernelSums final : public KernelSums {
 public:
  CheapestKernelSums(const CellRows& cells, const KernelOptions& options)
      : rows_(static_cast<double>(cells.rows())),
        cells_(static_cast<double>(cells.cells())),
        bandwidth_(options.bandwidth),
        tiled_(cells, options),
        fourier_(cells, options) {}

  Matrix gram_sums(const RowMatrix& points, bool keep) override {
    last_ = choose(points);
    return last_->gram_sums(points, keep);
  }
  RowMatrix gradient(const Matrix& contrast) const override { return last_->gradient(contrast); }
  std::string reason() const override { return last_ == nullptr ? why_ : last_->reason() + why_; }

 private:
  KernelSums* choose(const RowMatrix& points) {
    if (points.cols() > kMaxFourierCoordinates) {
      why_ = fmt::format(", as there are {} coordinates", points.cols());
      return &tiled_;
    }
    // In nanoseconds, measured: a pair of the tiles, a row's feature in three products, and one of
    // two cells in two more.
    const double tiles = tiled_.pairs() * (1.0 + 0.2 * static_cast<double>(points.cols()));
    const double features = fourier_features(points, bandwidth_);
    const double series = rows_ * (features + 300) + 0.2 * features * cells_ * cells_;
    const bool is_series = series < tiles && fourier_.is_affordable(points);
    why_ =
        fmt::format(": about {:.2g} of the time of {}", is_series ? series / tiles : tiles / series,
                    is_series ? "tiles" : "a Fourier series");
    return is_series ? static_cast<KernelSums*>(&fourier_) : &tiled_;
  }

  double rows_, cells_, bandwidth_;
  TiledKernelSums<double> tiled_;
  FourierKernelSums fourier_;
  KernelSums* last_ = nullptr;
  std::string why_;
};

}  // namespace

double CellRows::self_weight(Index cell) const {
  return weights.segment(begin[cell], begin[cell + 1] - begin[cell]).squaredNorm();
}

double CellRows::inverse_rows(Index cell) const {
  return counts.size() > 0 ? 1 / counts(cell) : self_weight(cell);
}

CellRows CellRows::uniform(const std::vector<Index>& counts) {
  CellRows cells;
  for (const Index count : counts) cells.begin.push_back(cells.begin.back() + count);
  cells.weights.resize(cells.rows());
  for (std::size_t c = 0; c < counts.size(); ++c) {
    cells.weights.segment(cells.begin[c], counts[c])
        .setConstant(1 / static_cast<double>(counts[c]));
  }
  return cells;
}

void CellRows::validate() const {
  for (Index c = 0; c < cells(); ++c) {
    if (begin[c + 1] <= begin[c]) {
      reject(kernels_message<"kernel-cell-without-rows">("cell"_is(c)));
    }
  }
  if (weights.size() != rows()) {
    reject(kernels_message<"kernel-weights">("weights"_is(weights.size()),
                                             "rows"_is(Counted{rows(), "row", "rows"})));
  }
  for (Index i = 0; i < rows(); ++i) {
    if (!(weights(i) > 0) || !std::isfinite(weights(i))) {
      reject(kernels_message<"kernel-weight">("row"_is(i + 1), "weight"_is(weights(i))));
    }
  }
}

void KernelOptions::validate() const {
  check_field("bandwidth", bandwidth, {.least = 0, .excludes_least = true});
  check_field("random_features", static_cast<double>(random_features), {.least = 1});
}

std::unique_ptr<KernelSums> make_kernel_sums(CellRows cells, const KernelOptions& options) {
  if (options.family == KernelFamily::kLaplace) {
    return std::make_unique<LaplaceKernelSums>(std::move(cells), options);
  }
  switch (options.method) {
    case KernelMethod::kTiled:
      return std::make_unique<TiledKernelSums<double>>(std::move(cells), options);
    case KernelMethod::kTiledSingle:
      return std::make_unique<TiledKernelSums<float>>(std::move(cells), options);
    case KernelMethod::kFourier:
      return std::make_unique<FourierKernelSums>(std::move(cells), options);
    case KernelMethod::kRandomFeatures:
      return std::make_unique<RandomFeatureSums>(std::move(cells), options);
    case KernelMethod::kAutomatic:
      break;
  }
  return std::make_unique<CheapestKernelSums>(cells, options);
}

}  // namespace fairpca
