// SPDX-License-Identifier: BSD-3-Clause
#include "rows/block_builder.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "rows/block_columns.h"
#include "rows/csv_cells.h"
#include "text/parse_number.h"
#include "text/shown_text.h"

namespace fairpca {

std::vector<ColumnUses> column_uses(const Schema& schema, const std::vector<std::string>& header) {
  std::unordered_map<std::string_view, std::size_t> positions;
  for (std::size_t i = 0; i < header.size(); ++i) positions.emplace(header[i], i);
  std::vector<ColumnUses> uses(header.size());
  const auto of = [&](const std::string& name) -> ColumnUses& { return uses[positions.at(name)]; };
  const std::vector<BlockColumn> places = block_columns(schema);
  for (std::size_t i = 0; i < places.size(); ++i) {
    ColumnUses& column = of(schema.features[i].name);
    (places[i].kind == ColumnKind::kNumeric ? column.number : column.category) = places[i].position;
  }
  for (std::size_t i = 0; i < schema.protected_columns.size(); ++i) {
    of(schema.protected_columns[i]).protection = static_cast<Index>(i);
  }
  for (std::size_t i = 0; i < schema.kept.size(); ++i) {
    of(schema.kept[i]).kept = static_cast<Index>(i);
  }
  if (schema.label) of(*schema.label).is_label = true;
  if (schema.weight) of(*schema.weight).is_weight = true;
  return uses;
}

MissingMarks::MissingMarks(const std::vector<std::string>& more)
    : marks_{"", "NA", "N/A", "n/a", "NaN", "nan", "null"} {
  for (const std::string& mark : more) {
    marks_.emplace_back(trimmed(mark));
    double ignored = 0;
    any_number_ = any_number_ || read_number(marks_.back(), ignored) != NumberText::kNone;
  }
}

bool MissingMarks::contains(std::string_view text) const {
  return std::find(marks_.begin(), marks_.end(), trimmed(text)) != marks_.end();
}

std::int32_t LevelBuilder::code_of(std::string_view text) {
  if (const std::int32_t* const known = codes_.find(text)) return *known;
  std::int32_t code = LevelColumn::kMissing;
  if (!missing_->contains(text)) {
    if (!is_utf8(text)) {
      throw BadCell{[text = std::string(text)](NamedArgument<"place"> place) {
        return rows_message<"not-utf-8">(std::move(place), "value"_is(Quoted{text}));
      }};
    }
    code = static_cast<std::int32_t>(column_.levels.size());
    column_.levels.emplace_back(text);
  }
  codes_.add(text, code);
  return code;
}

BlockBuilder::BlockBuilder(std::shared_ptr<const Schema> schema, const MissingMarks& missing,
                           Index first_row, Index rows)
    : label_(missing) {
  const Schema& columns = *schema;
  block_.schema = std::move(schema);
  block_.first_row = first_row;
  block_.rows = rows;
  const Index numeric =
      std::count_if(columns.features.begin(), columns.features.end(),
                    [](const auto& feature) { return feature.kind == ColumnKind::kNumeric; });
  block_.storage.resize(rows, numeric);
  categorical_.assign(columns.features.size() - static_cast<std::size_t>(numeric),
                      LevelBuilder(missing));
  protected_.assign(columns.protected_columns.size(), LevelBuilder(missing));
  for (LevelBuilder& levels : categorical_) levels.reserve(rows);
  for (LevelBuilder& levels : protected_) levels.reserve(rows);
  if (columns.label) label_.reserve(rows);
  block_.kept.resize(columns.kept.size());
}

void BlockBuilder::add_weight(double weight) {
  if (!(weight >= 0) || std::isinf(weight)) throw bad_weight(weight);
  block_.weights.push_back(weight);
}

void BlockBuilder::add_text(const ColumnUses& uses, std::string_view text) {
  if (uses.category >= 0) categorical_[uses.category].add(text);
  if (uses.protection >= 0) protected_[uses.protection].add(text);
  if (uses.is_label) label_.add(text);
  if (uses.kept >= 0) block_.kept[uses.kept].emplace_back(text);
}

RowBlock BlockBuilder::take() {
  for (LevelBuilder& levels : categorical_) block_.categorical.push_back(levels.take());
  for (LevelBuilder& levels : protected_) block_.protected_levels.push_back(levels.take());
  block_.label = label_.take();
  block_.numeric = block_.storage;
  return std::move(block_);
}

}  // namespace fairpca
