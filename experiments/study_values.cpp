// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/study_values.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/messages.h"
#include "fairpca/rows/open_rows.h"
#include "text/parse_number.h"

namespace fairpca {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

double value_in(const TaskResult& task, const ValueOf& which) {
  const auto& values = which.rows == MeasuredRows::kTrain ? task.train : task.test;
  for (const MeasuredValue& value : values) {
    const bool is_it = value.measure == which.measure && value.statistic == which.statistic &&
                       value.group == which.group;
    if (is_it) return value.value;
  }
  return kNoValue;
}

}  // namespace

std::vector<double> values_over_splits(const StudyResult& study, const ValueOf& which) {
  std::vector<double> values;
  for (Index split = 0; split < study.plan.splits; ++split) {
    const TaskResult* task = study.find(split, which.dimensions, which.arm);
    values.push_back(task == nullptr ? kNoValue : value_in(*task, which));
  }
  return values;
}

MeanValue mean_of(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  int count = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    sum += value;
    ++count;
  }
  if (count == 0) return {};
  const double mean = sum / count;
  for (const double value : values) {
    if (std::isfinite(value)) squares += (value - mean) * (value - mean);
  }
  return {.mean = mean, .deviation = count > 1 ? std::sqrt(squares / (count - 1)) : kNoValue};
}

MeanValue mean_over_splits(const StudyResult& study, const ValueOf& which) {
  return mean_of(values_over_splits(study, which));
}

std::vector<std::string> group_names(const StudyResult& study) {
  std::vector<std::string> names;
  for (const StudyGroup& group : study.plan.groups) names.push_back(group.name);
  return names;
}

PublishedTable::PublishedTable(const std::filesystem::path& file) : file_(file.string()) {
  OpenOptions options;
  options.csv.as_text = true;
  const std::unique_ptr<RowSource> rows = open_rows(file, {}, options);
  for (const FeatureColumn& column : rows->schema().features) columns_.push_back(column.name);
  for (const std::string& column : rows->schema().kept) columns_.push_back(column);
  while (const std::unique_ptr<RowChunk> chunk = rows->next()) {
    const RowBlock block = chunk->decode();
    for (std::size_t row = 0; row < static_cast<std::size_t>(block.rows); ++row) {
      std::vector<std::string>& cells = cells_.emplace_back();
      for (const LevelColumn& column : block.categorical) {
        const std::int32_t code = column.codes[row];
        cells.push_back(code < 0 ? std::string() : column.levels[static_cast<std::size_t>(code)]);
      }
      for (const auto& column : block.kept) cells.push_back(column[row]);
    }
  }
}

const std::string& PublishedTable::text(std::size_t row, const std::string& column) const {
  const auto found = std::find(columns_.begin(), columns_.end(), column);
  if (found == columns_.end()) {
    reject(experiments_message<"published-column-not-there">("place"_is(Place{.file = file_}),
                                                             "column"_is(Quoted{column})));
  }
  return cells_[row][static_cast<std::size_t>(found - columns_.begin())];
}

double PublishedTable::number(std::size_t row, const std::string& column) const {
  double value = kNoValue;
  return read_number(text(row, column), value) == NumberText::kFinite ? value : kNoValue;
}

int PublishedTable::digits(std::size_t row, const std::string& column) const {
  const std::string& cell = text(row, column);
  const std::size_t point = cell.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(cell.size() - point - 1);
}

std::size_t PublishedTable::find(
    const std::vector<std::pair<std::string, std::string>>& cells) const {
  for (std::size_t row = 0; row < cells_.size(); ++row) {
    bool is_it = true;
    for (const auto& [column, wanted] : cells) is_it = is_it && text(row, column) == wanted;
    if (is_it) return row;
  }
  std::vector<std::string> words;
  for (const auto& [column, wanted] : cells)
    words.push_back(fmt::format("{} = {}", column, wanted));
  reject(experiments_message<"published-cell-not-there">(
      "place"_is(Place{.file = file_}), "cells"_is(fmt::format("{}", fmt::join(words, ", ")))));
}

}  // namespace fairpca
