// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/optimize/minimax_weights.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "fairpca/error.h"

namespace fairpca {
namespace {

/// Refits, appends the step and notes whether its worst value is the largest so far.
void take_step(const WeightedRefit& refit, Vector weights, MinimaxWeights& search) {
  Vector values = refit(weights);
  search.steps.push_back({std::move(weights), std::move(values)});
  const double worst = search.steps.back().values.minCoeff();
  if (search.steps.size() == 1 || worst > search.worst()) search.best = search.steps.size() - 1;
}

/// What the indicator compares.
Vector compared(const MinimaxStep& step, Indicator indicator) {
  return indicator == Indicator::kOwnValue ? step.values : step.weights.cwiseProduct(step.values);
}

Vector moved(const MinimaxStep& from, double bar, int k, const ApstarOptions& options) {
  const Vector values = compared(from, options.indicator);
  const Vector low = (values.array() <= bar).cast<double>();
  const double count = std::max(low.sum(), 1.0), steps = k;
  const Vector target = options.step * from.weights + (1 - options.step) / (steps * count) * low;
  return target / target.sum();  // the sum is ((K - 1) alpha + 1) / K
}

}  // namespace

void ApstarOptions::validate() const {
  const auto require = [](bool holds, const char* name, const char* range, double value) {
    if (!holds) throw InvalidArgument(fmt::format("{} must be {}, got {}", name, range, value));
  };
  require(step > 0 && step < 1, "step", "in (0, 1)", step);
  require(k_min >= 1, "k_min", ">= 1", k_min);
  require(max_steps >= 0, "max_steps", ">= 0", max_steps);
  require(patience >= 1, "patience", ">= 1", patience);
  require(tolerance >= 0, "tolerance", ">= 0", tolerance);
}

MinimaxWeights apstar(Index count, const WeightedRefit& refit, const ApstarOptions& options) {
  options.validate();
  MinimaxWeights search;
  take_step(refit, Vector::Constant(count, 1 / static_cast<double>(count)), search);
  double bar = compared(search.steps.back(), options.indicator).minCoeff();
  double risen_to = search.worst();
  int k = 1, since_rise = 0;
  for (int step = 0; step < options.max_steps && !search.converged; ++step) {
    take_step(refit, moved(search.steps.back(), bar, k, options), search);
    ++k;
    const double worst = compared(search.steps.back(), options.indicator).minCoeff();
    if (worst > bar) {
      bar = worst;
      k = std::min(k, options.k_min);
    }
    const bool rose = search.worst() > risen_to + options.tolerance;
    if (rose) risen_to = search.worst();
    since_rise = rose ? 0 : since_rise + 1;
    search.converged = since_rise >= options.patience;
  }
  return search;
}

MinimaxWeights bisect_weights(const WeightedRefit& refit, int max_steps, double tolerance) {
  MinimaxWeights search;
  double low = 0, high = 1;
  for (int step = 0; step <= max_steps && !search.converged; ++step) {
    const double w = 0.5 * (low + high);
    take_step(refit, Vector{{w, 1 - w}}, search);
    const Vector& values = search.steps.back().values;
    (values[0] < values[1] ? low : high) = w;
    search.converged = high - low <= tolerance || std::abs(values[0] - values[1]) <= tolerance;
  }
  return search;
}

}  // namespace fairpca
