// SPDX-License-Identifier: BSD-3-Clause
#include "passes/fit_sample.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "fairpca/error.h"
#include "fairpca/rows/matrix_rows.h"
#include "fit/messages.h"
#include "passes/all_rows_mmd.h"

namespace fairpca {
namespace {

/// Rows of each cell that the sample holds: the same share of all, at least one.
std::map<CellKey, Index> sizes_of_cells(const CellCounts& counts, Index wanted) {
  Index rows = 0;
  for (const auto& [key, count] : counts) rows += count;
  std::map<CellKey, Index> sizes;
  const double share = std::min(1.0, static_cast<double>(wanted) / static_cast<double>(rows));
  for (const auto& [key, count] : counts) {
    const auto part = static_cast<Index>(share * static_cast<double>(count));
    sizes[key] = share >= 1 ? count : std::max<Index>(1, part);
  }
  return sizes;
}

/// A hash that at least `size` of `count` rows are below, all but surely.
double hash_limit(Index size, Index count) {
  if (size >= count) return 1;
  const auto wanted = static_cast<double>(size);
  return std::min(1.0, (wanted + 8 * std::sqrt(wanted) + 16) / static_cast<double>(count));
}

/// Per cell those of smallest hash; all in the order of the rows.
SampledRowsPart drawn_rows(SampledRowsPart offered, const std::map<CellKey, Index>& sizes) {
  std::sort(offered.begin(), offered.end(),
            [](const SampledRow& a, const SampledRow& b) { return a.row.first < b.row.first; });
  std::map<CellKey, Index> taken;
  SampledRowsPart drawn;
  for (SampledRow& row : offered) {
    const auto size = sizes.find(row.cell);
    if (size == sizes.end() || taken[row.cell]++ >= size->second) continue;
    drawn.push_back(std::move(row));
  }
  std::sort(drawn.begin(), drawn.end(), [](const SampledRow& a, const SampledRow& b) {
    return a.row.first.second < b.row.first.second;
  });
  return drawn;
}

void append_level(LevelColumn& column, const std::optional<std::string>& level) {
  if (!level) {
    column.codes.push_back(LevelColumn::kMissing);
    return;
  }
  const auto found = std::find(column.levels.begin(), column.levels.end(), *level);
  column.codes.push_back(static_cast<std::int32_t>(found - column.levels.begin()));
  if (found == column.levels.end()) column.levels.push_back(*level);
}

/// The rows as a table, whose numbers are in `numbers`.
Table table_of(const SampledRowsPart& rows, const Schema& schema, RowMatrix& numbers) {
  Table table;
  table.schema = schema;
  table.rows = static_cast<Index>(rows.size());
  const BandwidthRows::KeptRow& first = rows.front().row.second;
  numbers.resize(table.rows, first.numeric.size());
  table.categorical.resize(first.categories.size());
  table.protected_levels.resize(schema.protected_columns.size());
  for (Index i = 0; i < table.rows; ++i) {
    const SampledRow& row = rows[static_cast<std::size_t>(i)];
    const BandwidthRows::KeptRow& kept = row.row.second;
    require_bytes(kept.numeric.size() == numbers.cols() &&
                  kept.categories.size() == table.categorical.size() &&
                  row.cell.levels.size() == table.protected_levels.size());
    numbers.row(i) = kept.numeric.transpose();
    for (std::size_t j = 0; j < kept.categories.size(); ++j) {
      append_level(table.categorical[j], kept.categories[j]);
    }
    for (std::size_t j = 0; j < row.cell.levels.size(); ++j) {
      append_level(table.protected_levels[j], row.cell.levels[j]);
    }
    if (schema.label) append_level(table.label, row.cell.label);
    if (schema.weight) table.weights.push_back(row.weight);
  }
  table.numeric = numbers;
  return table;
}

}  // namespace

TimedFit fit_sample(PassDriver& driver, const FitPassesOptions& options) {
  PassRequest counting;
  counting.kind = PassKind::kCount;
  counting.counts_cells = true;
  const std::optional<CellCounts> counts = driver.run<CellCounts>(counting);
  if (!counts) reject(fit_message<"no-rows">());
  const std::map<CellKey, Index> sizes = sizes_of_cells(*counts, options.sample_rows);
  PassRequest sampling;
  sampling.kind = PassKind::kSample;
  sampling.seed = driver.settings().seed;
  for (const auto& [key, count] : *counts) {
    sampling.cells.push_back({key.levels, key.label, hash_limit(sizes.at(key), count)});
  }
  std::optional<SampledRowsPart> offered = driver.run<SampledRowsPart>(sampling);
  if (!offered) reject(fit_message<"no-rows">());
  const SampledRowsPart rows = drawn_rows(std::move(*offered), sizes);
  RowMatrix numbers;
  MatrixRows source(table_of(rows, driver.schema(), numbers));
  TimedFit result = fit_rows(source, driver.settings());
  add_mmd_of_all_rows(driver, static_cast<Index>(rows.size()), options.random_features, result.fit);
  return result;
}

}  // namespace fairpca
