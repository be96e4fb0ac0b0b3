// SPDX-License-Identifier: BSD-3-Clause
// What fairness costs: the exact front of error against gap between two groups, from one pass over
// the rows.
#include <cstdio>

#include "fairpca/fit/fairness_path.h"
#include "toy_table.h"

using namespace fairpca;

int main() {
  const SyntheticData toy = synthesize("rfpca-toy", {.seed = 1});
  MatrixRows rows(table_of(toy));
  FitSettings settings;
  settings.dimensions.wanted = Index{1};
  PathOptions options;
  options.lambdas = {0.5, 1.0};
  const FairnessPath path = path_rows(rows, settings, options).path;

  std::printf("%zu points from PCA to the smallest gap:\n", path.gap_front.size());
  for (const PathPoint& point : {path.gap_front.front(), path.gap_front.back()}) {
    std::printf("  error %.4f, gap %.4f\n", point.error, point.gap);
  }
  for (const PathMark& mark : path.marks) {
    std::printf("%-26s error %.4f, gap %.4f, %s\n", mark.name.c_str(), mark.point.error,
                mark.point.gap, to_string(mark.status).c_str());
  }
  const PathPoint &pca = path.gap_front.front(), &fairest = path.gap_front.back();
  return path.certified && fairest.gap < pca.gap && fairest.error > pca.error ? 0 : 1;
}
