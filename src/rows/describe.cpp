// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/describe.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "rows/block_columns.h"
#include "rows/describe_column.h"
#include "rows/describe_groups.h"
#include "rows/map_blocks.h"
#include "rows/messages.h"
#include "rows/table_summary.h"

namespace fairpca {
namespace {

using From = SummaryColumn::From;

constexpr Index kRowsToRepeat = 20;  // fewer may be equal by chance

/// The columns of a source: what is said of them, and where a pass finds them.
struct DescribedColumns {
  std::vector<ColumnFacts> facts;
  SummaryPlan plan;

  void add(ColumnFacts column, From from, Index position) {
    plan.columns.push_back({from, position, column.role == ColumnRole::kFeature});
    facts.push_back(std::move(column));
  }
  void add_target(std::size_t column) { plan.targets.push_back(column); }
};

/// A table of which no column is left as a feature can be described as well.
Schema resolve(const std::vector<std::string>& header, const ColumnRoles& roles,
               const std::string& file) {
  try {
    return resolve_columns(header, roles, file);
  } catch (const InvalidArgument& error) {
    if (error.message().code() != "no-features") throw;
  }
  return {
      .protected_columns = roles.protected_columns, .label = roles.label, .weight = roles.weight};
}

/// All columns are texts; `roles` say what they are for.
DescribedColumns columns_of_texts(const RowSource& source, const ColumnRoles& roles) {
  const std::vector<std::string>& header = source.schema().kept;
  const Schema schema = resolve(header, roles, source.name());
  std::unordered_map<std::string, ColumnFacts> known;
  for (const FeatureColumn& feature : schema.features) {
    known[feature.name] = {.name = feature.name,
                           .is_categorical = feature.kind == ColumnKind::kCategorical};
  }
  for (const std::string& name : schema.protected_columns)
    known[name].role = ColumnRole::kProtected;
  if (schema.label) known[*schema.label].role = ColumnRole::kLabel;
  if (schema.weight) known[*schema.weight].role = ColumnRole::kWeight;
  DescribedColumns columns;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const auto found = known.find(header[i]);
    ColumnFacts facts;
    facts.role = ColumnRole::kDropped;
    if (found != known.end()) facts = found->second;
    facts.name = header[i];
    columns.add(std::move(facts), From::kText, static_cast<Index>(i));
    places.emplace(header[i], i);
  }
  for (const std::string& name : schema.protected_columns) columns.add_target(places.at(name));
  if (schema.label) columns.add_target(places.at(*schema.label));
  columns.plan.has_label = schema.label.has_value();
  return columns;
}

/// Features are numbers and categories; protected columns and the label stand beside them.
DescribedColumns columns_of_blocks(const Schema& schema) {
  DescribedColumns columns;
  const std::vector<BlockColumn> places = block_columns(schema);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool is_number = places[i].kind == ColumnKind::kNumeric;
    columns.add({.name = schema.features[i].name}, is_number ? From::kNumber : From::kCategory,
                places[i].position);
  }
  for (std::size_t i = 0; i < schema.protected_columns.size(); ++i) {
    columns.add_target(columns.facts.size());
    columns.add({.name = schema.protected_columns[i], .role = ColumnRole::kProtected},
                From::kProtected, static_cast<Index>(i));
  }
  if (schema.label) {
    columns.add_target(columns.facts.size());
    columns.add({.name = *schema.label, .role = ColumnRole::kLabel}, From::kLabel, 0);
  }
  columns.plan.has_label = schema.label.has_value();
  return columns;
}

/// What the caller knows of the features beyond their cells.
void add_known_kinds(const DescribeSettings& settings, std::vector<ColumnFacts>& facts) {
  const std::unordered_set<std::string> dates(settings.dates.begin(), settings.dates.end());
  const std::unordered_set<std::string> categorical(settings.roles.categorical.begin(),
                                                    settings.roles.categorical.end());
  for (ColumnFacts& column : facts) {
    column.is_date = dates.contains(column.name);
    column.is_categorical = column.is_categorical || categorical.contains(column.name);
  }
}

/// Columns that the reader renamed, and those that hold what an earlier feature holds.
void remark_on_repetitions(const TableSummary& summary, Description& table) {
  std::unordered_map<std::string, std::string> given_names;
  for (const RenamedColumn& column : table.renamed) given_names[column.name] = column.given;
  std::unordered_map<std::uint64_t, std::string> contents;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    ColumnDescription& column = table.columns[i];
    if (const auto renamed = given_names.find(column.name); renamed != given_names.end()) {
      column.remarks.push_back(rows_message<"renamed-column">("given"_is(Quoted{renamed->second})));
    }
    if (column.role != ColumnRole::kFeature || column.advice == ColumnAdvice::kRejected) continue;
    if (column.distinct < 2 || table.rows < kRowsToRepeat) continue;
    const auto [first, is_new] = contents.emplace(summary.columns()[i].content, column.name);
    if (is_new) continue;
    column.remarks.push_back(rows_message<"repeated-column">("other"_is(Quoted{first->second})));
    column.advice = ColumnAdvice::kLeaveOut;
  }
}

TableSummary summarize(RowSource& source, const SummaryPlan& plan, const PassOptions& pass) {
  TableSummary sum(plan);
  map_blocks(
      source, pass, [&](const RowBlock& block) { return TableSummary(plan, block); },
      [&](TableSummary part) { sum.merge(std::move(part)); });
  return sum;
}

}  // namespace

Description describe_rows(RowSource& source, const DescribeSettings& settings) {
  const bool is_text = !source.schema().kept.empty();
  DescribedColumns columns =
      is_text ? columns_of_texts(source, settings.roles) : columns_of_blocks(source.schema());
  add_known_kinds(settings, columns.facts);
  SummaryPlan& plan = columns.plan;
  plan.marks = MissingMarks(settings.na_strings);
  plan.limits = limits_for(plan.columns.size());
  const TableSummary summary = summarize(source, plan, settings.pass);

  Description description;
  description.source = source.name();
  description.rows = summary.rows();
  description.renamed = source.schema().renamed;
  std::vector<ComparedColumn> targets;
  std::vector<std::string> protected_columns;
  for (std::size_t t = 0; t < plan.targets.size(); ++t) {
    const std::string& name = columns.facts[plan.targets[t]].name;
    targets.push_back({name, summary.compares_with(t)});
    if (t < plan.protected_count()) protected_columns.push_back(name);
  }
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    description.columns.push_back(describe_column(columns.facts[i], summary.columns()[i], targets));
  }
  remark_on_repetitions(summary, description);
  const bool has_labels = plan.has_label && targets.back().is_comparable;
  describe_groups(summary, protected_columns, has_labels, settings, description);
  description.incomplete_rows = summary.incomplete_rows();
  for (const PatternCount& pattern : summary.patterns()) {
    description.missing_patterns.push_back({pattern.columns, pattern.rows});
  }
  description.patterns_are_complete = summary.patterns_are_complete();
  return description;
}

}  // namespace fairpca
