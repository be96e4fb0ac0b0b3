// SPDX-License-Identifier: BSD-3-Clause
#include "passes/split_table.h"

#include <stdexcept>
#include <utility>

namespace fairpca {
namespace {

LevelColumn part_of(const LevelColumn& column, Index first, Index rows) {
  if (column.codes.empty()) return {};
  return {column.levels, {column.codes.begin() + first, column.codes.begin() + first + rows}};
}

std::vector<LevelColumn> parts_of(const std::vector<LevelColumn>& columns, Index first,
                                  Index rows) {
  std::vector<LevelColumn> parts;
  for (const LevelColumn& column : columns) parts.push_back(part_of(column, first, rows));
  return parts;
}

}  // namespace

SplitTable::SplitTable(Table table, RowMatrix numbers, std::vector<Index> sizes)
    : table_(std::move(table)), numbers_(std::move(numbers)), sizes_(std::move(sizes)) {}

Table SplitTable::part(Index first, Index rows) const {
  Table part;
  part.schema = table_.schema;
  part.numeric = RowsRef(numbers_).middle_rows(first, rows);
  part.categorical = parts_of(table_.categorical, first, rows);
  part.protected_levels = parts_of(table_.protected_levels, first, rows);
  part.label = part_of(table_.label, first, rows);
  if (!table_.weights.empty()) {
    part.weights.assign(table_.weights.begin() + first, table_.weights.begin() + first + rows);
  }
  part.rows = rows;
  return part;
}

std::string SplitTable::work(const PassTask& task, std::size_t number) const {
  const auto partition = static_cast<Index>(number);
  if (task.reads_prepared) return run_prepared(prepared_.at(number), task.request, partition);
  Index first = 0;
  for (std::size_t i = 0; i < number; ++i) first += sizes_[i];
  MatrixRows rows(part(first, sizes_[number]));
  const Index first_row = task.first_rows.empty() ? 0 : task.first_rows.at(number);
  return run_partition(rows, task.setup, task.request, {partition, first_row});
}

RunPass SplitTable::engine(std::size_t fan_in) {
  return [this, fan_in](const PassTask& task, const std::function<void(std::string_view)>& take) {
    kinds_run.emplace_back(task.reads_prepared ? "prepared" : "rows");
    std::vector<std::string> results;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      results.push_back(work(task, i));
      if (i == 0 && results.back() != work(task, i))
        throw std::logic_error("a retry gave other bytes");
      all_results += results.back();
    }
    if (task.keeps) {
      prepared_ = std::move(results);
      return;
    }
    for (std::size_t at = 0; at < results.size(); at += fan_in) {
      std::vector<std::string_view> group;
      for (std::size_t i = at; i < std::min(at + fan_in, results.size()); ++i) {
        group.emplace_back(results[i]);
      }
      take(fan_in == 1 ? results[at] : merge_results(group));
    }
  };
}

}  // namespace fairpca
