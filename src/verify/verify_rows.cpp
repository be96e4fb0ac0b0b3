// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "fairpca/error.h"
#include "fairpca/verify/verify.h"
#include "moments/rows_in_groups.h"
#include "rows/map_blocks.h"
#include "verify/cell_parts.h"
#include "verify/judged_claims.h"
#include "verify/likelihood_claims.h"
#include "verify/messages.h"
#include "verify/mmd_claim.h"
#include "verify/same_problem.h"

namespace fairpca {
namespace {

EncodeOptions encode_like_the_fit(const Model& model, const ProblemSettings& settings) {
  EncodeOptions options{.missing = settings.missing};
  if (settings.missing == MissingCells::kMean) options.fill = model.mean;
  return options;
}

/// Sums of w ln p(x) and w over the rows of each cell.
struct LikelihoodSums {
  double weighted = 0, weight = 0;
  void add(const LikelihoodSums& other) {
    weighted += other.weighted;
    weight += other.weight;
  }
};
using CellLikelihoods = std::map<CellKey, LikelihoodSums>;

CellLikelihoods likelihoods_of(RowSource& rows, const ProvenProblem& problem,
                               const PassOptions& pass) {
  const Model& model = problem.model;
  const EncodeOptions options = encode_like_the_fit(model, problem.settings);
  CellLikelihoods sums;
  rows.rewind();
  map_blocks(
      rows, pass,
      [&](const RowBlock& block) {
        const EncodedBlock encoded = model.encoding.encode(block, options);
        const Vector values = model.log_likelihood(encoded.rows);
        return cell_parts<LikelihoodSums>(block, encoded,
                                          [&values](LikelihoodSums& sum, Index row, double weight) {
                                            sum.add({weight * values(row), weight});
                                          });
      },
      [&](const CellLikelihoods& part) {
        for (const auto& [key, sum] : part) sums[key].add(sum);
      });
  return sums;
}

double mean_of(const LikelihoodSums& sums) {
  return sums.weighted / sums.weight;
}

/// Likelihoods are recomputed; that no others are higher nobody can prove.
void add_likelihoods(RowSource& rows, const ProvenProblem& problem, const PassOptions& pass,
                     Verification& result) {
  const CellLikelihoods cells = likelihoods_of(rows, problem, pass);
  LikelihoodSums all;
  for (const auto& [key, sums] : cells) all.add(sums);
  std::vector<double> groups;
  for (const GroupStatistics& group : problem.prepared.groups) {
    LikelihoodSums sums;
    for (const CellKey& key : group.group.cells) {
      if (const auto cell = cells.find(key); cell != cells.end()) sums.add(cell->second);
    }
    groups.push_back(mean_of(sums));
  }
  const bool is_of_worst = problem.model.method == "fair-mixture-ppca" && !groups.empty();
  result.objective =
      -(is_of_worst ? *std::min_element(groups.begin(), groups.end()) : mean_of(all));
  add_likelihood_claims(problem.model, groups, result.claims);
  result.claims.push_back(objective_claim(problem.model, *result.objective, 1));
  result.claims.push_back(
      {"bound", ClaimStatus::kNotChecked,
       verify_message<"nothing-provable">("what"_is("recomputed, nothing proven"))});
}

void replace_constraint(const VerifiedClaim& claim, std::vector<VerifiedClaim>& claims) {
  for (VerifiedClaim& old : claims) {
    if (old.id == "constraint") old = claim;
  }
}

}  // namespace

Verification verify_rows(RowSource& rows, const Model& model, const PassOptions& pass) {
  Verification result;
  if (std::optional<VerifiedClaim> lack = lack_of_certificate(model)) {
    result.claims.push_back(std::move(*lack));
    return result;
  }
  const ProblemSettings settings = problem_settings(model);
  AdaptedRows grouped =
      rows_in_groups(rows, settings.grouping.missing, settings.missing, needs_label(model),
                     columns_with_missing_level(rows.schema(), settings.missing_category));
  const bool models_cells = settings.missing == MissingCells::kModel;
  const GroupMoments moments =
      accumulate_moments(grouped, pass, models_cells ? MissingCells::kMean : settings.missing,
                         settings.missing_category);
  if (!model.mixture && !models_cells && model.method != "mmd-fair-pca") {
    return verify_model(model, moments, pass.threads);
  }
  const std::optional<ProvenProblem> problem =
      proven_problem(model, moments, pass.threads, result.claims);
  if (!problem) return result;
  if (model.mixture || models_cells) {
    if (!model.is_probabilistic()) {
      reject(verify_message<"method-not-proven">("method"_is(Quoted{model.method})));
    }
    add_likelihoods(grouped, *problem, pass, result);
    return result;
  }
  result = verify_model(model, moments, pass.threads);
  replace_constraint(mmd_claim(grouped, *problem, encode_like_the_fit(model, settings), pass),
                     result.claims);
  return result;
}

}  // namespace fairpca
