// SPDX-License-Identifier: BSD-3-Clause
#include "fit/bandwidth_rows.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "fairpca/kernels/bandwidth.h"
#include "random/row_hash.h"
#include "rows/adapted_rows.h"

namespace fairpca {
namespace {

constexpr auto kMostRows = static_cast<std::size_t>(kMaxMedianRows);
/// Rows that are encoded and projected at once: wide rows are not all there twice.
constexpr Index kRowsAtOnce = 256;

}  // namespace

BandwidthRows::BandwidthRows(const Schema& schema, const FitSettings& settings,
                             std::vector<std::string> missing_is_level, bool numbers_stay)
    : schema_(std::make_shared<const Schema>(schema)),
      seed_(settings.seed),
      missing_(settings.missing),
      missing_is_level_(std::move(missing_is_level)),
      numbers_stay_(numbers_stay) {}

BandwidthRows::KeptRow BandwidthRows::copy_of(const RowBlock& block, Index row, bool numbers_stay) {
  KeptRow kept;
  if (numbers_stay && block.storage.size() == 0) {
    kept.viewed = block.numeric.middle_rows(row, 1);
  } else {
    kept.numeric.resize(block.numeric.cols());
    block.numeric.copy_row(row, kept.numeric.data());
  }
  for (const LevelColumn& column : block.categorical) {
    const std::int32_t code = column.codes[static_cast<std::size_t>(row)];
    kept.categories.push_back(code == LevelColumn::kMissing
                                  ? std::nullopt
                                  : std::optional(column.levels[static_cast<std::size_t>(code)]));
  }
  return kept;
}

void BandwidthRows::add(const RowBlock& block) {
  double most = std::numeric_limits<double>::infinity();
  {
    const std::lock_guard lock(mutex_);
    if (rows_.size() == kMostRows) most = rows_.rbegin()->first.first;
  }
  std::vector<Rank> ranks;
  for (Index row = 0; row < block.rows; ++row) {
    const double hash = row_hash(seed_, block.first_row + row);
    if (hash <= most) ranks.emplace_back(hash, row);
  }
  if (ranks.empty()) return;
  const std::vector<Index> counted = counted_rows(block, missing_, missing_is_level_);
  std::erase_if(ranks, [&](const Rank& rank) {
    return !std::binary_search(counted.begin(), counted.end(), rank.second);
  });
  std::sort(ranks.begin(), ranks.end());
  ranks.resize(std::min(ranks.size(), kMostRows));
  std::vector<RankedRow> offered;
  for (const auto& [hash, row] : ranks) {
    offered.emplace_back(Rank{hash, block.first_row + row}, copy_of(block, row, numbers_stay_));
  }
  add(std::move(offered));
}

void BandwidthRows::add(std::vector<RankedRow>&& offered) {
  const std::lock_guard lock(mutex_);
  for (auto& [rank, kept] : offered) {
    if (rows_.size() == kMostRows && rank > rows_.rbegin()->first) break;
    rows_.emplace(rank, std::move(kept));
    if (rows_.size() > kMostRows) rows_.erase(std::prev(rows_.end()));
  }
}

Index BandwidthRows::most_rows() {
  return kMaxMedianRows;
}

RowBlock BandwidthRows::next_block(Iterator& next) const {
  RowBlock block;
  block.schema = schema_;
  block.rows = std::min<Index>(kRowsAtOnce, std::distance(next, rows_.end()));
  block.storage.resize(block.rows,
                       std::max(next->second.numeric.size(), next->second.viewed.cols()));
  block.categorical.resize(next->second.categories.size());
  for (Index row = 0; row < block.rows; ++row, ++next) {
    const KeptRow& kept = next->second;
    if (kept.viewed.rows() > 0) {
      kept.viewed.copy_row(0, block.storage.row(row).data());
    } else {
      block.storage.row(row) = kept.numeric;
    }
    for (std::size_t i = 0; i < kept.categories.size(); ++i) {
      LevelColumn& column = block.categorical[i];
      if (!kept.categories[i]) {
        column.codes.push_back(LevelColumn::kMissing);
        continue;
      }
      const auto found = std::find(column.levels.begin(), column.levels.end(), *kept.categories[i]);
      column.codes.push_back(static_cast<std::int32_t>(found - column.levels.begin()));
      if (found == column.levels.end()) column.levels.push_back(*kept.categories[i]);
    }
  }
  block.numeric = block.storage;
  return block;
}

std::optional<double> BandwidthRows::bandwidth(const Model& model, const PreparedMoments& prepared,
                                               const FitSettings& settings, int& solves) const {
  if (rows_.size() < 2) return std::nullopt;
  EncodeOptions options{.missing = settings.missing, .fill = {}};
  // Plain PCA has no expectations of missing cells.
  if (settings.missing == MissingCells::kModel && !model.mixture) {
    options.missing = MissingCells::kMean;
  }
  if (options.missing == MissingCells::kMean) options.fill = prepared.mean;
  Model plain;
  const Model* projecting = &model;
  if (!model.mixture && model.method != "pca") {
    SpectralSolver spectral(settings.spectral);
    plain.mean = prepared.mean;
    plain.scale = prepared.scale;
    plain.projection.components =
        spectral.estimate(prepared.covariance, model.requested_dimensions).vectors;
    plain.projection.encode_scale = Vector::Ones(model.requested_dimensions);
    solves += spectral.solves();
    projecting = &plain;
  }
  RowMatrix points;
  for (Iterator next = rows_.begin(); next != rows_.end();) {
    const RowBlock block = next_block(next);
    const RowMatrix part = projecting->transform(model.encoding.encode(block, options).rows);
    const Index before = points.rows();
    points.conservativeResize(before + part.rows(), part.cols());
    points.bottomRows(part.rows()) = part;
  }
  const double width = kernel_bandwidth(points, BandwidthRule::kAuthors);
  return width > 0 ? std::optional(width) : std::nullopt;
}

}  // namespace fairpca
