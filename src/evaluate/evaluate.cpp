// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/evaluate/evaluate.h"

#include <algorithm>
#include <limits>

#include "fairpca/error.h"
#include "fairpca/model/reconstruction.h"
#include "fairpca/moments/attributes.h"

namespace fairpca {
namespace {

double ratio_explained(double error, double total) {
  return total > 0 ? 1 - error / total : std::numeric_limits<double>::quiet_NaN();
}

/// The model and, to compare with, the PCA of the evaluated rows.
struct Compared {
  const Model& model;
  Matrix overall_frame;
  Index d;
};

double mean_error(const Model& model, const Matrix& moment,
                  const std::optional<CellScores>& scores) {
  if (model.mixture && scores) return scores->squared_error / scores->weight;
  return reconstruction_error(model.projection, moment);
}

std::optional<double> mean_likelihood(const std::optional<CellScores>& scores) {
  if (!scores) return std::nullopt;
  return scores->log_likelihood / scores->weight;
}

void check_mixture_input(const Model& model, Center center, const RowScores* scores) {
  if (!model.mixture) return;
  if (scores == nullptr) {
    throw InvalidArgument("a mixture is measured on rows; moments are not enough");
  }
  if (center == Center::kGroup) {
    throw InvalidArgument(
        "--center group is for projections; a mixture has its own means for rows of any group");
  }
}

GroupEvaluation evaluate_group(const GroupStatistics& group, const Compared& compared,
                               const std::optional<CellScores>& scores, SpectralSolver& spectral) {
  const Matrix& moment = group.second_moment;
  const double total = moment.trace();
  GroupEvaluation result;
  result.name = group.group.name;
  result.levels = group.group.levels;
  result.rows = group.rows;
  result.reconstruction_error = mean_error(compared.model, moment, scores);
  result.log_likelihood = mean_likelihood(scores);
  const double sigma_d =
      compared.d >= moment.rows() ? total : spectral.top(moment, compared.d).values.sum();
  result.loss = loss_against(sigma_d, result.reconstruction_error, moment);
  result.loss_overall =
      variances_along(compared.overall_frame, moment).sum() - (total - result.reconstruction_error);
  result.explained_variance_ratio = ratio_explained(result.reconstruction_error, total);
  return result;
}

double gap_between(const std::vector<GroupStatistics>& groups,
                   const std::vector<GroupEvaluation>& evaluations) {
  std::vector<double> errors;
  for (const GroupEvaluation& group : evaluations) errors.push_back(group.reconstruction_error);
  return largest_gap(attribute_numbers(groups), errors);
}

}  // namespace

Evaluation evaluate(const Model& model, const GroupMoments& moments,
                    const std::vector<Group>& groups, Center center, SpectralSolver& spectral,
                    const RowScores* scores) {
  if (!(moments.encoding() == model.encoding)) {
    throw InvalidArgument(
        "the moments are not encoded as the model encodes rows: their columns or levels differ");
  }
  check_mixture_input(model, center, scores);
  const PreparedMoments prepared = prepare_about(moments, groups, model.mean, model.scale, center);
  const Index d = std::min(model.requested_dimensions, model.mean.size());
  const Compared compared{model, spectral.top(prepared.covariance, d).vectors, d};
  const auto scores_of = [&](const Group& group) {
    return scores == nullptr ? std::nullopt : std::optional(scores->of(group));
  };

  Evaluation result;
  result.rows = prepared.rows;
  const std::optional<CellScores> all =
      scores == nullptr ? std::nullopt : std::optional(scores->total());
  result.reconstruction_error = mean_error(model, prepared.covariance, all);
  result.log_likelihood = mean_likelihood(all);
  result.explained_variance_ratio =
      ratio_explained(result.reconstruction_error, prepared.covariance.trace());
  for (const GroupStatistics& group : prepared.groups) {
    result.groups.push_back(evaluate_group(group, compared, scores_of(group.group), spectral));
  }
  result.gap = gap_between(prepared.groups, result.groups);
  return result;
}

}  // namespace fairpca
