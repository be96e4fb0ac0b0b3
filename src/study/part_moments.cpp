// SPDX-License-Identifier: BSD-3-Clause
#include "study/part_moments.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace fairpca {
namespace {

CodeSet codes_where(const SplitPlan& plan, Index repeat, const auto& is_in) {
  CodeSet set{.repeat = repeat, .has = {}, .has_unused = false};
  for (Index code = 0; code < plan.codes(); ++code) set.has.push_back(is_in(code));
  return set;
}

}  // namespace

CodeSet training_codes(const SplitPlan& plan, const Split& split) {
  return codes_where(plan, split.repeat, [&](Index code) { return plan.trains_on(split, code); });
}

CodeSet test_codes(const SplitPlan& plan, const Split& split) {
  return codes_where(plan, split.repeat, [&](Index code) { return !plan.trains_on(split, code); });
}

CodeSet all_codes(const SplitPlan& plan, Index repeat) {
  return codes_where(plan, repeat, [](Index) { return true; });
}

CodeSet inner_fold(const SplitPlan& plan, const CodeSet& codes, Index fold, bool is_held_out) {
  return codes_where(plan, codes.repeat, [&](Index code) {
    return codes.has[static_cast<std::size_t>(code)] &&
           (plan.inner_of(code) == fold) == is_held_out;
  });
}

std::string part_column_name(const Schema& schema) {
  std::string name = "(part)";
  const auto& taken = schema.protected_columns;
  while (std::find(taken.begin(), taken.end(), name) != taken.end()) name += ")";
  return name;
}

void add_part_column(RowBlock& block, const std::string& name, const std::vector<PartCode>& codes,
                     Index number_of_codes) {
  Schema schema = *block.schema;
  schema.protected_columns.push_back(name);
  block.schema = std::make_shared<const Schema>(std::move(schema));
  LevelColumn column;
  for (Index code = 0; code < number_of_codes; ++code) {
    column.levels.push_back(fmt::format("{}", code));
  }
  for (const PartCode code : codes) {
    column.codes.push_back(code == kNoPart ? LevelColumn::kMissing : std::int32_t{code});
  }
  block.protected_levels.push_back(std::move(column));
}

GroupMoments merged_parts(const GroupMoments& parted, const CodeSet& codes) {
  std::vector<std::string> columns = parted.protected_columns();
  columns.pop_back();
  std::map<CellKey, Moments> cells;
  for (const auto& [key, moments] : parted.cells()) {
    const std::optional<std::string>& level = key.levels.back();
    const PartCode code = level ? static_cast<PartCode>(std::stoi(*level)) : kNoPart;
    if (!codes.contains(code)) continue;
    CellKey whole = key;
    whole.levels.pop_back();
    const auto [found, is_new] = cells.try_emplace(whole, moments);
    if (!is_new) found->second.merge(moments);
  }
  return GroupMoments::from_parts(parted.encoding(), std::move(columns), parted.label_column(),
                                  std::move(cells));
}

}  // namespace fairpca
