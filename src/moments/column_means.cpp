// SPDX-License-Identifier: BSD-3-Clause
#include "moments/column_means.h"

#include <algorithm>
#include <cmath>

#include "moments/mean_shares.h"
#include "moments/messages.h"
#include "rows/block_columns.h"

namespace fairpca {
namespace {

double weight_at(const RowBlock& block, Index row) {
  return block.weights.empty() ? 1.0 : block.weights[row];
}

/// Weight and mean of the finite cells.
struct NumericMean {
  double weight = 0, mean = 0;

  void add(double value, double value_weight) {
    mean = weight == 0 ? value : MeanShares(weight, value_weight).mean(mean, value);
    weight += value_weight;
  }
};

/// One per numeric column of the block.
std::vector<NumericMean> numeric_means(const RowBlock& block) {
  std::vector<NumericMean> means(static_cast<std::size_t>(block.numeric.cols()));
  for (Index row = 0; row < block.rows; ++row) {
    const double weight = weight_at(block, row);
    if (weight == 0) continue;
    for (Index col = 0; col < block.numeric.cols(); ++col) {
      const double value = block.numeric(row, col);
      if (std::isfinite(value)) means[col].add(value, weight);
    }
  }
  return means;
}

/// The weight of each level met; of missing cells too, under `kMissingLevel`, if they are a level.
std::map<std::string, double> weigh_levels(const RowBlock& block, const LevelColumn& column,
                                           bool missing_is_level) {
  std::vector<double> weights(column.levels.size(), 0.0);
  std::vector<char> met(column.levels.size(), 0);
  double missing_weight = 0;
  for (Index row = 0; row < block.rows; ++row) {
    const std::int32_t code = column.codes[row];
    if (code == LevelColumn::kMissing) {
      missing_weight += weight_at(block, row);
      continue;
    }
    weights[code] += weight_at(block, row);
    met[code] = 1;
  }
  std::map<std::string, double> by_level;
  for (std::size_t code = 0; code < weights.size(); ++code) {
    if (met[code] != 0) by_level.emplace(column.levels[code], weights[code]);
  }
  if (missing_is_level) by_level[std::string(kMissingLevel)] += missing_weight;
  return by_level;
}

}  // namespace

ColumnMeans::ColumnMeans(const RowBlock& block, MissingCategory missing_category) {
  const std::vector<BlockColumn> places = block_columns(*block.schema);
  const std::vector<NumericMean> numeric = numeric_means(block);
  for (std::size_t i = 0; i < places.size(); ++i) {
    Column& column = columns_.emplace_back();
    column.feature = block.schema->features[i];
    if (places[i].kind == ColumnKind::kNumeric) {
      column.weight = numeric[places[i].position].weight;
      column.mean = numeric[places[i].position].mean;
    } else {
      const LevelColumn& levels = block.categorical[places[i].position];
      column.missing_is_level = missing_category == MissingCategory::kLevel &&
                                std::find(levels.codes.begin(), levels.codes.end(),
                                          LevelColumn::kMissing) != levels.codes.end();
      column.level_weights = weigh_levels(block, levels, column.missing_is_level);
      for (const auto& [level, weight] : column.level_weights) column.weight += weight;
    }
  }
}

void ColumnMeans::merge(const ColumnMeans& other) {
  if (columns_.empty()) {
    *this = other;
    return;
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    const Column& more = other.columns_[i];
    for (const auto& [level, weight] : more.level_weights) column.level_weights[level] += weight;
    column.missing_is_level = column.missing_is_level || more.missing_is_level;
    if (more.weight == 0) continue;
    column.mean = MeanShares(column.weight, more.weight).mean(column.mean, more.mean);
    column.weight += more.weight;
  }
}

Encoding ColumnMeans::encoding() const {
  std::vector<EncodedColumn> encoded;
  for (const Column& column : columns_) {
    EncodedColumn& last = encoded.emplace_back(EncodedColumn{column.feature, {}});
    for (const auto& [level, weight] : column.level_weights) last.levels.push_back(level);
    last.missing_is_level = column.missing_is_level;
  }
  return Encoding(std::move(encoded));
}

Vector ColumnMeans::fill() const {
  std::vector<double> values;
  for (const Column& column : columns_) {
    if (column.weight == 0) {
      reject(moments_message<"column-without-values">("column"_is(Quoted{column.feature.name})));
    }
    if (column.feature.kind == ColumnKind::kNumeric) {
      values.push_back(column.mean);
    } else {
      for (const auto& [level, weight] : column.level_weights) {
        values.push_back(weight / column.weight);
      }
    }
  }
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace fairpca
