// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/report/json.h"

#include <cmath>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

namespace fairpca {
namespace {

using Json = nlohmann::ordered_json;
using Levels = std::vector<std::pair<std::string, std::string>>;

Json number(std::optional<double> value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json numbers(const Vector& values) {
  Json list = Json::array();
  for (Index i = 0; i < values.size(); ++i) list.push_back(number(values(i)));
  return list;
}

Json levels_json(const Levels& levels) {
  Json object = Json::object();
  for (const auto& [column, level] : levels) object[column] = level;
  return object;
}

Json group_json(const GroupSummary& group) {
  Json object = {{"name", group.name},
                 {"levels", levels_json(group.levels)},
                 {"rows", group.rows},
                 {"weight", number(group.weight)},
                 {"reconstruction_error", number(group.reconstruction_error)},
                 {"loss", number(group.loss)}};
  for (const auto& [name, value] : group.measures) object[name] = number(value);
  return object;
}

Json groups_json(const std::vector<GroupSummary>& groups) {
  Json list = Json::array();
  for (const GroupSummary& group : groups) list.push_back(group_json(group));
  return list;
}

Json evaluated_group_json(const GroupEvaluation& group) {
  Json object = {{"name", group.name},
                 {"levels", levels_json(group.levels)},
                 {"rows", group.rows},
                 {"reconstruction_error", number(group.reconstruction_error)},
                 {"loss", number(group.loss)},
                 {"loss_overall", number(group.loss_overall)},
                 {"explained_variance_ratio", number(group.explained_variance_ratio)}};
  if (group.log_likelihood) object["log_likelihood"] = number(group.log_likelihood);
  return object;
}

/// Weights of the groups: null where they are withheld.
Json weights_json(const FitReport& report, const std::vector<double>& weights) {
  return report.withheld.empty() ? Json(weights) : Json(nullptr);
}

Json history_json(const FitReport& report) {
  Json list = Json::array();
  for (const FitStep& step : report.history) {
    list.push_back({{"group_weights", weights_json(report, step.group_weights)},
                    {"log_likelihood", step.log_likelihood},
                    {"reconstruction_error", step.reconstruction_error}});
  }
  return list;
}

/// Said only where overall numbers are of fewer rows than there are.
void add_overall_rows(Json& object, Index overall_rows, Index rows) {
  if (overall_rows != rows) object["overall_rows"] = overall_rows;
}

Json mixture_json(const PpcaMixture& mixture) {
  Json components = Json::array();
  for (const PpcaComponent& component : mixture.components) {
    Json frame = Json::array();
    for (Index j = 0; j < component.frame.cols(); ++j) {
      frame.push_back(numbers(component.frame.col(j)));
    }
    components.push_back({{"weight", number(component.weight)},
                          {"mean", numbers(component.mean)},
                          {"frame", std::move(frame)},
                          {"variance", numbers(component.variance)},
                          {"noise_variance", number(component.noise_variance)}});
  }
  return {{"latent_dimensions", mixture.latent_dimensions()},
          {"embedding", mixture.embedding == Embedding::kAverage ? "average" : "blocks"},
          {"components", std::move(components)}};
}

void add_costs(Json& object, const RunCosts& costs) {
  object["seconds"] = {{"read", costs.read_seconds},
                       {"solve", costs.solve_seconds},
                       {"evaluate", costs.evaluate_seconds},
                       {"write", costs.write_seconds}};
  object["peak_memory_bytes"] = costs.peak_memory_bytes;
}

Json mmd_constraint_json(const MmdConstraintSummary& constraint, bool with_p_value) {
  Json object = {{"name", constraint.name},
                 {"mmd2", number(constraint.mmd2)},
                 {"tau", number(constraint.tau)}};
  if (with_p_value) object["p_value"] = number(constraint.p_value);
  return object;
}

Json encoding_json(const Encoding& encoding) {
  Json list = Json::array();
  for (const EncodedColumn& column : encoding.columns()) {
    const bool categorical = column.column.kind == ColumnKind::kCategorical;
    Json object = {{"name", column.column.name}, {"kind", categorical ? "categorical" : "numeric"}};
    if (categorical) object["levels"] = column.levels;
    list.push_back(std::move(object));
  }
  return list;
}

Json components_json(const Model& model) {
  Json list = Json::array();
  for (Index j = 0; j < model.projection.components.cols(); ++j) {
    list.push_back(numbers(model.projection.components.col(j)));
  }
  return list;
}

std::string written(const Json& object) {
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

bool is_yes_or_no(std::string_view measure) {
  return measure == "feasible";
}

std::string fit_json(const Fit& fit, const RunCosts& costs) {
  const FitReport& report = fit.report;
  Json object = {{"method", fit.model.method},
                 {"requested_dimensions", fit.model.requested_dimensions},
                 {"dimensions", fit.model.dimensions()},
                 {"groups", groups_json(fit.model.groups)},
                 {"reconstruction_error", number(report.reconstruction_error)},
                 {"explained_variance_ratio", number(report.explained_variance_ratio)},
                 {"objective", number(report.objective)},
                 {"bound", number(report.bound)},
                 {"gap", number(report.gap())},
                 {"certified", report.certified},
                 {"dual_weights", weights_json(report, report.dual_weights)},
                 {"status", to_string(report.status)},
                 {"converged", report.converged()},
                 {"eigensolves", report.eigensolves},
                 {"iterations", report.iterations}};
  for (const auto& [name, value] : report.measures) {
    object[name] = is_yes_or_no(name) ? Json(value != 0) : number(value);
  }
  for (const auto& [name, value] : report.counts) object[name] = value;
  for (const MmdConstraintSummary& constraint : report.mmd_constraints) {
    object["constraints"].push_back(
        mmd_constraint_json(constraint, report.measures.count("p_value") > 0));
  }
  if (!report.group_weights.empty()) {
    object["group_weights"] = weights_json(report, report.group_weights);
  }
  if (!report.history.empty()) object["history"] = history_json(report);
  add_overall_rows(object, report.overall_rows, fit.model.rows);
  if (!report.notes.empty()) object["notes"] = report.notes;
  add_costs(object, costs);
  object["warnings"] = report.warnings;
  return written(object);
}

std::string evaluation_json(const Model& model, const Evaluation& evaluation,
                            const RunCosts& costs) {
  Json groups = Json::array();
  for (const GroupEvaluation& group : evaluation.groups) {
    groups.push_back(evaluated_group_json(group));
  }
  Json object = {{"method", model.method},
                 {"dimensions", model.dimensions()},
                 {"rows", evaluation.rows},
                 {"groups", std::move(groups)},
                 {"reconstruction_error", number(evaluation.reconstruction_error)},
                 {"explained_variance_ratio", number(evaluation.explained_variance_ratio)},
                 {"gap", number(evaluation.gap)}};
  if (evaluation.log_likelihood) object["log_likelihood"] = number(evaluation.log_likelihood);
  add_overall_rows(object, evaluation.overall_rows, evaluation.rows);
  add_costs(object, costs);
  object["warnings"] = evaluation.warnings;
  return written(object);
}

std::string model_json(const Model& model) {
  Json object = {{"method", model.method},
                 {"requested_dimensions", model.requested_dimensions},
                 {"dimensions", model.dimensions()},
                 {"rows", model.rows},
                 {"weight", number(model.weight)},
                 {"total_variance", number(model.total_variance)},
                 {"protected_columns", model.protected_columns},
                 {"label_column", model.label_column ? Json(*model.label_column) : Json(nullptr)},
                 {"groups", groups_json(model.groups)},
                 {"columns", encoding_json(model.encoding)},
                 {"encoded_columns", model.encoding.names()},
                 {"mean", numbers(model.mean)},
                 {"scale", numbers(model.scale)},
                 {"components", components_json(model)},
                 {"encode_scale", numbers(model.projection.encode_scale)},
                 {"decode_scale", numbers(model.projection.decode_scale)},
                 {"component_variance", numbers(model.projection.component_variance)},
                 {"noise_variance", number(model.projection.noise_variance)},
                 {"bandwidth", number(model.bandwidth)}};
  if (model.mixture) object["mixture"] = mixture_json(*model.mixture);
  object["provenance"] = {{"program_version", model.provenance.program_version},
                          {"options", model.provenance.options},
                          {"status", model.provenance.status},
                          {"certified", model.provenance.certified}};
  return written(object);
}

}  // namespace fairpca
