// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "report/json.h"
#include "report/json_number.h"
#include "report/json_rows.h"
#include "report/run_costs_json.h"

namespace fairpca {
namespace {

OrderedJson evaluated_group_json(const GroupEvaluation& group) {
  OrderedJson object = {{"name", group.name},
                        {"levels", group_levels_json(group.levels)},
                        {"rows", group.rows},
                        {"reconstruction_error", json_number(group.reconstruction_error)},
                        {"loss", json_number(group.loss)},
                        {"loss_overall", json_number(group.loss_overall)},
                        {"explained_variance_ratio", json_number(group.explained_variance_ratio)}};
  if (group.log_likelihood) object["log_likelihood"] = json_number(group.log_likelihood);
  return object;
}

OrderedJson values_json(const std::vector<MeasuredValue>& values) {
  OrderedJson list = OrderedJson::array();
  for (const MeasuredValue& value : values) {
    list.push_back({{"measure", value.measure},
                    {"statistic", to_string(value.statistic)},
                    {"group", value.group},
                    {"value", json_number(value.value)},
                    {"low", json_number(value.low)},
                    {"high", json_number(value.high)},
                    {"floor", json_number(value.floor)}});
  }
  return list;
}

OrderedJson features_json(const std::vector<FeatureValue>& features) {
  OrderedJson list = OrderedJson::array();
  for (const FeatureValue& feature : features) {
    list.push_back({{"feature", feature.feature},
                    {"communality", json_number(feature.communality)},
                    {"scaled_communality", json_number(feature.scaled_communality)}});
  }
  return list;
}

const char* drift_word(DriftStatement::Kind kind) {
  switch (kind) {
    case DriftStatement::Kind::kShare:
      return "share";
    case DriftStatement::Kind::kReconstructionError:
      return "reconstruction_error";
    case DriftStatement::Kind::kMean:
      return "mean";
  }
  return "";
}

OrderedJson drift_json(const Drift& drift) {
  OrderedJson statements = OrderedJson::array();
  for (const DriftStatement& statement : drift.statements) {
    statements.push_back({{"group", statement.group},
                          {"number", drift_word(statement.kind)},
                          {"column", statement.column},
                          {"then", json_number(statement.then)},
                          {"now", json_number(statement.now)},
                          {"change", json_number(statement.change)},
                          {"low", json_number(statement.low)},
                          {"high", json_number(statement.high)},
                          {"seen", statement.is_seen()}});
  }
  return {{"errors_against", drift.has_held_out_errors ? "held_out" : "training"},
          {"comparisons", drift.comparisons},
          {"statements", std::move(statements)}};
}

OrderedJson requirements_json(const std::vector<RequirementResult>& results) {
  OrderedJson list = OrderedJson::array();
  for (const RequirementResult& result : results) {
    list.push_back({{"rule", result.requirement.text},
                    {"met", result.is_met},
                    {"value", json_number(result.value)},
                    {"limit", json_number(result.requirement.limit)}});
  }
  return list;
}

}  // namespace

std::string evaluation_json(const Model& model, const Evaluation& evaluation, const RunCosts& costs,
                            Spelling spelling, const std::vector<RequirementResult>& requirements) {
  OrderedJson groups = OrderedJson::array();
  for (const GroupEvaluation& group : evaluation.groups) {
    groups.push_back(evaluated_group_json(group));
  }
  OrderedJson object = {
      {"method", model.method},
      {"dimensions", model.dimensions()},
      {"rows", evaluation.rows},
      {"groups", std::move(groups)},
      {"reconstruction_error", json_number(evaluation.reconstruction_error)},
      {"explained_variance_ratio", json_number(evaluation.explained_variance_ratio)},
      {"gap", json_number(evaluation.gap)}};
  if (evaluation.log_likelihood) object["log_likelihood"] = json_number(evaluation.log_likelihood);
  add_overall_rows(object, evaluation.overall_rows, evaluation.rows);
  object["measures"] = values_json(evaluation.measures);
  object["features"] = features_json(evaluation.features);
  object["drift"] = drift_json(evaluation.drift);
  if (!requirements.empty()) object["requirements"] = requirements_json(requirements);
  add_costs(object, costs);
  object["notes"] = texts(evaluation.notes, spelling);
  object["warnings"] = texts(evaluation.warnings, spelling);
  return json_text(object);
}

}  // namespace fairpca
