// SPDX-License-Identifier: BSD-3-Clause
#include "report/compare.h"
#include "report/finding_words.h"
#include "report/json_number.h"
#include "report/methods_json.h"

namespace fairpca {
namespace {

OrderedJson interval_json(const Interval& interval) {
  return {{"low", json_number(interval.low)}, {"high", json_number(interval.high)}};
}

OrderedJson plan_json(const StudySpec& spec, const StudyPlan& plan) {
  OrderedJson groups = OrderedJson::array(), dimensions = OrderedJson::array();
  for (const StudyGroup& group : plan.groups) {
    groups.push_back({{"name", group.name}, {"rows", group.rows}});
  }
  for (const Dimensions& one : spec.dimensions) dimensions.push_back(dimensions_text(one));
  return {{"rows", plan.used_rows},
          {"encoded_columns", plan.columns},
          {"groups", groups},
          {"label", plan.label ? OrderedJson(*plan.label) : OrderedJson(nullptr)},
          {"classes", plan.label_levels},
          {"splits", plan.splits},
          {"training_rows", plan.training_rows},
          {"test_rows", plan.test_rows},
          {"dimensions", dimensions},
          {"methods", spec.methods},
          {"tasks", plan.tasks.size()},
          {"finished_before", plan.finished},
          {"estimated_seconds", json_number(plan.estimated_seconds)}};
}

OrderedJson method_numbers_json(const ComparedMethod& line, const Findings& findings) {
  OrderedJson object = {{"method", line.method}, {"setting", line.setting}};
  object["problem"] = line.problem.empty() ? OrderedJson(nullptr) : OrderedJson(line.problem);
  OrderedJson numbers = OrderedJson::object();
  for (std::size_t i = 0; i < line.numbers.size(); ++i) {
    const ComparedNumber& number = line.numbers[i];
    OrderedJson one = {{"value", json_number(number.number.value)}};
    one.update(interval_json(number.number.interval));
    one["best"] = number.is_best;
    one["like_best"] = number.is_like_best;
    numbers[findings.measures[i]] = one;
  }
  object["measures"] = numbers;
  return object;
}

OrderedJson notion_json(const NotionFinding& finding) {
  OrderedJson methods = OrderedJson::array();
  for (const MethodFinding& said : finding.methods) {
    OrderedJson one = {{"method", said.method}, {"difference", json_number(said.difference)}};
    one.update(interval_json(said.difference_interval));
    one["cost"] = json_number(said.cost);
    one["cost_low"] = json_number(said.cost_interval.low);
    one["cost_high"] = json_number(said.cost_interval.high);
    methods.push_back(one);
  }
  return {{"notion", fairness_word(finding.notion)},
          {"group", finding.group},
          {"other", finding.other},
          {"methods", methods},
          {"sentence", finding_sentence(finding)}};
}

}  // namespace

std::string study_plan_json(const StudySpec& spec, const StudyPlan& plan) {
  return json_text(plan_json(spec, plan));
}

std::string compare_json(const StudyView& view) {
  OrderedJson json = plan_json(view.study.spec, view.study.plan);
  OrderedJson tables = OrderedJson::array();
  for (const DimensionFindings& found : view.findings.dimensions) {
    OrderedJson methods = OrderedJson::array(), notions = OrderedJson::array();
    for (const ComparedMethod& line : found.methods) {
      methods.push_back(method_numbers_json(line, view.findings));
    }
    for (const NotionFinding& finding : found.notions) notions.push_back(notion_json(finding));
    tables.push_back(
        {{"dimensions", found.dimensions}, {"methods", methods}, {"findings", notions}});
  }
  json["tables"] = tables;
  const SuggestedFit& fit = view.findings.suggested;
  json["suggested"] = nullptr;
  json["command"] = nullptr;
  if (!fit.method.empty()) {
    OrderedJson options = OrderedJson::object();
    for (const auto& [name, value] : fit.options) options[name] = value;
    json["suggested"] = {{"method", fit.method},
                         {"dimensions", fit.dimensions},
                         {"notion", fairness_word(fit.notion)},
                         {"measure", fit.measure},
                         {"options", options}};
    if (view.command) json["command"] = view.command(0);
  }
  json["folder"] = view.folder;
  json["warnings"] = view.study.warnings;
  json["notes"] = view.study.notes;
  return json_text(json);
}

}  // namespace fairpca
