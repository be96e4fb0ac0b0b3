// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_checks.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "study/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

constexpr std::size_t kMostClasses = 100;

/// Rows of each group on one side of a split.
std::vector<Index> rows_of_groups(const StudyData& data, const std::vector<Group>& groups,
                                  const CodeSet& codes) {
  std::map<CellKey, Index> cells;
  for (const Index row : data.rows_with(codes)) {
    ++cells[data.keys()
                .cells[static_cast<std::size_t>(data.keys().cell[static_cast<std::size_t>(row)])]];
  }
  std::vector<Index> rows;
  for (const Group& group : groups) {
    Index count = 0;
    for (const CellKey& key : group.cells) {
      const auto found = cells.find(key);
      count += found == cells.end() ? 0 : found->second;
    }
    rows.push_back(count);
  }
  return rows;
}

/// So many folds have rows of every group that counts: in the rows of its largest stratum, which
/// are dealt out in turn, there are as many.
Index folds_with_all_groups(const StudyData& data, const StudySpec& spec, const StudyPlan& plan,
                            const std::vector<Group>& groups) {
  std::map<CellKey, Index> cells;
  for (const std::int32_t cell : data.keys().cell) {
    ++cells[data.keys().cells[static_cast<std::size_t>(cell)]];
  }
  Index most = plan.used_rows;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (plan.groups[g].rows < std::max<Index>(spec.fit.min_group_size, 1)) continue;
    Index largest = 0;
    for (const CellKey& key : groups[g].cells) largest = std::max(largest, cells[key]);
    most = std::min(most, largest);
  }
  return most;
}

/// A side of a split on which a group has no row.
struct EmptySide {
  std::size_t split, group;
  const char* side;
};

[[noreturn]] void reject_fold(const StudyData& data, const StudySpec& spec, const StudyPlan& plan,
                              const std::vector<Group>& groups, const EmptySide& empty) {
  const Index most = folds_with_all_groups(data, spec, plan, groups);
  const bool is_known = spec.study.splits.by.empty() && most >= 2;
  const StudyGroup& group = plan.groups[empty.group];
  reject(study_message<"fold-without-group">(
      "option"_is(OptionName{"cv"}), "value"_is(spec.study.splits.folds),
      "split"_is(empty.split + 1), "group"_is(Quoted{group.name}),
      "rows"_is(Counted{group.rows, "row", "rows"}), "side"_is(empty.side),
      "advice"_is(is_known ? fmt::format("use at most {}", most) : std::string("use fewer"))));
}

void check_sides_of_groups(const StudyData& data, const StudySpec& spec, const StudyPlan& plan,
                           const std::vector<Group>& groups) {
  const SplitPlan& splits = data.plan();
  for (std::size_t s = 0; s < splits.splits.size(); ++s) {
    for (const bool is_training : {true, false}) {
      if (!is_training && !spec.extent.has_test_rows) continue;
      const CodeSet codes = is_training ? training_codes(splits, splits.splits[s])
                                        : test_codes(splits, splits.splits[s]);
      const char* side = is_training ? "training" : "test";
      if (data.rows_with(codes).empty()) {
        reject(study_message<"split-without-rows">("split"_is(s + 1), "side"_is(side),
                                                   "option"_is(OptionName{"seed"})));
      }
      const std::vector<Index> rows = rows_of_groups(data, groups, codes);
      for (std::size_t g = 0; g < groups.size(); ++g) {
        const bool counts = plan.groups[g].rows >= std::max<Index>(spec.fit.min_group_size, 1);
        if (!counts || rows[g] > 0) continue;
        if (spec.study.splits.folds > 0) reject_fold(data, spec, plan, groups, {s, g, side});
        reject(study_message<"split-without-group">("split"_is(s + 1), "side"_is(side),
                                                    "group"_is(Quoted{groups[g].name})));
      }
    }
  }
}

void check_folds(const StudyData& data, const StudySpec& spec, const StudyPlan& plan,
                 const std::vector<Group>& groups) {
  const int folds = spec.study.splits.folds;
  const StudyGroup* smallest = nullptr;
  for (const StudyGroup& group : plan.groups) {
    const bool counts = group.rows >= std::max<Index>(spec.fit.min_group_size, 1);
    if (counts && (smallest == nullptr || group.rows < smallest->rows)) smallest = &group;
  }
  if (smallest == nullptr || smallest->rows >= folds) return;
  const Index sure = folds_with_all_groups(data, spec, plan, groups);
  reject(study_message<"folds-above-group">("option"_is(OptionName{"cv"}), "value"_is(folds),
                                            "rows"_is(Counted{smallest->rows, "row", "rows"}),
                                            "group"_is(Quoted{smallest->name}),
                                            "most"_is(sure >= 2 ? sure : smallest->rows)));
}

void check_dimensions(const StudySpec& spec, const StudyPlan& plan) {
  for (const Dimensions& dimensions : spec.dimensions) {
    const Index* count = std::get_if<Index>(&dimensions.wanted);
    if (count == nullptr || *count <= plan.columns) continue;
    reject(study_message<"dimensions-of-study">(
        "option"_is(OptionName{"dimensions"}), "value"_is(*count),
        "columns"_is(Counted{plan.columns, "encoded column", "encoded columns"}),
        "most"_is(plan.columns)));
  }
}

/// Names the measures that there will be none of; asked for by name, they are an error.
void note_measures_of_label(StudyResult& study) {
  std::vector<std::string> ids;
  const std::vector<std::string>& asked = study.spec.study.measures;
  for (const Measure& measure : measures()) {
    const bool is_asked =
        asked.empty() || std::find(asked.begin(), asked.end(), measure.id) != asked.end();
    if (is_asked && measure.needs == MeasureNeeds::kLabel) ids.push_back(measure.id);
  }
  if (ids.empty()) return;
  const std::string named = fmt::format("{}", fmt::join(ids, ", "));
  if (!asked.empty()) {
    reject(study_message<"measures-of-label">("option"_is(OptionName{"measures"}),
                                              "measures"_is(named)));
  }
  const Message note = study_message<"label-not-there">("measures"_is(named));
  study.notes.push_back(note.text(study.spec.spelling));
}

void check_label(StudyResult& study) {
  const StudySpec& spec = study.spec;
  const StudyPlan& plan = study.plan;
  if (!plan.label) {
    note_measures_of_label(study);
    return;
  }
  if (plan.label_levels.size() > kMostClasses) {
    reject(study_message<"label-levels">("column"_is(Quoted{*plan.label}),
                                         "levels"_is(plan.label_levels.size()),
                                         "most"_is(kMostClasses)));
  }
  if (plan.label_levels.size() == 1) {
    study.warnings.push_back(
        study_message<"label-of-one-class">("label"_is(Quoted{plan.label_levels.front()}),
                                            "column"_is(Quoted{*plan.label}))
            .text(spec.spelling));
  }
  const std::string& positive = spec.study.positive;
  const auto& levels = plan.label_levels;
  if (positive.empty() || std::find(levels.begin(), levels.end(), positive) != levels.end()) return;
  reject(study_message<"positive-unknown">(
      "option"_is(OptionName{"positive"}), "value"_is(Quoted{positive}),
      "column"_is(Quoted{*plan.label}), "levels"_is(quoted_list(levels))));
}

}  // namespace

std::vector<Group> groups_of(const StudyData& data, const GroupingOptions& grouping) {
  // Groups are formed of cells, whatever is in them.
  std::map<CellKey, Moments> cells;
  for (const CellKey& key : data.keys().cells) {
    Moments one(0);
    const RowMatrix row(1, 0);
    one.add(row);
    cells.emplace(key, one);
  }
  return form_groups(GroupMoments::from_parts(Encoding(), data.schema().protected_columns,
                                              data.schema().label, std::move(cells)),
                     grouping);
}

std::vector<std::string> label_levels(const RowKeys& keys) {
  std::set<std::string> levels;
  for (const CellKey& key : keys.cells) {
    if (key.label) levels.insert(*key.label);
  }
  return {levels.begin(), levels.end()};
}

void check_study(const StudyData& data, StudyResult& study) {
  const StudyPlan& plan = study.plan;
  if (plan.groups.size() < 2) {
    const std::string name = plan.groups.empty() ? "" : plan.groups.front().name;
    reject(study_message<"study-of-one-group">("group"_is(Quoted{name})));
  }
  check_dimensions(study.spec, plan);
  check_label(study);
  const std::vector<Group> groups = groups_of(data, study.spec.fit.grouping);
  check_folds(data, study.spec, plan, groups);
  check_sides_of_groups(data, study.spec, plan, groups);
}

}  // namespace fairpca
