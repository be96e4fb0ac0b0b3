// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <utility>

#include "fairpca/error.h"
#include "fit/fit_gathered.h"
#include "moments/rows_in_groups.h"
#include "passes/partition_rows.h"
#include "passes/pass_result.h"
#include "passes/pass_values.h"
#include "passes/prepared_partition.h"
#include "rows/block_columns.h"

namespace fairpca {
namespace {

PartitionFacts with_problem(PartitionFacts facts, const Message& message, Spelling spelling) {
  const Place place = message.place();
  facts.problem = {std::string(message.code()), message.text(spelling),
                   std::max<Index>(place.row, 0), place.column};
  return facts;
}

bool shows_a_cell(const RowBlock& block, const BlockColumn& column) {
  if (column.kind == ColumnKind::kCategorical) {
    const std::vector<std::int32_t>& codes =
        block.categorical[static_cast<std::size_t>(column.position)].codes;
    return std::any_of(codes.begin(), codes.end(),
                       [](std::int32_t code) { return code != LevelColumn::kMissing; });
  }
  for (Index row = 0; row < block.rows; ++row) {
    if (!std::isnan(block.numeric(row, column.position))) return true;
  }
  return false;
}

/// Notes how many rows there are, also if they are read twice, and which columns show a cell.
void note_block(const RowBlock& block, PartitionFacts& facts) {
  facts.rows = std::max(facts.rows, block.first_row + block.rows);
  const std::vector<BlockColumn> places = block_columns(*block.schema);
  for (std::size_t i = 0; i < facts.features.size(); ++i) {
    if (!facts.shown[i]) facts.shown[i] = shows_a_cell(block, places[i]);
  }
}

std::string prepared_partition(const PartitionRows& rows, const PartitionFacts& facts,
                               std::vector<PreparedBlock> blocks) {
  PreparedPartition partition{facts, rows.request.preparation.mean.size(),
                              static_cast<Index>(rows.request.preparation.cells.size()),
                              std::move(blocks)};
  return prepared_bytes(partition);
}

std::string value_of(PartitionRows& rows) {
  switch (rows.request.kind) {
    case PassKind::kCount:
      return count_value(rows);
    case PassKind::kMeans:
      return means_value(rows);
    case PassKind::kMoments:
      return moments_value(rows);
    case PassKind::kSample:
      return sample_value(rows);
    case PassKind::kFeatures:
      return features_value(rows);
    default:
      require_bytes(false);
      return {};
  }
}

std::string work_on(PartitionRows& rows, PartitionFacts& facts) {
  if (rows.request.kind == PassKind::kPrepare) {
    std::vector<PreparedBlock> blocks = prepared_blocks(rows);
    return prepared_partition(rows, facts, std::move(blocks));
  }
  PassResult result;
  result.kind = rows.request.kind;
  result.value = value_of(rows);
  result.partitions.push_back(facts);
  return result_bytes(result);
}

/// The result of a partition that adds nothing.
std::string result_without_value(PassKind kind, PartitionFacts facts) {
  if (kind == PassKind::kPrepare) return prepared_bytes({facts, 0, 0, {}});
  PassResult result;
  result.kind = kind;
  result.partitions.push_back(std::move(facts));
  return result_bytes(result);
}

std::string value_of_prepared(PreparedRows& rows, const PassRequest& request) {
  switch (request.kind) {
    case PassKind::kCellWeights:
      return value_bytes(rows.weight_per_cell());
    case PassKind::kHashCounts:
      return value_bytes(rows.count_hashes(request.seed));
    case PassKind::kHashes:
      require_bytes(static_cast<Index>(request.places.size()) == rows.cell_count());
      return value_bytes(rows.hashes_at(request.places, request.seed));
    case PassKind::kStartRows:
      return value_bytes(rows.start_rows(request.cell_weights, request.expected_rows, request.seed,
                                         request.wanted));
    case PassKind::kSums:
      return value_bytes(rows.sums(request.mixture, request.cell_weights, request.m_step));
    case PassKind::kScores:
      return value_bytes(rows.scores(request.mixture, request.scale));
    default:
      require_bytes(false);
      return {};
  }
}

/// Throws unless the request is about rows like these.
void check_request(const PassRequest& request, const PreparedRows& rows) {
  const bool has_weights = request.kind == PassKind::kSums || request.kind == PassKind::kStartRows;
  require_bytes(!has_weights || request.cell_weights.size() == rows.cell_count());
  const bool has_mixture = request.kind == PassKind::kSums || request.kind == PassKind::kScores;
  require_bytes(!has_mixture ||
                (!request.mixture.components.empty() && request.mixture.dim() == rows.dim()));
  require_bytes(request.kind != PassKind::kScores || request.scale.size() == rows.dim());
}

}  // namespace

std::string run_partition(RowSource& rows, std::string_view setup, std::string_view request,
                          const PartitionPlace& place, Spelling spelling) {
  PartitionFacts facts;
  facts.number = place.number;
  PassKind kind = PassKind::kCount;
  try {
    const PassRequest asked = parse_request(request);
    kind = asked.kind;
    const PassSetup given = parse_setup(setup);
    if (!asked.features) {
      facts.features = rows.schema().features;
      facts.shown.resize(facts.features.size());
    }
    AdaptedRows noted(rows, rows.schema(), [&](RowBlock& block) { note_block(block, facts); });
    const Method& method = find_method(given.settings.method);
    const std::vector<std::string> missing_is_level =
        columns_with_missing_level(rows.schema(), given.settings.missing_category);
    AdaptedRows grouped = rows_in_groups(noted, given.settings.grouping.missing,
                                         given.settings.missing, true, missing_is_level);
    PartitionRows partition{grouped, given.settings, asked, place.first_row, missing_is_level};
    try {
      return work_on(partition, facts);
    } catch (InvalidArgument& error) {
      offer_ways_with_missing_cells(rows.schema(), true, method, error);
      throw;
    }
  } catch (const InvalidArgument& error) {
    return result_without_value(kind, with_problem(facts, error.message(), spelling));
  } catch (const IoError& error) {
    return result_without_value(kind, with_problem(facts, error.message(), spelling));
  }
}

std::string empty_partition(std::string_view request, Index partition) {
  return result_without_value(parse_request(request).kind, {.number = partition});
}

std::string failed_partition(std::string_view request, Index partition,
                             const PartitionProblem& problem) {
  return result_without_value(parse_request(request).kind,
                              {.number = partition, .problem = problem});
}

std::string run_prepared(std::string_view prepared, std::string_view request, Index partition) {
  PartitionFacts facts;
  facts.number = partition;
  PassResult result;
  try {
    const PassRequest asked = parse_request(request);
    result.kind = asked.kind;
    PreparedPartition kept = parse_prepared(prepared);
    facts = kept.facts;
    facts.number = partition;
    if (!facts.problem && !kept.blocks.empty()) {
      PreparedRows rows(std::move(kept.blocks), kept.dim, kept.cells);
      if (!asked.held_out_below.empty()) {
        require_bytes(static_cast<Index>(asked.held_out_below.size()) == kept.cells);
        rows.set_held_out(asked.held_out_below, asked.held_out_seed);
      }
      check_request(asked, rows);
      result.value = value_of_prepared(rows, asked);
    }
  } catch (const InvalidArgument& error) {
    return result_without_value(result.kind, with_problem(facts, error.message(), spelled_in_cpp));
  }
  result.partitions.push_back(facts);
  return result_bytes(result);
}

}  // namespace fairpca
