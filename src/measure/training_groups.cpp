// SPDX-License-Identifier: BSD-3-Clause
#include "measure/training_groups.h"

#include <algorithm>

#include "fairpca/moments/moments.h"
#include "fairpca/spectral/top_eigenpairs.h"
#include "measure/messages.h"

namespace fairpca {
namespace {

/// The training rows of a group; none where it is too small among them.
std::optional<Moments> training_moments(const MeasureContext& context, std::size_t group) {
  const GroupMoments& all = *context.input.training->moments;
  Moments sum(all.dim());
  for (const CellKey& key : context.disclosure.published(context.input.groups[group]).cells) {
    const auto cell = all.cells().find(key);
    if (cell != all.cells().end()) sum.merge(cell->second);
  }
  if (sum.count() < std::max<Index>(1, context.input.settings.min_group_size)) return std::nullopt;
  return sum;
}

bool has_training_moments(const MeasureContext& context) {
  return context.input.training && context.input.training->moments != nullptr;
}

Vector scaled_mean(const Model& model, const Vector& mean) {
  return (mean - model.mean).cwiseQuotient(model.scale);
}

/// As the model remembers it.
std::optional<Vector> remembered_mean(const Model& model, const std::string& name) {
  for (const GroupSummary& group : model.groups) {
    if (group.name == name && group.mean.size() == model.mean.size()) {
      return scaled_mean(model, group.mean);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::optional<Vector>> training_means(const MeasureContext& context) {
  const Model& model = context.input.model;
  std::vector<std::optional<Vector>> means;
  for (std::size_t g = 0; g < context.evaluated.names.size(); ++g) {
    if (!has_training_moments(context)) {
      means.push_back(remembered_mean(model, context.evaluated.names[g]));
      continue;
    }
    const std::optional<Moments> moments = training_moments(context, context.evaluated.number[g]);
    means.push_back(moments ? std::optional(scaled_mean(model, moments->mean())) : std::nullopt);
  }
  return means;
}

std::vector<std::optional<Matrix>> training_frames(const MeasureContext& context, Index d) {
  const Model& model = context.input.model;
  const Vector inverse = model.scale.cwiseInverse();
  SpectralSolver spectral;
  std::vector<std::optional<Matrix>> frames(context.evaluated.names.size());
  if (!has_training_moments(context)) return frames;
  for (std::size_t g = 0; g < frames.size(); ++g) {
    const std::optional<Moments> moments = training_moments(context, context.evaluated.number[g]);
    if (!moments) continue;
    const Vector mean = scaled_mean(model, moments->mean());
    const Matrix second =
        inverse.asDiagonal() * (moments->scatter() / moments->weight()) * inverse.asDiagonal();
    frames[g] = spectral.top(second + mean * mean.transpose(), d).vectors;
  }
  return frames;
}

void note_no_training(const MeasureContext& context, const std::string& measure,
                      Measured& measured) {
  const std::vector<std::string>& asked = context.input.settings.measures;
  if (std::find(asked.begin(), asked.end(), measure) == asked.end()) return;
  measured.notes.push_back(measure_message<"no-training-rows">("measure"_is(measure)));
}

}  // namespace fairpca
