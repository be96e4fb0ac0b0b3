// SPDX-License-Identifier: BSD-3-Clause
#include "verify/problem_settings.h"

#include <algorithm>
#include <map>

#include "moments/moments_options.h"
#include "rows/encode_options.h"

namespace fairpca {
namespace {

using Table = OptionTable<ProblemSettings>;

const Words<bool> kWeightKinds = {{"sampling", false}, {"frequency", true}};

Table fair_pca_problem() {
  Table table;
  table.choice<ProvenCriterion>("criterion", FAIRPCA_MEMBER(criterion),
                                {{"loss", ProvenCriterion::kLoss},
                                 {"error", ProvenCriterion::kError},
                                 {"nash", ProvenCriterion::kNash}},
                                "");
  table.choice<ProvenSolver>("solver", FAIRPCA_MEMBER(solver),
                             {{"exact", ProvenSolver::kExact},
                              {"multiplicative-weights", ProvenSolver::kMultiplicativeWeights}},
                             "");
  table.choice<bool>("extra_dimensions", FAIRPCA_MEMBER(allows_extra_dimensions),
                     {{"forbid", false}, {"allow", true}}, "");
  table.flag("nested", FAIRPCA_MEMBER(nested), "");
  return table;
}

Table robust_problem_options() {
  Table table;
  table.number("lambda", FAIRPCA_MEMBER(lambda), kNotNegative, "");
  table.number("alpha", FAIRPCA_MEMBER(alpha), kNotNegative, "");
  table.numbers("epsilon", FAIRPCA_MEMBER(epsilon), kNotNegative, "none", "");
  table.choice<bool>("weight_kind", FAIRPCA_MEMBER(counts_weights), kWeightKinds, "");
  table.choice<bool>("large_lambda", FAIRPCA_MEMBER(resets_large_lambda),
                     {{"keep", false}, {"reset", true}}, "");
  table.choice<ProvenSolver>(
      "solver", FAIRPCA_MEMBER(solver),
      {{"exact", ProvenSolver::kExact}, {"subgradient", ProvenSolver::kSubgradient}}, "");
  return table;
}

Table gap_capped_problem() {
  Table table;
  table.optional_number("max_gap", FAIRPCA_MEMBER(max_gap), kNotNegative, "");
  table.number("relative_max_gap", FAIRPCA_MEMBER(relative_max_gap), {.least = 0, .most = 1}, "");
  return table;
}

Table mean_matching_problem() {
  Table table;
  table.text("positive", FAIRPCA_MEMBER(positive), "");
  table.number("covariance_dimensions", FAIRPCA_MEMBER(covariance_dimensions), kNotNegative, "");
  return table;
}

Table constrained_problem() {
  Table table;
  table.number("delta", FAIRPCA_MEMBER(delta), kNotNegative, "");
  table.optional_number("relative_delta", FAIRPCA_MEMBER(relative_delta), {.least = 0, .most = 1},
                        "");
  table.number("mu", FAIRPCA_MEMBER(mu), kNotNegative, "");
  table.choice<ProvenFormulation>("formulation", FAIRPCA_MEMBER(formulation),
                                  {{"default", ProvenFormulation::kDefault},
                                   {"authors", ProvenFormulation::kAuthors},
                                   {"printed", ProvenFormulation::kPrinted}},
                                  "");
  return table;
}

OptionValue bandwidth_or_rule(const ProblemSettings& settings) {
  if (settings.bandwidth) return *settings.bandwidth;
  return std::string(settings.bandwidth_rule == BandwidthRule::kMedian ? "median" : "authors");
}

void set_bandwidth_or_rule(ProblemSettings& settings, const OptionValue& value) {
  const auto* number = std::get_if<double>(&value);
  const auto* rule = std::get_if<std::string>(&value);
  if (number != nullptr) settings.bandwidth = *number;
  if (rule != nullptr && *rule == "median") settings.bandwidth_rule = BandwidthRule::kMedian;
}

Table mmd_problem() {
  Table table;
  table.number("tau", FAIRPCA_MEMBER(tau), {}, "");
  table.number("tau_level", FAIRPCA_MEMBER(tau_level), kFraction, "");
  table.optional_number("tau_factor", FAIRPCA_MEMBER(tau_factor), {}, "");
  table.add({.name = "bandwidth",
             .type = OptionType::kNumberOrWord,
             .range = kPositive,
             .words = {"authors", "median"}},
            bandwidth_or_rule, set_bandwidth_or_rule);
  table.choice<KernelFamily>(
      "kernel_family", FAIRPCA_MEMBER(kernel_family),
      {{"gaussian", KernelFamily::kGaussian}, {"laplace", KernelFamily::kLaplace}}, "");
  table.choice<MmdEstimator>("estimator", FAIRPCA_MEMBER(estimator),
                             {{"v", MmdEstimator::kBiased}, {"u", MmdEstimator::kUnbiased}}, "");
  table.choice<bool>("pairs", FAIRPCA_MEMBER(takes_mean_of_pairs), {{"max", false}, {"mean", true}},
                     "");
  table.choice<bool>("weight_kind", FAIRPCA_MEMBER(counts_weights), kWeightKinds, "");
  table.choice<ProvenConditional>("conditional", FAIRPCA_MEMBER(conditional),
                                  {{"none", ProvenConditional::kNone},
                                   {"equal-opportunity", ProvenConditional::kEqualOpportunity},
                                   {"equalized-odds", ProvenConditional::kEqualizedOdds}},
                                  "");
  table.text("positive", FAIRPCA_MEMBER(positive), "");
  return table;
}

/// As the model file spells the option: `relative-delta`.
std::string in_provenance(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

void collect(const Table& table, const Model& model, OptionValues& values) {
  for (const OptionSpec& spec : table.specs()) {
    const auto found = model.provenance.options.find(in_provenance(spec.name));
    if (found != model.provenance.options.end()) {
      values[spec.name] = parse_value(spec, found->second);
    }
  }
}

}  // namespace

const Table& shared_problem_options() {
  static const Table all = [] {
    Table table;
    table.part(preparation_options(), FAIRPCA_MEMBER(preparation));
    table.part(grouping_options(), FAIRPCA_MEMBER(grouping));
    table.numbers("drop_deviation", FAIRPCA_MEMBER(drop_deviation), kNotNegative, "none", "");
    table.choice<MissingCells>("missing", FAIRPCA_MEMBER(missing), missing_words(), "");
    table.choice<MissingCategory>("missing_category", FAIRPCA_MEMBER(missing_category),
                                  missing_category_words(), "");
    return table;
  }();
  return all;
}

const Table& method_problem_options(const std::string& method) {
  static const std::map<std::string, Table> all = {{"fair-pca", fair_pca_problem()},
                                                   {"robust-fair-pca", robust_problem_options()},
                                                   {"gap-capped-pca", gap_capped_problem()},
                                                   {"mean-matching-pca", mean_matching_problem()},
                                                   {"constrained-fair-pca", constrained_problem()},
                                                   {"mmd-fair-pca", mmd_problem()}};
  static const Table none;
  const auto found = all.find(method);
  return found == all.end() ? none : found->second;
}

ProblemSettings problem_settings(const Model& model) {
  Table table;
  const auto itself = [](auto& settings) -> auto& {
    return settings;
  };
  table.part(shared_problem_options(), itself);
  table.part(method_problem_options(model.method), itself);
  OptionValues values;
  collect(table, model, values);
  return table.read(values);
}

}  // namespace fairpca
