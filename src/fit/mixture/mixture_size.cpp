// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include "fit/dimensions.h"
#include "fit/mixture/messages.h"
#include "fit/mixture/mixture_problem.h"
#include "fit/settings_table.h"

namespace fairpca {
namespace {

constexpr double kHeldOutShare = 0.2;

/// Minus twice the mean log-likelihood of a row plus the penalty per row; of the group for which it
/// is largest, if so asked.
double information_criterion(const FitInput& input, const MixtureMeasures& measures,
                             double parameters, bool worst_group) {
  const PreparedMoments& moments = *input.prepared;
  const auto criterion = [&](double likelihood, double rows) {
    return -2 * likelihood + parameters * std::log(rows) / rows;
  };
  if (!worst_group || moments.groups.empty()) {
    return criterion(measures.log_likelihood, moments.weight);
  }
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t g = 0; g < moments.groups.size(); ++g) {
    largest =
        std::max(largest, criterion(measures.group_log_likelihood[g], moments.groups[g].weight));
  }
  return largest;
}

/// What choosing minimises.
double criterion_of(const FitInput& input, const MixtureOptions& options, MixtureProblem& problem,
                    Index components, Index q) {
  const EmResult result = problem.fit(components, q, problem.plain_weights());
  const bool held_out = options.choose_by == ChooseBy::kHeldOut;
  const MixtureMeasures measures = problem.measure(result.mixture, held_out);
  if (held_out) {
    return -(options.choose_for_worst_group ? measures.worst_log_likelihood()
                                            : measures.log_likelihood);
  }
  const double parameters = parameter_count(components, q, input.prepared->covariance.rows());
  return information_criterion(input, measures, parameters, options.choose_for_worst_group);
}

}  // namespace

CountRange latent_dimensions(const FitInput& input, SpectralSolver& spectral) {
  if (input.dimensions.most > 0) settings_table().check({.dimensions = input.dimensions});
  const Index p = input.prepared->covariance.rows();
  Dimensions one = input.dimensions;
  one.most = 0;
  CountRange range;
  range.least = range.most = resolve_dimensions(one, *input.prepared, p - 1, spectral);
  if (input.dimensions.most > 0) {
    one.wanted = input.dimensions.most;
    range.most = resolve_dimensions(one, *input.prepared, p - 1, spectral);
  }
  return range;
}

ChosenSize choose_size(const FitInput& input, const MixtureOptions& options, CountRange q) {
  if (!q.is_range() && !options.components.is_range()) {
    return {options.components.least, q.least, {}};
  }
  const bool held_out = options.choose_by == ChooseBy::kHeldOut;
  MixtureProblem problem(input, options, held_out ? kHeldOutShare : 0);
  if (held_out) problem.require_held_out_rows(options.choose_for_worst_group);
  ChosenSize best{options.components.least, q.least, {}};
  double least = std::numeric_limits<double>::infinity();
  for (Index components = options.components.least; components <= options.components.most;
       ++components) {
    for (Index d = q.least; d <= q.most; ++d) {
      const double value = criterion_of(input, options, problem, components, d);
      if (!(value < least)) continue;
      least = value;
      best.components = components;
      best.q = d;
    }
  }
  best.notes.push_back(mixture_fit_message<"mixture-size-chosen">(
      "criterion"_is(held_out ? "held-out likelihood" : "BIC"),
      "population"_is(options.choose_for_worst_group ? "the worst group" : "all rows"),
      "components"_is(best.components), "dimensions"_is(best.q),
      "least"_is(options.components.least), "most"_is(options.components.most),
      "least_dimensions"_is(q.least), "most_dimensions"_is(q.most)));
  return best;
}

}  // namespace fairpca
