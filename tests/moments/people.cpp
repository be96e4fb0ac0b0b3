// SPDX-License-Identifier: BSD-3-Clause
#include "moments/people.h"

#include <algorithm>
#include <random>
#include <utility>

#include <fmt/format.h>

namespace fairpca {

People People::random(Index n, unsigned seed) {
  std::mt19937_64 engine(seed);
  const auto pick = [&](std::size_t count) { return engine() % count; };
  People people;
  people.numbers = random_rows(n, 3, seed);
  for (Index i = 0; i < n; ++i) {
    const auto latest = static_cast<std::size_t>(1 + 9 * i / n);
    people.job.push_back(fmt::format("job{}", pick(latest)));
    people.town.push_back(pick(50) == 0 ? "rare" : pick(2) == 0 ? "north" : "south");
    people.sex.push_back(pick(3) == 0 ? "Female" : "Male");
    people.race.push_back(pick(2) == 0 ? "Black" : "White");
    people.label.push_back(std::to_string(pick(2)));
  }
  people.weights = random_weights(n, seed + 1);
  return people;
}

People People::slice(Index first, Index count) const {
  const auto part = [&](const auto& column) {
    using Column = std::decay_t<decltype(column)>;
    return column.empty() ? Column()
                          : Column(column.begin() + first, column.begin() + first + count);
  };
  return {numbers.middleRows(first, count),
          part(job),
          part(town),
          part(sex),
          part(race),
          part(label),
          part(weights)};
}

LevelColumn level_column(const Texts& texts) {
  LevelColumn column;
  for (const std::optional<std::string>& text : texts) {
    std::int32_t code = LevelColumn::kMissing;
    if (text) {
      const auto found = std::find(column.levels.begin(), column.levels.end(), *text);
      code = static_cast<std::int32_t>(found - column.levels.begin());
      if (found == column.levels.end()) column.levels.push_back(*text);
    }
    column.codes.push_back(code);
  }
  return column;
}

Table table_of(const People& people) {
  Table table;
  table.schema.features = {{"age", ColumnKind::kNumeric},
                           {"job", ColumnKind::kCategorical},
                           {"income", ColumnKind::kNumeric},
                           {"hours", ColumnKind::kNumeric},
                           {"town", ColumnKind::kCategorical}};
  table.numeric = people.numbers;
  table.rows = people.size();
  table.categorical = {level_column(people.job), level_column(people.town)};
  const std::pair<const char*, const Texts*> protected_texts[] = {{"sex", &people.sex},
                                                                  {"race", &people.race}};
  for (const auto& [name, texts] : protected_texts) {
    if (texts->empty()) continue;
    table.schema.protected_columns.emplace_back(name);
    table.protected_levels.push_back(level_column(*texts));
  }
  if (!people.label.empty()) {
    table.schema.label = "hired";
    table.label = level_column(people.label);
  }
  if (!people.weights.empty()) {
    table.schema.weight = "weight";
    table.weights = people.weights;
  }
  return table;
}

RowBlock block_of(const People& people) {
  return MatrixRows(table_of(people)).next()->decode();
}

RowMatrix encode_by_hand(const People& people, const std::vector<std::string>& names) {
  RowMatrix rows(people.size(), static_cast<Index>(names.size()));
  for (Index j = 0; j < rows.cols(); ++j) {
    for (Index i = 0; i < rows.rows(); ++i) {
      const std::string& name = names[j];
      rows(i, j) = name == "age"      ? people.numbers(i, 0)
                   : name == "income" ? people.numbers(i, 1)
                   : name == "hours"
                       ? people.numbers(i, 2)
                       : (name == "job=" + *people.job[i] || name == "town=" + *people.town[i]);
    }
  }
  return rows;
}

}  // namespace fairpca
