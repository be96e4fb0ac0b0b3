// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "report/describe.h"
#include "report/json_number.h"
#include "report/run_costs_json.h"

namespace fairpca {
namespace {

using Json = OrderedJson;

Json remarks_json(const std::vector<Message>& remarks, Spelling spelling) {
  Json list = Json::array();
  for (const Message& remark : remarks) {
    list.push_back({{"code", remark.code()}, {"text", remark.text(spelling)}});
  }
  return list;
}

Json levels_json(const std::vector<CountedLevel>& levels) {
  Json list = Json::array();
  for (const CountedLevel& level : levels) {
    list.push_back({{"level", level.level}, {"rows", level.rows}});
  }
  return list;
}

Json column_json(const ColumnDescription& column, Spelling spelling) {
  Json object = {{"name", column.name},
                 {"role", role_word(column.role)},
                 {"kind", kind_word(column.kind)},
                 {"missing", column.missing},
                 {"distinct", column.distinct},
                 {"distinct_is_exact", column.distinct_is_exact}};
  const auto number = [&](double NumberSummary::*member) {
    return column.numbers ? json_number((*column.numbers).*member) : Json(nullptr);
  };
  object["minimum"] = number(&NumberSummary::minimum);
  object["maximum"] = number(&NumberSummary::maximum);
  object["mean"] = number(&NumberSummary::mean);
  object["deviation"] = number(&NumberSummary::deviation);
  object["levels"] = levels_json(column.levels);
  object["level_error"] = column.level_error;
  object["advice"] = advice_word(column.advice);
  object["remarks"] = remarks_json(column.remarks, spelling);
  return object;
}

Json group_json(const DescribedGroup& group, const std::vector<CountedLevel>& labels, Index rows) {
  Json levels = Json::object();
  for (const auto& [column, level] : group.levels) levels[column] = level;
  Json object = {{"name", group.name},
                 {"levels", std::move(levels)},
                 {"rows", group.rows},
                 {"share", json_number(static_cast<double>(group.rows) /
                                       static_cast<double>(std::max<Index>(rows, 1)))},
                 {"too_small", group.is_small}};
  if (labels.empty()) return object;
  Json shares = Json::object();
  for (std::size_t i = 0; i < group.label_shares.size(); ++i) {
    shares[labels[i].level] = json_number(group.label_shares[i]);
  }
  object["label_shares"] = group.label_shares.empty() ? Json(nullptr) : std::move(shares);
  return object;
}

Json groups_json(const DescribedGroups& groups, const Description& table, bool with_labels) {
  Json list = Json::array();
  for (const DescribedGroup& group : groups.groups) {
    list.push_back(group_json(group, with_labels ? table.label_levels : std::vector<CountedLevel>(),
                              table.rows));
  }
  return {{"columns", groups.columns},
          {"missing", groups.missing},
          {"groups", groups.is_complete ? std::move(list) : Json(nullptr)}};
}

Json fit_json(const DescriptionView& view) {
  const FitPlan& plan = view.plan;
  return {{"rejected", plan.rejected},
          {"encoded_columns_of_all", plan.encoded_columns_of_all},
          {"encoded_columns", plan.encoded_columns},
          {"encoded_columns_are_exact", plan.encoded_columns_are_exact},
          {"memory_bytes", json_number(plan.memory_bytes)},
          {"memory_limit_bytes", plan.memory_limit},
          {"incomplete_rows_of_all", view.description.incomplete_rows},
          {"incomplete_rows", plan.incomplete_rows ? Json(*plan.incomplete_rows) : Json(nullptr)},
          {"likely_protected", plan.likely_protected},
          {"no_suggestion", plan.no_suggestion ? Json(plan.no_suggestion->text(view.spell_setting))
                                               : Json(nullptr)}};
}

Json next_json(const DescriptionView& view) {
  Json list = Json::array();
  for (const SuggestedCommand& command : view.plan.next) {
    Json settings = Json::array();
    for (const Setting& setting : command.settings) {
      settings.push_back(
          {{"option", setting.option},
           {"value",
            setting.value.empty() && !setting.is_user_text ? Json(true) : Json(setting.value)}});
    }
    list.push_back({{"command", command.command},
                    {"text", view.spell_command(command, 0)},
                    {"settings", std::move(settings)}});
  }
  return list;
}

}  // namespace

std::string_view kind_word(DescribedKind kind) {
  switch (kind) {
    case DescribedKind::kNumber:
      return "number";
    case DescribedKind::kCategory:
      return "category";
    case DescribedKind::kDate:
      return "date";
    case DescribedKind::kEmpty:
      break;
  }
  return "empty";
}

std::string_view role_word(ColumnRole role) {
  switch (role) {
    case ColumnRole::kFeature:
      return "feature";
    case ColumnRole::kProtected:
      return "protected";
    case ColumnRole::kLabel:
      return "label";
    case ColumnRole::kWeight:
      return "weight";
    case ColumnRole::kDropped:
      break;
  }
  return "dropped";
}

std::string_view advice_word(ColumnAdvice advice) {
  switch (advice) {
    case ColumnAdvice::kUse:
      return "use";
    case ColumnAdvice::kLeaveOut:
      return "leave out";
    case ColumnAdvice::kRejected:
      break;
  }
  return "rejected";
}

std::string description_json(const DescriptionView& view, const std::optional<RunCosts>& costs) {
  const Description& table = view.description;
  Json object = {{"source", table.source},
                 {"rows", table.rows},
                 {"file_bytes", view.file_bytes ? Json(*view.file_bytes) : Json(nullptr)}};
  Json columns = Json::array();
  for (const ColumnDescription& column : table.columns) {
    columns.push_back(column_json(column, view.spell_setting));
  }
  object["columns"] = std::move(columns);
  Json attributes = Json::array();
  for (const DescribedGroups& attribute : table.attributes) {
    attributes.push_back(groups_json(attribute, table, table.label_by_attribute));
  }
  object["min_group_size"] = table.min_group_size;
  object["attributes"] = std::move(attributes);
  object["crossed"] =
      table.crossed ? groups_json(*table.crossed, table, !table.label_by_attribute) : Json(nullptr);
  object["label_levels"] = levels_json(table.label_levels);
  object["fit"] = fit_json(view);
  object["next"] = next_json(view);
  if (costs) add_costs(object, *costs);
  return json_text(object);
}

}  // namespace fairpca
