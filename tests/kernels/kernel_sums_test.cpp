// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/kernels/kernel_sums.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/kernel_oracle.h"
#include "kernels/tiled_kernel_sums.h"
#include "text/rejection_of.h"

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
  const Matrix gram_sums = sums->gram_sums(z, true);
  EXPECT_LE((gram_sums - loops.gram_sums).cwiseAbs().maxCoeff(), tolerance);
  const double largest = loops.gradient.cwiseAbs().maxCoeff();
  EXPECT_LE((sums->gradient(contrast) - loops.gradient).cwiseAbs().maxCoeff(),
            tolerance * (1 + largest))
      << sums->reason();
  EXPECT_EQ(gram_sums, sums->gram_sums(z, false)) << "sums alone";
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
  sums->gram_sums(normal_points(90, 10, 1), false);
  EXPECT_THAT(sums->reason(), HasSubstr("tiled, double precision, as there are 10 coordinates"));
  const CellRows many = CellRows::uniform({4000, 5000});
  const auto fast = make_kernel_sums(many, options_of(KernelMethod::kAutomatic));
  fast->gram_sums(normal_points(9000, 1, 1), false);
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
    EXPECT_LE((sums->gram_sums(z, true) - loops.gram_sums).cwiseAbs().maxCoeff(), 1e-14);
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
      EXPECT_LE((sums->gram_sums(z, true) - loops.gram_sums).cwiseAbs().maxCoeff(), tolerance);
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
    EXPECT_EQ(one->gram_sums(z, true), four->gram_sums(z, true));
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
  EXPECT_LE((sums->gram_sums(z, true) - loops.gram_sums).cwiseAbs().maxCoeff(), 0.05);
  const RowMatrix gradient = sums->gradient(contrast);
  const RowMatrix direction = normal_points(105, 4, 8);
  const auto value = [&](double t) {
    return contrast.cwiseProduct(sums->gram_sums(z + t * direction, false)).sum();
  };
  const double slope = (value(1e-5) - value(-1e-5)) / 2e-5;
  EXPECT_NEAR(gradient.cwiseProduct(direction).sum(), slope, 1e-8);
}

TEST(KernelSumsTest, RejectsEmptyCellsBadWeightsAndBandwidths) {
  const auto rejection = [](const CellRows& cells, const KernelOptions& options) {
    return rejection_of([&] { make_kernel_sums(cells, options); });
  };
  const CellRows good = CellRows::uniform({2, 2});
  const Message empty = rejection(CellRows::uniform({2, 0}), {});
  EXPECT_EQ(empty.code(), "kernel-cell-without-rows");
  EXPECT_EQ(empty.argument("cell"), "1");
  CellRows bad = good;
  bad.weights(2) = 0;
  const Message weight = rejection(bad, {});
  EXPECT_EQ(weight.code(), "kernel-weight");
  EXPECT_EQ(weight.place().row, 3);
  EXPECT_EQ(weight.argument("weight"), "0");
  bad.weights.resize(3);
  EXPECT_EQ(rejection(bad, {}).code(), "kernel-weights");
  const Message bandwidth = rejection(good, options_of(KernelMethod::kTiled, 0));
  EXPECT_EQ(bandwidth.code(), "option-value");
  EXPECT_EQ(bandwidth.option(), "bandwidth");
  KernelOptions none = options_of(KernelMethod::kRandomFeatures);
  none.random_features = 0;
  EXPECT_EQ(rejection(good, none).option(), "random_features");
}

TEST(KernelSumsTest, RejectsASeriesOfTooManyFeaturesOrCoordinates) {
  const CellRows cells = CellRows::uniform({2, 2});
  const auto rejection = [&](double bandwidth, Index coordinates) {
    const auto sums = make_kernel_sums(cells, options_of(KernelMethod::kFourier, bandwidth));
    return rejection_of([&] { sums->gram_sums(normal_points(4, coordinates, 1), false); });
  };
  const Message narrow = rejection(1e-6, 2);
  EXPECT_EQ(narrow.code(), "fourier-features");
  EXPECT_EQ(narrow.option(), "kernel");
  EXPECT_THAT(narrow.ways_out(),
              testing::ElementsAre(Setting{"kernel", "tiled"}, Setting{"bandwidth"}));
  const Message wide = rejection(1, 4);
  EXPECT_EQ(wide.code(), "fourier-dimensions");
  EXPECT_EQ(wide.argument("dimensions"), "4");
}

}  // namespace kernel_sums_test
}  // namespace fairpca
