// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/kernels/kernel_sums.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "kernels/kernel_oracle.h"
#include "kernels/tiled_kernel_sums.h"

namespace fairpca {
namespace kernel_sums_test {

using testing::HasSubstr;

KernelOptions options_of(KernelMethod method, double bandwidth = 1.3, int threads = 1) {
  return {.bandwidth = bandwidth, .method = method, .threads = threads};
}

struct Case {
  std::vector<Index> counts;
  Index coordinates;
};

const std::vector<Case> kCases = {{{1, 1}, 1},      {{40, 33}, 1},       {{70, 129}, 2},
                                  {{5, 64, 90}, 2}, {{31, 2, 77, 8}, 3}, {{50, 61}, 10}};

void expect_definition(const Case& sample, KernelMethod method, double tolerance) {
  const CellRows cells = uneven_cells(sample.counts, 3);
  const RowMatrix z = normal_points(cells.rows(), sample.coordinates, 5);
  const Matrix contrast = symmetric_contrast(cells.cells(), 7);
  const LoopSums loops(cells, z, 1.3, contrast);
  const auto sums = make_kernel_sums(cells, options_of(method));
  const Matrix between = sums->between(z, true);
  EXPECT_LE((between - loops.between).cwiseAbs().maxCoeff(), tolerance);
  const double largest = loops.gradient.cwiseAbs().maxCoeff();
  EXPECT_LE((sums->gradient(contrast) - loops.gradient).cwiseAbs().maxCoeff(),
            tolerance * (1 + largest))
      << sums->reason();
  EXPECT_EQ(between, sums->between(z, false)) << "sums alone";
}

TEST(KernelSumsTest, TilesGiveTheDoubleLoop) {
  for (const Case& sample : kCases) expect_definition(sample, KernelMethod::kTiled, 1e-14);
}

TEST(KernelSumsTest, SinglePrecisionTilesGiveItToAMillionth) {
  for (const Case& sample : kCases) expect_definition(sample, KernelMethod::kTiledSingle, 1e-6);
}

TEST(KernelSumsTest, TheFourierSeriesGivesTheDoubleLoop) {
  for (const Case& sample : kCases) {
    if (sample.coordinates <= 3) expect_definition(sample, KernelMethod::kFourier, 2e-12);
  }
}

TEST(KernelSumsTest, TheAutomaticChoiceGivesTheDoubleLoopAndItsReason) {
  for (const Case& sample : kCases) expect_definition(sample, KernelMethod::kAutomatic, 2e-12);
  const CellRows cells = CellRows::uniform({40, 50});
  const auto sums = make_kernel_sums(cells, options_of(KernelMethod::kAutomatic));
  sums->between(normal_points(90, 10, 1), false);
  EXPECT_THAT(sums->reason(), HasSubstr("tiled, double precision, as there are 10 coordinates"));
  const CellRows many = CellRows::uniform({4000, 5000});
  const auto fast = make_kernel_sums(many, options_of(KernelMethod::kAutomatic));
  fast->between(normal_points(9000, 1, 1), false);
  EXPECT_THAT(fast->reason(), HasSubstr("Fourier series"));
}

TEST(KernelSumsTest, OutliersAndTinyBandwidthsDoNoHarm) {
  const CellRows cells = CellRows::uniform({40, 30});
  RowMatrix z = normal_points(70, 2, 9);
  z(3, 0) = 1e6;
  z(50, 1) = -1e8;
  for (const double bandwidth : {1e-3, 1.0, 1e5}) {
    const Matrix contrast = symmetric_contrast(2, 1);
    const LoopSums loops(cells, z, bandwidth, contrast);
    const auto sums = make_kernel_sums(cells, options_of(KernelMethod::kTiled, bandwidth));
    EXPECT_LE((sums->between(z, true) - loops.between).cwiseAbs().maxCoeff(), 1e-14);
    const double scale = loops.gradient.cwiseAbs().maxCoeff();
    EXPECT_LE((sums->gradient(contrast) - loops.gradient).cwiseAbs().maxCoeff(),
              1e-11 * scale + 1e-13 / bandwidth);
  }
}

TEST(KernelSumsTest, KernelsNearTheSmallestNumbersAreExactOrNothing) {
  const CellRows cells = CellRows::uniform({40, 30});
  const Matrix contrast = symmetric_contrast(2, 1);
  for (double distance = 15; distance < 45; distance += 1.5) {
    RowMatrix z = normal_points(70, 2, 9);
    z(3, 0) = distance;
    const LoopSums loops(cells, z, 1, contrast);
    for (const KernelMethod method : {KernelMethod::kTiled, KernelMethod::kTiledSingle}) {
      const double tolerance = method == KernelMethod::kTiled ? 1e-14 : 1e-6;
      const auto sums = make_kernel_sums(cells, options_of(method, 1));
      EXPECT_LE((sums->between(z, true) - loops.between).cwiseAbs().maxCoeff(), tolerance);
      EXPECT_LE((sums->gradient(contrast) - loops.gradient).cwiseAbs().maxCoeff(), tolerance)
          << distance;
    }
  }
}

TEST(KernelSumsTest, AnyNumberOfThreadsGivesTheSameBits) {
  const CellRows cells = uneven_cells({700, 411}, 3);
  const Matrix contrast = symmetric_contrast(2, 7);
  for (const KernelMethod method : {KernelMethod::kTiled, KernelMethod::kTiledSingle,
                                    KernelMethod::kFourier, KernelMethod::kRandomFeatures}) {
    const RowMatrix z = normal_points(cells.rows(), 2, 5);
    const auto one = make_kernel_sums(cells, options_of(method, 1, 1));
    const auto four = make_kernel_sums(cells, options_of(method, 1, 4));
    EXPECT_EQ(one->between(z, true), four->between(z, true));
    EXPECT_EQ(one->gradient(contrast), four->gradient(contrast));
  }
}

TEST(KernelSumsTest, RandomFeaturesComeCloseAndTheirGradientIsTheirOwn) {
  const CellRows cells = CellRows::uniform({60, 45});
  const RowMatrix z = normal_points(105, 4, 5);
  KernelOptions options = options_of(KernelMethod::kRandomFeatures, 1.5);
  options.random_features = 4096;
  const auto sums = make_kernel_sums(cells, options);
  const Matrix contrast = symmetric_contrast(2, 7);
  const LoopSums loops(cells, z, 1.5, contrast);
  EXPECT_LE((sums->between(z, true) - loops.between).cwiseAbs().maxCoeff(), 0.05);
  const RowMatrix gradient = sums->gradient(contrast);
  const RowMatrix direction = normal_points(105, 4, 8);
  const auto value = [&](double t) {
    return contrast.cwiseProduct(sums->between(z + t * direction, false)).sum();
  };
  const double slope = (value(1e-5) - value(-1e-5)) / 2e-5;
  EXPECT_NEAR(gradient.cwiseProduct(direction).sum(), slope, 1e-8);
}

TEST(KernelSumsTest, RefusesEmptyCellsBadWeightsAndBandwidths) {
  const auto message = [](const CellRows& cells, const KernelOptions& options) {
    try {
      make_kernel_sums(cells, options);
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const CellRows good = CellRows::uniform({2, 2});
  EXPECT_THAT(message(CellRows::uniform({2, 0}), {}), HasSubstr("cell 1 has no rows"));
  CellRows bad = good;
  bad.weights(2) = 0;
  EXPECT_THAT(message(bad, {}), HasSubstr("row 2: a weight must be finite and > 0, got 0"));
  EXPECT_THAT(message(good, options_of(KernelMethod::kTiled, 0)),
              HasSubstr("bandwidth must be finite and > 0, got 0"));
  const auto narrow = make_kernel_sums(good, options_of(KernelMethod::kFourier, 1e-6));
  try {
    narrow->between(normal_points(4, 2, 1), false);
    ADD_FAILURE() << "a series of very many features";
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), HasSubstr("take tiles (--kernel tiled)"));
  }
  const auto sums = make_kernel_sums(good, options_of(KernelMethod::kFourier));
  EXPECT_THROW(sums->between(normal_points(4, 4, 1), false), InvalidArgument);
}

}  // namespace kernel_sums_test
}  // namespace fairpca
