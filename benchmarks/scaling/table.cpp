// SPDX-License-Identifier: BSD-3-Clause
#include "scaling/table.h"

#include <cmath>
#include <random>

#include <fmt/format.h>

#include "random/random_stream.h"

namespace fairpca::scaling {
namespace {

/// Mean 0, variance 1: the sum of four uniform numbers of 16 bits, from one draw.
double nearly_normal(std::mt19937_64& engine) {
  const std::uint64_t bits = engine();
  const auto sum = static_cast<double>((bits & 0xffff) + (bits >> 16 & 0xffff) +
                                       (bits >> 32 & 0xffff) + (bits >> 48));
  return (sum / 65536 - 2) * std::sqrt(3.0);
}

}  // namespace

SyntheticTable::SyntheticTable(const Sizes& sizes)
    : sizes_(sizes), rows_(sizes.rows, sizes.features) {
  const Index p = sizes.features;
  RandomStream draws(20, 0);
  const RowMatrix means =
      RowMatrix::NullaryExpr(sizes.groups, p, [&] { return 0.3 * draws.normal(); });
  const RowMatrix links =
      RowMatrix::NullaryExpr(sizes.groups, p, [&] { return draws.uniform() - 0.5; });
  const Vector scales = Vector::LinSpaced(p, 1, static_cast<double>(p)).cwiseSqrt().cwiseInverse();
  std::mt19937_64 engine(20);
  codes_.reserve(static_cast<std::size_t>(sizes.rows));
  for (Index i = 0; i < sizes.rows; ++i) {
    const Index group = i % sizes.groups;
    codes_.push_back(static_cast<std::int32_t>(group));
    double before = 0;
    for (Index j = 0; j < p; ++j) {
      before = scales(j) * (means(group, j) + nearly_normal(engine)) + links(group, j) * before;
      rows_(i, j) = before;
    }
  }
}

Table SyntheticTable::view() const {
  Table table;
  for (Index j = 1; j <= sizes_.features; ++j) {
    table.schema.features.push_back({fmt::format("x{}", j), ColumnKind::kNumeric});
  }
  LevelColumn groups{.levels = {}, .codes = codes_};
  for (Index g = 1; g <= sizes_.groups; ++g) groups.levels.push_back(fmt::format("g{}", g));
  table.schema.protected_columns = {"group"};
  table.protected_levels = {std::move(groups)};
  table.numeric = rows_;
  table.rows = sizes_.rows;
  return table;
}

}  // namespace fairpca::scaling
