// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "fairpca/moments/group_moments.h"
#include "moments/block_moments.h"
#include "moments/column_means.h"
#include "moments/messages.h"
#include "moments/moments_memory.h"
#include "moments/moments_range.h"
#include "moments/rank_update.h"
#include "rows/map_blocks.h"
#include "rows/map_chunks.h"

namespace fairpca {
namespace {

/// Calls `step`; what it rejects is said of the source.
template <class Step>
auto about(const std::string& source, const Step& step) {
  try {
    return step();
  } catch (const InvalidArgument& error) {
    if (source.empty() || !error.message().place().file.empty()) throw;
    reject(moments_message<"unusable-table">("file"_is(Place{.file = source}),
                                             "problem"_is(error.message())));
  }
}

/// Categories have shown so many levels that it pays to look for all of them before going on.
struct ManyLevels {};

/// What a pass over the rows does with each block.
struct BlockPlan {
  BlockMoments::EncodingOf encoding_of;  ///< called on any thread
  EncodeOptions options;
  bool stop_at_many_levels = false;  ///< throw ManyLevels
};

void add_rows(RowSource& source, const BlockPlan& plan, const PassOptions& pass,
              GroupMoments& total) {
  const std::string name = source.name();
  about(name, [&] { check_moments_memory(total.encoding(), 1); });
  const Index columns = total.dim();
  const Schema& schema = source.schema();
  CentredRows centred;
  map_chunks(
      source, pass,
      [&](const RowChunk& chunk, Index& rows) {
        return about(name, [&] {
          return BlockMoments(chunk, schema, plan.encoding_of, plan.options, rows);
        });
      },
      [&](BlockMoments part) {
        const Index width = std::max(part.width(), total.dim());
        if (plan.stop_at_many_levels && width >= columns + kWideColumns) throw ManyLevels{};
        about(name,
              [&] { std::move(part).add_to(total, centred, pass.threads, pass.stop_wanted); });
      });
  about(name, [&] {
    for (const auto& [key, cell] : total.cells()) {
      require_finite(cell, total.encoding());
      require_weights(cell);
    }
    if (total.rows() > 0) return;
    if (plan.options.missing == MissingCells::kDropRow) {
      reject(moments_message<"all-rows-dropped">());
    }
    reject(moments_message<"empty-table">());
  });
}

/// All levels of the rows of `source`, which is rewound before and after.
Encoding find_levels(RowSource& source, const PassOptions& pass, MissingCells missing,
                     MissingCategory missing_category) {
  source.rewind();
  Encoding levels = GroupMoments(source.schema()).encoding();
  map_blocks(
      source, pass,
      [&](const RowBlock& block) { return Encoding::of(block, missing, missing_category); },
      [&](const Encoding& part) {
        levels = levels.merged_with(part);
        about(source.name(), [&] { check_moments_memory(levels, 1); });
      });
  source.rewind();
  return levels;
}

void reject_model(MissingCells missing) {
  if (missing != MissingCells::kModel) return;
  Message message = moments_message<"moments-of-missing-cells">("option"_is(OptionName{"missing"}));
  message.offer({"missing", "mean"}, "fills them");
  reject(std::move(message));
}

void rewind_for_means(RowSource& source) {
  try {
    source.rewind();
  } catch (const InvalidArgument& error) {
    reject(moments_message<"means-need-two-passes">("problem"_is(error.message())));
  }
}

}  // namespace

GroupMoments accumulate_moments(RowSource& source, const PassOptions& pass, MissingCells missing,
                                MissingCategory missing_category) {
  reject_model(missing);
  if (missing == MissingCells::kMean) {
    ColumnMeans means;
    map_blocks(
        source, pass,
        [missing_category](const RowBlock& block) { return ColumnMeans(block, missing_category); },
        [&](const ColumnMeans& part) { means.merge(part); });
    rewind_for_means(source);
    const EncodeOptions options{.missing = missing, .fill = means.fill()};
    return accumulate_moments(source, means.encoding(), options, pass);
  }
  EncodeOptions options;
  options.missing = missing;
  GroupMoments total(source.schema());
  try {
    const auto encoding_of = [&](const RowBlock& block) {
      return Encoding::of(block, missing, missing_category);
    };
    add_rows(source,
             {.encoding_of = encoding_of,
              .options = options,
              .stop_at_many_levels = source.can_rewind()},
             pass, total);
  } catch (const ManyLevels&) {
    total = GroupMoments();
    return accumulate_moments(source, find_levels(source, pass, missing, missing_category), options,
                              pass);
  }
  return total;
}

GroupMoments accumulate_moments(RowSource& source, const Encoding& encoding,
                                const EncodeOptions& options, const PassOptions& pass) {
  reject_model(options.missing);
  const Schema& schema = source.schema();
  GroupMoments total =
      GroupMoments::from_parts(encoding, schema.protected_columns, schema.label, {});
  add_rows(source, {.encoding_of = [&](const RowBlock&) { return encoding; }, .options = options},
           pass, total);
  return total;
}

}  // namespace fairpca
