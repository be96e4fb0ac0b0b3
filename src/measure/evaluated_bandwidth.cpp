// SPDX-License-Identifier: BSD-3-Clause
#include "measure/evaluated_bandwidth.h"

#include <algorithm>

#include "fairpca/kernels/bandwidth.h"
#include "fairpca/spectral/top_eigenpairs.h"
#include "measure/measure_setup.h"
#include "measure/messages.h"

namespace fairpca {
namespace {

bool wants_mmd(const std::vector<std::string>& measures) {
  return measures.empty() ||
         std::any_of(measures.begin(), measures.end(),
                     [](const std::string& id) { return id.starts_with("mmd"); });
}

}  // namespace

Model model_with_bandwidth(const Model& model, const ScoredTable& evaluated,
                           const std::vector<Group>& groups, const EvaluateSettings& settings,
                           std::vector<Message>& notes) {
  Model result = model;
  if (model.bandwidth || !wants_mmd(settings.measures)) return result;
  const MeasureInput input{.model = model,
                           .groups = groups,
                           .evaluated = evaluated.part(),
                           .settings = {.min_group_size = settings.min_group_size}};
  const MeasureSetup setup(input);
  const MeasureContext context = setup.context();
  if (context.evaluated.pairs().empty()) return result;  // nothing to compare
  RowMatrix points;
  if (model.mixture) {
    points = evaluated.scored.coordinates(context.evaluated.overall, Eigen::all);
  } else if (input.evaluated.prepared != nullptr) {
    const Index d = std::min(std::max<Index>(model.dimensions(), 1), model.mean.size());
    SpectralSolver spectral;
    const Matrix frame = spectral.top(context.overall->covariance, d).vectors;
    points = evaluated.prepared(context.evaluated.overall, Eigen::all) * frame;
  }
  if (points.rows() < 2) return result;
  const double bandwidth = kernel_bandwidth(points, BandwidthRule::kAuthors, settings.seed);
  if (!(bandwidth > 0)) return result;
  result.bandwidth = bandwidth;
  notes.push_back(measure_message<"bandwidth-of-evaluated-rows">("bandwidth"_is(bandwidth)));
  return result;
}

}  // namespace fairpca
