// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/rows/sampled_rows.h"
#include "random/row_hash.h"
#include "rows/adapted_rows.h"
#include "rows/column_advice.h"
#include "rows/map_blocks.h"
#include "rows/messages.h"

namespace fairpca {
namespace {

/// Splits and starts use the plain seed: what is drawn here does not go with them.
constexpr std::uint64_t kSampleStream = 0x73616D706C65ULL;

/// A row's hash, then its number.
using RankedRow = std::pair<double, Index>;

/// The rows of smallest rank among those of a level.
struct LevelRows {
  Index seen = 0;
  std::vector<RankedRow> least;

  void keep(Index count) {
    const auto kept = static_cast<std::size_t>(count);
    if (least.size() <= kept) return;
    std::nth_element(least.begin(), least.begin() + count, least.end());
    least.resize(kept);
  }
};

using RowsByLevel = std::map<std::string, LevelRows>;

struct SampledBlock {
  Index rows = 0;
  RowsByLevel levels;
};

/// Where the level of a row is to be found.
class SampleColumn {
 public:
  SampleColumn(const Schema& schema, const SampleSettings& settings, const std::string& file)
      : is_all_(settings.by.empty()) {
    if (is_all_) return;
    std::vector<std::string> categorical, all;
    for (const FeatureColumn& feature : schema.features) {
      all.push_back(feature.name);
      if (feature.kind == ColumnKind::kCategorical) categorical.push_back(feature.name);
    }
    const auto find = [&](const std::vector<std::string>& names, auto column_of) {
      const auto found = std::find(names.begin(), names.end(), settings.by);
      all.insert(all.end(), names.begin(), names.end());
      if (found == names.end() || level_) return;
      level_ = column_of(static_cast<std::size_t>(found - names.begin()));
    };
    find(schema.protected_columns, [](std::size_t at) {
      return [at](const RowBlock& block, Index row) {
        return text_of_level(block.protected_levels[at], row);
      };
    });
    if (schema.label) {
      find({*schema.label}, [](std::size_t) {
        return [](const RowBlock& block, Index row) { return text_of_level(block.label, row); };
      });
    }
    find(categorical, [](std::size_t at) {
      return [at](const RowBlock& block, Index row) {
        return text_of_level(block.categorical[at], row);
      };
    });
    find(schema.kept, [](std::size_t at) {
      return [at](const RowBlock& block, Index row) { return &block.kept[at][row]; };
    });
    if (level_) return;
    reject(rows_message<"unknown-column">("place"_is(Place{file, 0, settings.by}),
                                          "role"_is("the column to sample by"),
                                          "advice"_is(column_advice(settings.by, all))));
  }

  /// Null, or empty: the row has none.
  const std::string* level_of(const RowBlock& block, Index row) const {
    static const std::string all = "all";
    return is_all_ ? &all : level_(block, row);
  }

 private:
  static const std::string* text_of_level(const LevelColumn& column, Index row) {
    const std::int32_t code = column.codes[row];
    return code == LevelColumn::kMissing ? nullptr : &column.levels[code];
  }

  bool is_all_;
  std::function<const std::string*(const RowBlock&, Index)> level_;
};

SampledBlock sample_block(const RowBlock& block, const SampleColumn& column,
                          const SampleSettings& settings) {
  SampledBlock result{.rows = block.rows, .levels = {}};
  for (const Index row : counted_rows(block, settings.missing, settings.missing_is_level)) {
    const std::string* level = column.level_of(block, row);
    if (level == nullptr || level->empty()) continue;
    LevelRows& rows = result.levels[*level];
    ++rows.seen;
    const Index number = block.first_row + row;
    rows.least.emplace_back(row_hash(settings.seed ^ kSampleStream, number), number);
  }
  for (auto& [level, rows] : result.levels) rows.keep(settings.rows);
  return result;
}

[[noreturn]] void reject_levels(const SampleSettings& settings, const std::string& file,
                                std::size_t levels) {
  reject(rows_message<"sample-of-many-levels">(
      "place"_is(Place{file, 0, settings.by}), "option"_is(OptionName{"sample"}),
      "levels"_is(Counted{static_cast<Index>(levels), "level", "levels"}),
      "rows"_is(settings.rows)));
}

void add_rows(const SampledBlock& block, const SampleSettings& settings, const std::string& file,
              RowsByLevel& levels) {
  for (const auto& [level, rows] : block.levels) {
    LevelRows& sum = levels[level];
    sum.seen += rows.seen;
    sum.least.insert(sum.least.end(), rows.least.begin(), rows.least.end());
    sum.keep(settings.rows);
  }
  if (static_cast<Index>(levels.size()) > settings.rows) {
    reject_levels(settings, file, levels.size());
  }
}

/// The rows of each level's part, in order.
std::vector<Index> rows_of_levels(RowsByLevel levels, const SampleSettings& settings,
                                  const std::string& file) {
  if (levels.empty()) levels["all"];  // no row counts
  const auto parts = static_cast<Index>(levels.size());
  const Index share = settings.rows / parts;
  Index remainder = settings.rows % parts;
  std::vector<Index> chosen;
  for (auto& [level, rows] : levels) {
    const Index count = share + (remainder > 0 ? 1 : 0);
    remainder = std::max<Index>(remainder - 1, 0);
    if (rows.seen < count) {
      if (settings.by.empty()) {
        reject(rows_message<"sample-of-few-rows">(
            "place"_is(Place{file}), "option"_is(OptionName{"sample"}),
            "rows"_is(Counted{rows.seen, "row", "rows"}), "asked"_is(count)));
      }
      reject(rows_message<"sample-of-small-level">(
          "place"_is(Place{file, 0, settings.by}), "option"_is(OptionName{"sample"}),
          "level"_is(Quoted{level}), "rows"_is(Counted{rows.seen, "row", "rows"}),
          "asked"_is(count), "sample"_is(settings.rows),
          "levels"_is(Counted{parts, "level", "levels"})));
    }
    rows.keep(count);
    for (const RankedRow& row : rows.least) chosen.push_back(row.second);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

RowSample draw_sample(RowSource& source, const SampleSettings& settings) {
  const std::string file = source.name();
  if (settings.rows < 1) {
    reject(rows_message<"sample-of-no-rows">("option"_is(OptionName{"sample"}),
                                             "value"_is(settings.rows)));
  }
  if (!source.can_rewind()) {
    reject(rows_message<"sample-reads-twice">("place"_is(Place{file}),
                                              "option"_is(OptionName{"sample"})));
  }
  const SampleColumn column(source.schema(), settings, file);
  RowSample sample;
  RowsByLevel levels;
  map_blocks(
      source, settings.pass,
      [&](const RowBlock& block) { return sample_block(block, column, settings); },
      [&](const SampledBlock& block) {
        sample.chunk_rows.push_back(block.rows);
        add_rows(block, settings, file, levels);
      });
  source.rewind();
  sample.rows = rows_of_levels(std::move(levels), settings, file);
  return sample;
}

}  // namespace fairpca
