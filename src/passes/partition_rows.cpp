// SPDX-License-Identifier: BSD-3-Clause
#include "passes/partition_rows.h"

#include <algorithm>
#include <numbers>
#include <utility>

#include "fairpca/error.h"
#include "fairpca/model/model_file.h"
#include "kernels/sines_and_cosines.h"
#include "moments/block_cells.h"
#include "random/row_hash.h"
#include "rows/adapted_rows.h"
#include "rows/map_blocks.h"

namespace fairpca {
namespace {

template <class Visit>
void for_each_block_of(PartitionRows& partition, const Visit& visit) {
  map_blocks(
      partition.rows, PassOptions{},
      [&](const RowBlock& block) {
        visit(block);
        return 0;
      },
      [](int) {});
}

/// visit(row, cell) of every row that counts, in order.
template <class Visit>
void for_each_counted_row(const PartitionRows& partition, const RowBlock& block,
                          const Visit& visit) {
  const auto level = [](const LevelColumn& column, Index row) -> std::optional<std::string> {
    const std::int32_t code = column.codes[static_cast<std::size_t>(row)];
    if (code == LevelColumn::kMissing) return std::nullopt;
    return column.levels[static_cast<std::size_t>(code)];
  };
  const std::vector<Index> counted =
      counted_rows(block, partition.settings.missing, partition.missing_is_level);
  CellKey key;
  for (const Index row : counted) {
    key.levels.clear();
    for (const LevelColumn& column : block.protected_levels) {
      key.levels.push_back(level(column, row));
    }
    key.label = block.label.codes.empty() ? std::nullopt : level(block.label, row);
    visit(row, key);
  }
}

/// Calls `gather`; that there were no rows, or none were left, is no mistake of one partition.
template <class Gather>
bool gathers(const Gather& gather) {
  try {
    gather();
    return true;
  } catch (const InvalidArgument& error) {
    const std::string_view code = error.message().code();
    if (code == "empty-table" || code == "all-rows-dropped") return false;
    throw;
  }
}

}  // namespace

std::string count_value(PartitionRows& partition) {
  CellCounts counts;
  for_each_block_of(partition, [&](const RowBlock& block) {
    if (!partition.request.counts_cells) return;
    for_each_counted_row(partition, block, [&](Index, const CellKey& key) { counts[key] += 1; });
  });
  return counts.empty() ? std::string() : value_bytes(counts);
}

std::string means_value(PartitionRows& partition) {
  std::optional<ColumnMeans> means;
  for_each_block_of(partition, [&](const RowBlock& block) {
    ColumnMeans part(block, partition.settings.missing_category);
    if (means) {
      means->merge(part);
    } else {
      means = std::move(part);
    }
  });
  return means ? value_bytes(*means) : std::string();
}

std::string moments_value(PartitionRows& partition) {
  const PassRequest& request = partition.request;
  const FitSettings& settings = partition.settings;
  BandwidthRows kept(partition.rows.schema(), settings, partition.missing_is_level);
  AdaptedRows watched(partition.rows, partition.rows.schema(), [&](RowBlock& block) {
    if (!request.keeps_bandwidth_rows) return;
    block.first_row += partition.first_row;
    kept.add(block);
    block.first_row -= partition.first_row;
  });
  MomentsPart part;
  const bool has_rows = gathers([&] {
    part.moments = request.encoding ? accumulate_moments(watched, *request.encoding, request.encode)
                                    : accumulate_moments(watched, PassOptions{}, settings.missing,
                                                         settings.missing_category);
  });
  if (!has_rows) return {};
  part.kept = kept.kept();
  return value_bytes(part);
}

std::string sample_value(PartitionRows& partition) {
  std::map<CellKey, double> below;
  for (const SampledCell& cell : partition.request.cells) {
    below[{cell.levels, cell.label}] = cell.below;
  }
  SampledRowsPart sample;
  for_each_block_of(partition, [&](const RowBlock& block) {
    for_each_counted_row(partition, block, [&](Index row, const CellKey& key) {
      const auto cell = below.find(key);
      const Index number = partition.first_row + block.first_row + row;
      const double hash = row_hash(partition.request.seed, number);
      if (cell == below.end() || !(hash < cell->second)) return;
      const double weight =
          block.weights.empty() ? 1.0 : block.weights[static_cast<std::size_t>(row)];
      sample.push_back({{{hash, number}, BandwidthRows::copy_of(block, row)}, key, weight});
    });
  });
  return sample.empty() ? std::string() : value_bytes(sample);
}

std::string features_value(PartitionRows& partition) {
  const PassRequest& request = partition.request;
  const Model model = parse_model(request.model);
  const Matrix turns = request.frequencies / (2 * std::numbers::pi);
  require_bytes(turns.rows() == model.dimensions());
  FeatureSums sums;
  for_each_block_of(partition, [&](const RowBlock& block) {
    const EncodedBlock encoded = model.encoding.encode(block, request.encode);
    const RowMatrix points = model.transform(encoded.rows);
    const std::vector<double> weights = weights_of(block, encoded);
    const Matrix angles = points * turns;
    Matrix sines(angles.rows(), angles.cols()), cosines(angles.rows(), angles.cols());
    sines_and_cosines(angles.data(), angles.size(), sines.data(), cosines.data());
    for (const BlockCell& cell : cells_of(block, encoded)) {
      FeatureSums::Cell& sum = sums.cells[cell.key];
      if (sum.cosines.size() == 0) {
        sum.cosines = Vector::Zero(turns.cols());
        sum.sines = Vector::Zero(turns.cols());
      }
      for (const Index row : cell.rows) {
        const double weight = weights.empty() ? 1.0 : weights[static_cast<std::size_t>(row)];
        if (!(weight > 0)) continue;
        sum.weight += weight;
        sum.rows += 1;
        sum.cosines += weight * cosines.row(row).transpose();
        sum.sines += weight * sines.row(row).transpose();
      }
    }
  });
  return sums.cells.empty() ? std::string() : value_bytes(sums);
}

std::vector<PreparedBlock> prepared_blocks(PartitionRows& partition) {
  std::vector<PreparedBlock> blocks;
  AdaptedRows complete(partition.rows, partition.rows.schema(), [&](RowBlock& block) {
    if (partition.request.leaves_rows_out) weigh_complete_rows(block, partition.missing_is_level);
  });
  map_blocks(
      complete, PassOptions{},
      [&](const RowBlock& block) { return prepare_block(block, partition.request.preparation); },
      [&](PreparedBlock block) {
        block.first_row += partition.first_row;
        blocks.push_back(std::move(block));
      });
  return blocks;
}

}  // namespace fairpca
