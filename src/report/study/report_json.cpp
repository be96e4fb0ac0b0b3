// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "fairpca/fit/methods.h"
#include "report/json_number.h"
#include "report/methods_json.h"
#include "report/study/study_report.h"
#include "report/study/study_sections.h"

namespace fairpca {
namespace {

constexpr int kReportVersion = 1;

OrderedJson groups_json(const ReportView& view) {
  OrderedJson groups = OrderedJson::array();
  for (const StudyGroup& group : view.study.plan.groups) {
    groups.push_back({{"name", group.name},
                      {"rows", group.rows},
                      {"published", group_remark(view, group).empty()}});
  }
  return groups;
}

OrderedJson columns_json(const StudyColumns& columns) {
  OrderedJson left_out = OrderedJson::array(), missing = OrderedJson::array();
  for (const StudyColumns::LeftOut& column : columns.left_out) {
    left_out.push_back({{"name", column.name}, {"reason", column.reason}});
  }
  for (const StudyColumns::Missing& column : columns.missing) {
    missing.push_back({{"name", column.name}, {"cells", column.cells}});
  }
  return {{"used", columns.used}, {"left_out", left_out}, {"missing", missing}};
}

OrderedJson data_of_report(const ReportView& view) {
  const StudyPlan& plan = view.study.plan;
  return {{"rows", plan.rows},
          {"used_rows", plan.used_rows},
          {"encoded_columns", plan.columns},
          {"digest", view.study.origin.data_digest},
          {"label", plan.label ? OrderedJson(*plan.label) : OrderedJson(nullptr)},
          {"label_levels", plan.label_levels},
          {"splits", plan.splits},
          {"training_rows", plan.training_rows},
          {"test_rows", plan.test_rows},
          {"columns", columns_json(view.study.columns)},
          {"groups", groups_json(view)}};
}

/// Every number of a method on held-out rows; over splits the mean with its range.
OrderedJson measured_json(const ReportView& view, const std::string& dimensions,
                          const std::string& method) {
  OrderedJson list = OrderedJson::array();
  const TaskResult* first = view.study.find(0, dimensions, method);
  for (const MeasuredValue& value : first->test) {
    const ShownNumber number =
        view.number(dimensions, method, ValueKey{value.measure, value.statistic, value.group});
    if (!std::isfinite(number.value)) continue;
    list.push_back(
        {{"measure", value.measure},
         {"statistic", std::string(to_string(value.statistic))},
         {"group", value.group.empty() ? OrderedJson(nullptr) : OrderedJson(value.group)},
         {"value", number.value},
         {"low", json_number(number.low)},
         {"high", json_number(number.high)},
         {"floor", json_number(view.has_splits() ? kNoNumber : value.floor)}});
  }
  return list;
}

OrderedJson method_of_report(const ReportView& view, const std::string& dimensions,
                             const std::string& method) {
  const TaskResult* result = view.study.find(0, dimensions, method);
  const bool is_data = method == kNoProjection;
  OrderedJson json = {
      {"method", method},
      {"fairness", is_data ? "none" : fairness_word(find_method(method).fairness)},
      {"setting", result->setting},
      {"problem", result->problem.empty() ? OrderedJson(nullptr) : OrderedJson(result->problem)},
      {"status", result->status},
      {"objective", json_number(result->objective)},
      {"bound", json_number(result->bound)},
      {"certified", result->certified}};
  if (const StudyModelFile* file = view.model(dimensions, method)) {
    json["model"] = {{"file", file->file}, {"sha256", file->digest}};
    if (file->model.certificate && !file->model.certificate->moments_digest.empty()) {
      json["model"]["moments_sha256"] = file->model.certificate->moments_digest;
    }
  }
  json["measured"] = measured_json(view, dimensions, method);
  return json;
}

OrderedJson front_json(const ReportView& view, const std::string& dimensions) {
  for (const StudyFront& front : view.study.fronts) {
    if (front.dimensions != dimensions) continue;
    OrderedJson points = OrderedJson::array();
    for (const StudyFront::Point& point : front.points) {
      points.push_back({{"reconstruction_error", json_number(point.error)},
                        {"gap", json_number(point.gap)},
                        {"group_errors", json_numbers(point.group_errors)}});
    }
    return {{"exact", front.is_exact},
            {"problem", front.problem.empty() ? OrderedJson(nullptr) : OrderedJson(front.problem)},
            {"groups", front.groups},
            {"points", points}};
  }
  return nullptr;
}

OrderedJson dimensions_of_report(const ReportView& view) {
  OrderedJson list = OrderedJson::array();
  for (const std::string& d : view.dimensions()) {
    OrderedJson methods_here = OrderedJson::array();
    std::vector<std::string> all = {std::string(kNoProjection)};
    all.insert(all.end(), view.study.spec.methods.begin(), view.study.spec.methods.end());
    for (const std::string& method : all) {
      if (view.study.find(0, d, method) == nullptr) continue;
      methods_here.push_back(method_of_report(view, d, method));
    }
    list.push_back({{"dimensions", d}, {"front", front_json(view, d)}, {"methods", methods_here}});
  }
  return list;
}

OrderedJson suggested_of_report(const ReportView& view) {
  const SuggestedFit& fit = view.findings.suggested;
  if (fit.method.empty()) return nullptr;
  OrderedJson options = OrderedJson::object();
  for (const auto& [name, value] : fit.options) options[name] = value;
  return {{"method", fit.method},
          {"dimensions", fit.dimensions},
          {"notion", fairness_word(fit.notion)},
          {"measure", fit.measure},
          {"options", options}};
}

}  // namespace

std::string report_json(const ReportView& view) {
  const StudyOrigin& origin = view.study.origin;
  OrderedJson settings = OrderedJson::object(), terms = OrderedJson::object();
  for (const auto& [name, value] : origin.settings) settings[name] = value;
  for (const auto& [term, meaning] : glossary(view)) terms[term] = meaning;
  return json_text(
      {{"format", "fairpca report"},
       {"version", kReportVersion},
       {"program_version", origin.program_version},
       {"purpose", "supports documentation; certifies nothing"},
       {"command", origin.command.empty() ? OrderedJson(nullptr) : OrderedJson(origin.command)},
       {"findings", main_findings(view)},
       {"data", data_of_report(view)},
       {"settings", settings},
       {"interval", view.has_splits() ? "range over splits" : "95 %"},
       {"min_group_size", view.min_group_size()},
       {"suggested", suggested_of_report(view)},
       {"dimensions", dimensions_of_report(view)},
       {"caveats", caveats(view)},
       {"glossary", terms},
       {"references", references(view)}});
}

}  // namespace fairpca
