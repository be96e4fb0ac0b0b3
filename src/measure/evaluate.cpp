// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/evaluate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/messages.h"
#include "model/reconstruction.h"
#include "moments/disclosure.h"

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
    reject(measure_message<"mixture-needs-rows">());
  }
  if (center == Center::kGroup) {
    reject(measure_message<"center-of-mixture">("option"_is(OptionName{"center"})));
  }
}

GroupEvaluation name_and_rows(const GroupStatistics& group) {
  GroupEvaluation result;
  result.name = group.group.name;
  result.levels = group.group.levels;
  result.rows = group.rows;
  return result;
}

GroupEvaluation evaluate_group(const GroupStatistics& group, const Compared& compared,
                               const std::optional<CellScores>& scores, SpectralSolver& spectral) {
  const Matrix& moment = group.second_moment;
  const double total = moment.trace();
  GroupEvaluation result = name_and_rows(group);
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

/// The largest difference between two groups' errors; 0 where there are no two groups at all.
double gap_between(const std::vector<GroupEvaluation>& groups, const Disclosure& disclosure) {
  std::vector<double> errors;
  for (const GroupEvaluation& group : groups) errors.push_back(group.reconstruction_error);
  const double gap = disclosure.largest_difference(errors);
  return std::isnan(gap) && !disclosure.hides_any() ? 0 : gap;
}

/// Numbers of the rows of `moments` together, scored as `scores` says.
void evaluate_overall(const Model& model, const PreparedMoments& moments,
                      const std::optional<CellScores>& scores, Evaluation& result) {
  result.overall_rows = moments.rows;
  if (scores) result.log_likelihood = mean_likelihood(scores);
  if (moments.rows == 0) return;
  result.reconstruction_error = mean_error(model, moments.covariance, scores);
  result.explained_variance_ratio =
      ratio_explained(result.reconstruction_error, moments.covariance.trace());
}

}  // namespace

Evaluation evaluate(const Model& model, const GroupMoments& moments,
                    const std::vector<Group>& groups, Center center, SpectralSolver& spectral,
                    const RowScores* scores, Index min_group_size) {
  if (!(moments.encoding() == model.encoding)) {
    reject(measure_message<"different-encoding">());
  }
  check_mixture_input(model, center, scores);
  const PreparedMoments all = prepare_about(moments, groups, model.mean, model.scale, center);
  const Disclosure disclosure(moments, groups, min_group_size);
  std::optional<PreparedMoments> some;
  if (disclosure.hides_any()) some = published_moments(moments, all, disclosure, center);
  const PreparedMoments& published = some ? *some : all;
  const Index d = std::min(model.requested_dimensions, model.mean.size());
  const Compared compared{model, spectral.top(published.covariance, d).vectors, d};
  const auto scores_of = [&](const Group& group) {
    return scores == nullptr ? std::nullopt : std::optional(scores->of(group));
  };

  Evaluation result;
  result.rows = all.rows;
  if (disclosure.leaves_rows_out()) {
    Group rows;
    rows.cells = disclosure.cells();
    evaluate_overall(model, published, scores_of(rows), result);
  } else {
    evaluate_overall(model, all, scores ? std::optional(scores->total()) : std::nullopt, result);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const GroupStatistics& group = published.groups[g];
    if (disclosure.hides(g)) {
      result.groups.push_back(name_and_rows(group));
      if (scores) result.groups.back().log_likelihood = std::numeric_limits<double>::quiet_NaN();
    } else {
      result.groups.push_back(evaluate_group(group, compared, scores_of(group.group), spectral));
    }
  }
  result.gap = gap_between(result.groups, disclosure);
  result.warnings = disclosure.warnings();
  return result;
}

}  // namespace fairpca
