// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mixture/mixture_problem.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "fit/messages.h"
#include "fit/mixture/messages.h"
#include "mixture/messages.h"

namespace fairpca {
namespace {

/// Below this share of the mean variance of a column no noise variance falls, prior or not.
constexpr double kNoiseFloor = 1e-12;
/// Between these variances nothing underflows or overflows.
constexpr double kLeastVariance = 1e-280, kMostVariance = 1e302;

RowPreparation preparation_of(const FitInput& input) {
  const PreparedMoments& moments = *input.prepared;
  RowPreparation preparation;
  preparation.encoding = input.moments->encoding();
  preparation.encode.missing = input.missing;
  if (input.missing == MissingCells::kMean) preparation.encode.fill = moments.mean;
  preparation.mean = moments.mean;
  preparation.scale = moments.scale;
  for (const auto& [key, cell] : input.moments->cells()) preparation.cells.push_back(key.levels);
  return preparation;
}

std::vector<std::vector<Index>> cells_of_groups(const FitInput& input) {
  std::vector<std::vector<Index>> result;
  for (const GroupStatistics& group : input.prepared->groups) {
    std::vector<Index>& cells = result.emplace_back();
    for (const CellKey& key : group.group.cells) {
      cells.push_back(
          std::distance(input.moments->cells().begin(), input.moments->cells().find(key)));
    }
  }
  return result;
}

EmOptions em_options(const FitInput& input, const MixtureOptions& options) {
  const PreparedMoments& moments = *input.prepared;
  const double variance =
      moments.covariance.trace() / static_cast<double>(moments.covariance.rows());
  if (!(variance > 0)) {
    reject(fit_message<"rows-all-equal">("rows"_is(Counted{moments.rows, "row", "rows"}),
                                         "method"_is("a mixture")));
  }
  if (!(variance >= kLeastVariance && variance <= kMostVariance)) {
    reject(mixture_fit_message<"variance-beyond-range">(
        "variance"_is(variance), "extreme"_is(variance < 1 ? "small" : "large")));
  }
  EmOptions em;
  em.max_iterations = options.max_iterations;
  em.tolerance = options.tolerance;
  em.m_step = options.m_step;
  if (options.noise_prior) {
    em.prior = {options.noise_prior->first, options.noise_prior->second * variance};
  }
  em.rows = moments.weight;
  em.noise_floor = kNoiseFloor * variance;
  return em;
}

Vector published_cells(const GroupMoments& moments, const Disclosure& disclosure) {
  Vector published = Vector::Ones(static_cast<Index>(moments.cells().size()));
  if (!disclosure.leaves_rows_out()) return published;
  const std::set<CellKey> cells(disclosure.cells().begin(), disclosure.cells().end());
  Index i = 0;
  for (const auto& [key, cell] : moments.cells()) published[i++] = cells.contains(key) ? 1 : 0;
  return published;
}

/// Those of the input, wherever they are.
std::unique_ptr<MixtureRows> mixture_rows(const FitInput& input, KeepRows keep) {
  if (auto* remote = dynamic_cast<RemoteSource*>(input.rows)) {
    return remote->prepare(preparation_of(input));
  }
  return std::make_unique<PreparedRows>(*input.rows, preparation_of(input), input.pass, keep,
                                        input.prepared->rows);
}

}  // namespace

double MixtureMeasures::worst_log_likelihood() const {
  return group_log_likelihood.empty()
             ? log_likelihood
             : *std::min_element(group_log_likelihood.begin(), group_log_likelihood.end());
}

MixtureProblem::MixtureProblem(const FitInput& input, const MixtureOptions& options,
                               double held_out_share)
    : input_(input),
      options_(options),
      group_cells_(cells_of_groups(input)),
      cells_(static_cast<Index>(input.moments->cells().size())),
      disclosure_(*input.moments, *input.prepared, input.min_group_size),
      published_(published_cells(*input.moments, disclosure_)),
      rows_(mixture_rows(input, options.keep_rows)),
      em_(em_options(input, options)),
      spectral_(input.spectral) {
  if (held_out_share > 0) rows_->hold_out(held_out_share, input.seed);
  cell_weight_ = rows_->weight_per_cell();
  em_.rows = cell_weight_.head(cells_).sum();
}

void MixtureProblem::require_held_out_rows(bool of_every_group) const {
  if (!(cell_weight_.tail(cells_).sum() > 0)) {
    reject(mixture_fit_message<"too-few-rows-to-hold-out">(
        "option"_is(OptionName{"choose_by"}),
        "rows"_is(Counted{input_.prepared->rows, "row", "rows"})));
  }
  const Vector held_out = group_sums(cell_weight_, cells_);
  for (Index g = 0; of_every_group && g < held_out.size(); ++g) {
    if (held_out[g] > 0) continue;
    const GroupStatistics& group = input_.prepared->groups[static_cast<std::size_t>(g)];
    reject(mixture_fit_message<"group-too-small-to-hold-out">(
        "option"_is(OptionName{"choose_by"}), "group"_is(Quoted{group.group.name}),
        "rows"_is(Counted{group.rows, "row", "rows"})));
  }
}

Vector MixtureProblem::plain_weights() const {
  Vector weights = Vector::Zero(cell_weight_.size());
  weights.head(cells_).setConstant(1 / cell_weight_.head(cells_).sum());
  return weights;
}

std::vector<double> MixtureProblem::plain_group_weights() const {
  Vector groups_of_cell = Vector::Zero(cells_);
  for (const std::vector<Index>& cells : group_cells_) {
    for (const Index cell : cells) groups_of_cell[cell] += 1;
  }
  if ((groups_of_cell.array() != 1).any()) return {};
  const Vector shares = group_sums(cell_weight_, 0) / cell_weight_.head(cells_).sum();
  return {shares.begin(), shares.end()};
}

Vector MixtureProblem::group_cell_weights(const Vector& weights) const {
  const Vector sums = group_sums(cell_weight_, 0);
  Vector result = Vector::Zero(cell_weight_.size());
  for (std::size_t g = 0; g < group_cells_.size(); ++g) {
    const auto at = static_cast<Index>(g);
    for (const Index cell : group_cells_[g]) result[cell] += weights[at] / sums[at];
  }
  return result;
}

Vector MixtureProblem::group_sums(const Vector& cells, Index offset) const {
  Vector sums = Vector::Zero(static_cast<Index>(group_cells_.size()));
  for (std::size_t g = 0; g < group_cells_.size(); ++g) {
    for (const Index cell : group_cells_[g]) sums[static_cast<Index>(g)] += cells[offset + cell];
  }
  return sums;
}

EmResult MixtureProblem::fit(Index components, Index q, const Vector& cell_weights) {
  const StartRows from = rows_->start_rows(cell_weights, input_.prepared->rows, input_.seed,
                                           StartRows::wanted(components));
  std::optional<EmResult> best;
  for (int start = 0; start < options_.starts; ++start) {
    PpcaMixture mixture = start_mixture(from,
                                        {.components = components,
                                         .latent_dimensions = q,
                                         .kind = options_.start,
                                         .seed = input_.seed,
                                         .number = static_cast<std::uint32_t>(start)},
                                        em_, spectral_);
    EmResult result = refit(mixture, cell_weights);
    if (!best || result.penalized() > best->penalized()) best = std::move(result);
  }
  return std::move(*best);
}

EmResult MixtureProblem::refit(const PpcaMixture& start, const Vector& cell_weights) {
  return run_em(*rows_, start, cell_weights, em_, spectral_);
}

MixtureMeasures MixtureProblem::measure(const PpcaMixture& mixture, bool held_out) {
  const MixtureScores scores = rows_->scores(mixture, input_.prepared->scale);
  const Index offset = held_out ? cells_ : 0;
  MixtureMeasures result{means(scores, offset, Vector::Ones(cells_)), {}};
  result.published = means(scores, offset, published_);
  for (std::size_t g = 0; g < group_cells_.size(); ++g) {
    if (!disclosure_.hides(g)) continue;
    result.published.group_log_likelihood[g] = std::numeric_limits<double>::quiet_NaN();
    result.published.group_reconstruction_error[g] = std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

MixtureMeans MixtureProblem::means(const MixtureScores& scores, Index offset,
                                   const Vector& counted) const {
  const Vector weight = scores.weight.segment(offset, cells_).cwiseProduct(counted);
  const Vector likelihood = scores.log_likelihood.segment(offset, cells_).cwiseProduct(counted);
  const Vector error = scores.squared_error.segment(offset, cells_).cwiseProduct(counted);
  MixtureMeans result;
  result.weight = weight.sum();
  result.log_likelihood = likelihood.sum() / result.weight;
  result.reconstruction_error = error.sum() / result.weight;
  const Vector weights = group_sums(weight, 0);
  const Vector likelihoods = group_sums(likelihood, 0);
  const Vector errors = group_sums(error, 0);
  for (Index g = 0; g < weights.size(); ++g) {
    result.group_log_likelihood.push_back(likelihoods[g] / weights[g]);
    result.group_reconstruction_error.push_back(errors[g] / weights[g]);
  }
  return result;
}

void check_mixture_input(const FitInput& input, Index components) {
  const PreparedMoments& moments = *input.prepared;
  if (input.preparation.center == Center::kGroup) {
    reject(fit_message<"center-not-overall">("option"_is(OptionName{"center"}),
                                             "method"_is("a mixture")));
  }
  if (components > moments.rows) {
    reject(mixture_message<"too-many-components">("option"_is(OptionName{"mixture_components"}),
                                                  "components"_is(components),
                                                  "rows"_is(moments.rows)));
  }
}

void check_components_of_groups(const FitInput& input, Index components) {
  for (const GroupStatistics& group : input.prepared->groups) {
    if (components <= group.rows) continue;
    reject(mixture_fit_message<"components-above-group">(
        "option"_is(OptionName{"mixture_components"}), "components"_is(components),
        "rows"_is(Counted{group.rows, "row", "rows"}), "group"_is(Quoted{group.group.name})));
  }
}

double parameter_count(Index components, Index q, Index p) {
  const auto k = static_cast<double>(components), d = static_cast<double>(q);
  const auto columns = static_cast<double>(p);
  return k - 1 + k * (columns + columns * d - d * (d - 1) / 2 + 1);
}

}  // namespace fairpca
