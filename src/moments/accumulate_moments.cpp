// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fairpca/moments/group_moments.h"
#include "fairpca/rows/map_blocks.h"
#include "moments/block_moments.h"
#include "moments/column_means.h"
#include "moments/moments_memory.h"
#include "moments/moments_range.h"
#include "moments/rank_update.h"

namespace fairpca {
namespace {

/// Calls `step`; what it refuses is said of the source.
template <class Step>
auto about(const std::string& source, const Step& step) {
  try {
    return step();
  } catch (const InvalidArgument& error) {
    const std::string_view what = error.what();
    if (source.empty() || what.starts_with(source)) throw;
    throw InvalidArgument(fmt::format("{}: {}", source, what));
  }
}

/// Categories have shown so many levels that it pays to look for all of them before going on.
struct ManyLevels {};

/// What a pass over the rows does with each block.
struct BlockPlan {
  std::function<Encoding(const RowBlock&)> encoding_of;  ///< called on any thread
  EncodeOptions options;
  bool stop_at_many_levels = false;  ///< throw ManyLevels
};

void add_rows(RowSource& source, const BlockPlan& plan, const PassOptions& pass,
              GroupMoments& total) {
  const std::string name = source.name();
  about(name, [&] { check_moments_memory(total.encoding(), 1); });
  const Index columns = total.dim();
  map_blocks(
      source, pass,
      [&](const RowBlock& block) {
        return about(name,
                     [&] { return BlockMoments(block, plan.encoding_of(block), plan.options); });
      },
      [&](BlockMoments part) {
        const Index width = std::max(part.width(), total.dim());
        if (plan.stop_at_many_levels && width >= columns + kWideColumns) throw ManyLevels{};
        about(name, [&] { std::move(part).add_to(total, pass.threads, pass.stop_wanted); });
      });
  about(name, [&] {
    for (const auto& [key, cell] : total.cells()) {
      require_finite(cell, total.encoding());
      require_weights(cell);
    }
    if (total.rows() > 0) return;
    throw InvalidArgument(plan.options.missing == MissingCells::kDropRow
                              ? "no rows are left: every row has a missing cell or weight 0"
                              : "there are no rows, or none of positive weight");
  });
}

/// All levels of the rows of `source`, which is rewound before and after.
Encoding find_levels(RowSource& source, const PassOptions& pass, MissingCells missing) {
  source.rewind();
  Encoding levels = GroupMoments(source.schema()).encoding();
  map_blocks(
      source, pass, [&](const RowBlock& block) { return Encoding::of(block, missing); },
      [&](const Encoding& part) {
        levels = levels.merged_with(part);
        about(source.name(), [&] { check_moments_memory(levels, 1); });
      });
  source.rewind();
  return levels;
}

void refuse_model(MissingCells missing) {
  if (missing != MissingCells::kModel) return;
  throw InvalidArgument(
      "moments cannot keep missing cells: only methods over rows take --missing model; use "
      "--missing mean, drop-row or error");
}

void rewind_for_means(RowSource& source) {
  try {
    source.rewind();
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format(
        "--missing mean reads the rows twice, first for the means: {}, or use --missing drop-row",
        error.what()));
  }
}

}  // namespace

GroupMoments accumulate_moments(RowSource& source, const PassOptions& pass, MissingCells missing,
                                const std::vector<MissingCells>& offered) {
  refuse_model(missing);
  if (missing == MissingCells::kMean) {
    ColumnMeans means;
    map_blocks(
        source, pass, [](const RowBlock& block) { return ColumnMeans(block); },
        [&](const ColumnMeans& part) { means.merge(part); });
    rewind_for_means(source);
    const EncodeOptions options{.missing = missing, .fill = means.fill()};
    return accumulate_moments(source, means.encoding(), options, pass);
  }
  EncodeOptions options;
  options.missing = missing;
  options.offered = offered;
  GroupMoments total(source.schema());
  try {
    add_rows(source,
             {.encoding_of = [&](const RowBlock& block) { return Encoding::of(block, missing); },
              .options = options,
              .stop_at_many_levels = source.can_rewind()},
             pass, total);
  } catch (const ManyLevels&) {
    total = GroupMoments();
    return accumulate_moments(source, find_levels(source, pass, missing), options, pass);
  }
  return total;
}

GroupMoments accumulate_moments(RowSource& source, const Encoding& encoding,
                                const EncodeOptions& options, const PassOptions& pass) {
  refuse_model(options.missing);
  const Schema& schema = source.schema();
  GroupMoments total =
      GroupMoments::from_parts(encoding, schema.protected_columns, schema.label, {});
  add_rows(source, {.encoding_of = [&](const RowBlock&) { return encoding; }, .options = options},
           pass, total);
  return total;
}

}  // namespace fairpca
