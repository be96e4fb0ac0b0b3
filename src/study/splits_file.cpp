// SPDX-License-Identifier: BSD-3-Clause
#include "study/splits_file.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "fairpca/rows/open_rows.h"
#include "rows/block_columns.h"
#include "study/messages.h"
#include "text/parse_number.h"

namespace fairpca {
namespace {

constexpr signed char kTrained = 0, kTested = 1, kUnused = -1;

[[noreturn]] void reject_cell(const RowBlock& block, Index row, const std::string& column,
                              const std::string& value) {
  reject(study_message<"splits-cell">("place"_is(place_of(block, row, column)),
                                      "value"_is(Quoted{value})));
}

signed char side_of_number(const RowBlock& block, Index row, const std::string& column,
                           double number) {
  if (std::isnan(number)) return kUnused;
  if (number == 1) return kTrained;
  if (number == 0) return kTested;
  reject_cell(block, row, column, fmt::format("{}", number));
}

signed char side_of_word(const RowBlock& block, Index row, const std::string& column,
                         const LevelColumn& words) {
  const std::int32_t code = words.codes[row];
  if (code == LevelColumn::kMissing) return kUnused;
  const std::string& word = words.levels[code];
  if (word == "train" || word == "1") return kTrained;
  if (word == "test" || word == "0") return kTested;
  reject_cell(block, row, column, word);
}

/// A cell of a column that is read as text, so that no advice on numbers and categories is given.
signed char side_of_text(const RowBlock& block, Index row, const std::string& column,
                         const std::string& text) {
  constexpr std::string_view kEmpty[] = {"", "NA", "N/A", "n/a", "NaN", "nan", "null"};
  if (std::find(std::begin(kEmpty), std::end(kEmpty), text) != std::end(kEmpty)) return kUnused;
  if (text == "train" || text == "1") return kTrained;
  if (text == "test" || text == "0") return kTested;
  double number = 0;
  if (read_number(text, number) == NumberText::kFinite && (number == 0 || number == 1)) {
    return number == 1 ? kTrained : kTested;  // 1.0, as tables of numbers are written
  }
  reject_cell(block, row, column, text);
}

void check_sides(const GivenSplits& given) {
  for (std::size_t column = 0; column < given.names.size(); ++column) {
    for (const auto& [side, name] : {std::pair(kTrained, "training"), std::pair(kTested, "test")}) {
      bool is_there = false;
      for (Index row = 0; row < given.rows; ++row) {
        is_there = is_there || given.of(row)[column] == side;
      }
      if (is_there) continue;
      reject(study_message<"splits-side">(
          "place"_is(Place{.file = given.file, .column = given.names[column]}), "side"_is(name)));
    }
  }
}

}  // namespace

GivenSplits read_splits(const std::filesystem::path& path) {
  OpenOptions options;
  options.csv.as_text = true;
  return read_splits(*open_rows(path, {}, options), path.string());
}

GivenSplits read_splits(RowSource& rows, const std::string& name) {
  GivenSplits given;
  given.file = name;
  for (const FeatureColumn& feature : rows.schema().features) given.names.push_back(feature.name);
  const std::size_t features = given.names.size();
  for (const std::string& kept : rows.schema().kept) given.names.push_back(kept);
  const std::vector<BlockColumn> places = block_columns(rows.schema());
  while (const std::unique_ptr<RowChunk> chunk = rows.next()) {
    const RowBlock block = chunk->decode();
    for (Index row = 0; row < block.rows; ++row) {
      for (std::size_t i = 0; i < places.size(); ++i) {
        const bool is_number = places[i].kind == ColumnKind::kNumeric;
        given.parts.push_back(
            is_number
                ? side_of_number(block, row, given.names[i], block.numeric(row, places[i].position))
                : side_of_word(block, row, given.names[i], block.categorical[places[i].position]));
      }
      for (std::size_t i = features; i < given.names.size(); ++i) {
        given.parts.push_back(side_of_text(
            block, row, given.names[i], block.kept[i - features][static_cast<std::size_t>(row)]));
      }
    }
    given.rows += block.rows;
  }
  check_sides(given);
  return given;
}

}  // namespace fairpca
