// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/evaluate/evaluate.h"

#include <algorithm>
#include <limits>

#include "fairpca/error.h"
#include "fairpca/model/reconstruction.h"

namespace fairpca {
namespace {

double ratio_explained(double error, double total) {
  return total > 0 ? 1 - error / total : std::numeric_limits<double>::quiet_NaN();
}

/// The model's projection and, to compare with, the PCA of the evaluated rows.
struct Compared {
  const LinearProjection& projection;
  Matrix overall_frame;
  Index d;
};

GroupEvaluation evaluate_group(const GroupStatistics& group, const Compared& compared,
                               SpectralSolver& spectral) {
  const Matrix& moment = group.second_moment;
  const double total = moment.trace();
  GroupEvaluation result;
  result.name = group.group.name;
  result.levels = group.group.levels;
  result.rows = group.rows;
  result.reconstruction_error = reconstruction_error(compared.projection, moment);
  const double sigma_d =
      compared.d >= moment.rows() ? total : spectral.top(moment, compared.d).values.sum();
  result.loss = loss_against(sigma_d, result.reconstruction_error, moment);
  result.loss_overall =
      variances_along(compared.overall_frame, moment).sum() - (total - result.reconstruction_error);
  result.explained_variance_ratio = ratio_explained(result.reconstruction_error, total);
  return result;
}

double largest_difference(const std::vector<GroupEvaluation>& groups) {
  if (groups.empty()) return 0;
  const auto [low, high] = std::minmax_element(
      groups.begin(), groups.end(), [](const GroupEvaluation& a, const GroupEvaluation& b) {
        return a.reconstruction_error < b.reconstruction_error;
      });
  return high->reconstruction_error - low->reconstruction_error;
}

}  // namespace

Evaluation evaluate(const Model& model, const GroupMoments& moments,
                    const std::vector<Group>& groups, Center center, SpectralSolver& spectral) {
  if (!(moments.encoding() == model.encoding)) {
    throw InvalidArgument(
        "the moments are not encoded as the model encodes rows: their columns or levels differ");
  }
  const PreparedMoments prepared = prepare_about(moments, groups, model.mean, model.scale, center);
  const Index d = std::min(model.requested_dimensions, model.mean.size());
  const Compared compared{model.projection, spectral.top(prepared.covariance, d).vectors, d};

  Evaluation result;
  result.rows = prepared.rows;
  result.reconstruction_error = reconstruction_error(model.projection, prepared.covariance);
  result.explained_variance_ratio =
      ratio_explained(result.reconstruction_error, prepared.covariance.trace());
  for (const GroupStatistics& group : prepared.groups) {
    result.groups.push_back(evaluate_group(group, compared, spectral));
  }
  result.gap = largest_difference(result.groups);
  return result;
}

}  // namespace fairpca
