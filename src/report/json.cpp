// SPDX-License-Identifier: BSD-3-Clause
#include "report/json.h"

#include <optional>
#include <utility>

#include "fairpca/model/posterior_covariance.h"
#include "report/json_number.h"
#include "report/json_rows.h"
#include "report/run_costs_json.h"
#include "rows/encoding_json.h"

namespace fairpca {
namespace {

using Json = OrderedJson;

Json group_json(const GroupSummary& group) {
  Json object = {{"name", group.name},
                 {"levels", group_levels_json(group.levels)},
                 {"rows", group.rows},
                 {"weight", json_number(group.weight)},
                 {"reconstruction_error", json_number(group.reconstruction_error)},
                 {"loss", json_number(group.loss)}};
  if (group.log_likelihood) object["log_likelihood"] = json_number(*group.log_likelihood);
  return object;
}

Json groups_json(const std::vector<GroupSummary>& groups) {
  Json list = Json::array();
  for (const GroupSummary& group : groups) list.push_back(group_json(group));
  return list;
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

/// Of a mixture it is with its components.
Json posterior_variance_json(const Model& model) {
  if (!model.projection.noise_variance) return nullptr;
  const PpcaMixture one = as_mixture(model.projection);
  return json_numbers(latent_covariance(one.components.front()).diagonal());
}

Json mixture_json(const PpcaMixture& mixture) {
  Json components = Json::array();
  for (const PpcaComponent& component : mixture.components) {
    Json frame = Json::array();
    for (Index j = 0; j < component.frame.cols(); ++j) {
      frame.push_back(json_numbers(component.frame.col(j)));
    }
    components.push_back(
        {{"weight", json_number(component.weight)},
         {"mean", json_numbers(component.mean)},
         {"frame", std::move(frame)},
         {"variance", json_numbers(component.variance)},
         {"noise_variance", json_number(component.noise_variance)},
         {"posterior_variance", json_numbers(latent_covariance(component).diagonal())}});
  }
  return {{"latent_dimensions", mixture.latent_dimensions()},
          {"embedding", mixture.embedding == Embedding::kAverage ? "average" : "blocks"},
          {"components", std::move(components)}};
}

Json mmd_constraint_json(const MmdConstraintSummary& constraint, bool with_p_value) {
  Json object = {{"name", constraint.name},
                 {"mmd2", json_number(constraint.mmd2)},
                 {"tau", json_number(constraint.tau)}};
  if (with_p_value) object["p_value"] = json_number(constraint.p_value);
  return object;
}

Json components_json(const Model& model) {
  Json list = Json::array();
  for (Index j = 0; j < model.projection.components.cols(); ++j) {
    list.push_back(json_numbers(model.projection.components.col(j)));
  }
  return list;
}

Json multipliers_json(const Multipliers& multipliers) {
  Json object = Json::object();
  if (!multipliers.dual_weights.empty()) object["dual_weights"] = multipliers.dual_weights;
  for (Index j = 0; j < multipliers.nested_weights.rows(); ++j) {
    object["nested_weights"].push_back(json_numbers(multipliers.nested_weights.row(j)));
  }
  if (!multipliers.support_angles.empty()) object["support_angles"] = multipliers.support_angles;
  for (const PairWeight& pair : multipliers.pair_weights) {
    object["pair_weights"].push_back(
        {{"worse", pair.worse}, {"better", pair.better}, {"weight", pair.weight}});
  }
  for (const LowRankMatrix& factor : multipliers.covariance_multipliers) {
    object["covariance_ranks"].push_back(factor.left.cols());
  }
  return object;
}

Json certificate_facts(const std::optional<ModelCertificate>& certificate) {
  if (!certificate) return nullptr;
  return {{"objective", json_number(certificate->objective)},
          {"bound", json_number(certificate->bound)},
          {"tolerance", json_number(certificate->tolerance)},
          {"failure_probability", json_number(certificate->failure_probability)},
          {"multipliers", multipliers_json(certificate->multipliers)},
          {"moments_digest", certificate->moments_digest}};
}

Json method_number_json(const MethodNumber& number) {
  return std::visit(
      [](auto value) -> Json {
        if constexpr (std::is_same_v<decltype(value), double>) return json_number(value);
        return value;
      },
      number.value);
}

}  // namespace

std::string fit_json(const Fit& fit, const RunCosts& costs, Spelling spelling) {
  const FitReport& report = fit.report;
  Json object = {{"method", fit.model.method},
                 {"requested_dimensions", fit.model.requested_dimensions},
                 {"dimensions", fit.model.dimensions()},
                 {"groups", groups_json(fit.model.groups)},
                 {"reconstruction_error", json_number(report.reconstruction_error)},
                 {"explained_variance_ratio", json_number(report.explained_variance_ratio)},
                 {"objective", json_number(report.objective)},
                 {"bound", json_number(report.bound)},
                 {"optimality_gap", json_number(report.optimality_gap())},
                 {"certified", report.certified},
                 {"dual_weights", weights_json(report, report.dual_weights)},
                 {"status", to_string(report.status)},
                 {"converged", report.converged()},
                 {"eigensolves", report.eigensolves},
                 {"iterations", report.iterations}};
  for (const MethodNumber& number : method_numbers(report)) {
    object[number.name] = method_number_json(number);
  }
  for (const MmdConstraintSummary& constraint : report.mmd_constraints) {
    object["constraints"].push_back(
        mmd_constraint_json(constraint, report.mmd && report.mmd->p_value));
  }
  if (report.covariances && !report.covariances->relaxation_eigenvalues.empty()) {
    object["relaxation_eigenvalues"] = report.covariances->relaxation_eigenvalues;
    object["relaxation_variances"] = report.covariances->relaxation_variances;
  }
  if (!report.group_weights.empty()) {
    object["group_weights"] = weights_json(report, report.group_weights);
  }
  if (!report.history.empty()) object["history"] = history_json(report);
  add_overall_rows(object, report.overall_rows, fit.model.rows);
  if (!report.notes.empty()) object["notes"] = texts(report.notes, spelling);
  add_costs(object, costs);
  object["warnings"] = texts(report.warnings, spelling);
  return json_text(object);
}

std::string model_json(const Model& model) {
  Json object = {{"method", model.method},
                 {"requested_dimensions", model.requested_dimensions},
                 {"dimensions", model.dimensions()},
                 {"rows", model.rows},
                 {"weight", json_number(model.weight)},
                 {"total_variance", json_number(model.total_variance)},
                 {"protected_columns", model.protected_columns},
                 {"label_column", model.label_column ? Json(*model.label_column) : Json(nullptr)},
                 {"groups", groups_json(model.groups)},
                 {"columns", encoding_json(model.encoding)},
                 {"encoded_columns", model.encoding.names()},
                 {"mean", json_numbers(model.mean)},
                 {"scale", json_numbers(model.scale)},
                 {"components", components_json(model)},
                 {"encode_scale", json_numbers(model.projection.encode_scale)},
                 {"decode_scale", json_numbers(model.projection.decode_scale)},
                 {"component_variance", json_numbers(model.projection.component_variance)},
                 {"noise_variance", json_number(model.projection.noise_variance)},
                 {"posterior_variance", posterior_variance_json(model)},
                 {"bandwidth", json_number(model.bandwidth)}};
  if (model.mixture) object["mixture"] = mixture_json(*model.mixture);
  object["provenance"] = {{"program_version", model.provenance.program_version},
                          {"options", model.provenance.options},
                          {"status", model.provenance.status},
                          {"certified", model.provenance.certified}};
  object["certificate"] = certificate_facts(model.certificate);
  return json_text(object);
}

}  // namespace fairpca
