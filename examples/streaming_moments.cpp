// SPDX-License-Identifier: BSD-3-Clause
// Statistics of two parts of a table, gathered apart, merged, and fitted without a row at hand.
#include <cmath>
#include <cstdio>

#include "fairpca/fit/fit.h"
#include "fairpca/moments/group_moments.h"
#include "toy_table.h"

using namespace fairpca;

namespace {

/// The rows from `first` on, `count` of them.
SyntheticData part_of(const SyntheticData& all, Index first, Index count) {
  SyntheticData part{
      .rows = all.rows.middleRows(first, count), .columns = all.columns, .group = {}};
  part.group.assign(all.group.begin() + first, all.group.begin() + first + count);
  return part;
}

GroupMoments moments_of(const SyntheticData& data) {
  MatrixRows rows(table_of(data));
  return accumulate_moments(rows);
}

double error_of(const GroupMoments& moments) {
  FitSettings settings;
  settings.method = "fair-pca";
  settings.dimensions.wanted = Index{1};
  return fit_moments(moments, settings).fit.report.reconstruction_error;
}

}  // namespace

int main() {
  const SyntheticData all = synthesize("rfpca-toy", {.seed = 1});
  const Index half = all.rows.rows() / 2;
  const SyntheticData first = part_of(all, 0, half);
  const SyntheticData second = part_of(all, half, all.rows.rows() - half);

  GroupMoments merged = moments_of(first);  // on one machine
  merged.merge(moments_of(second));         // from another
  const double from_parts = error_of(merged), from_all = error_of(moments_of(all));
  std::printf("%td rows in %zu groups; error %.12f from the parts, %.12f from all rows at once\n",
              merged.rows(), merged.cells().size(), from_parts, from_all);
  return std::abs(from_parts - from_all) <= 1e-12 * from_all ? 0 : 1;
}
