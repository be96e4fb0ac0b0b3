// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/optimize/apstar.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "optimize/apstar_options.h"
#include "options/check_field.h"

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
Vector indicator_values(const MinimaxStep& step, Indicator indicator) {
  return indicator == Indicator::kOwnValue ? step.values : step.weights.cwiseProduct(step.values);
}

Vector next_weights(const MinimaxStep& from, double best_worst, int k,
                    const ApstarOptions& options) {
  const Vector values = indicator_values(from, options.indicator);
  const Vector low = (values.array() <= best_worst).cast<double>();
  const double count = std::max(low.sum(), 1.0), steps = k;
  const Vector target = options.step * from.weights + (1 - options.step) / (steps * count) * low;
  return target / target.sum();  // the sum is ((K - 1) alpha + 1) / K
}

/// Where the weight is searched at which two values cross.  A refit that starts from the last one
/// may answer otherwise when asked again, so an end that has long stayed is tried once more.
class WeightBracket {
 public:
  /// The weight to try: the middle, or an end that has stayed for kLong steps.
  double next() const { return is_in_doubt() ? stale() : 0.5 * (low_ + high_); }

  /// Notes whether the first value was the smaller one at w = next(): the crossing lies above w.
  void take(double w, bool above) {
    if (is_in_doubt()) {
      if (above == low_moved_) reopen();
      stayed_ = 0;
      return;
    }
    stayed_ = above == low_moved_ ? stayed_ + 1 : 1;
    low_moved_ = above;
    (above ? low_ : high_) = w;
  }

  bool is_closed() const { return high_ - low_ <= 1e-12; }

  /// All weights from here to 0 or to 1 are narrower than `tolerance`, and no end of them was
  /// tried.
  bool is_at_an_end(double tolerance) const {
    return high_ - low_ <= tolerance && (low_ == 0 || high_ == 1);
  }

 private:
  static constexpr int kLong = 8;  // a crossing that is there does so once in 2^7 times

  double stale() const { return low_moved_ ? high_ : low_; }
  bool is_in_doubt() const { return stayed_ >= kLong && stale() > 0 && stale() < 1; }

  /// The crossing is beyond the end that stayed: it becomes the other one, twice as far from the
  /// new one as they were before that end stayed.
  void reopen() {
    const double width = std::ldexp(high_ - low_, stayed_ + 1);
    if (low_moved_) {
      low_ = high_;
      high_ = std::min(1.0, low_ + width);
    } else {
      high_ = low_;
      low_ = std::max(0.0, high_ - width);
    }
  }

  double low_ = 0, high_ = 1;
  bool low_moved_ = false;
  int stayed_ = 0;  ///< steps in a row that moved the same end
};

}  // namespace

void ApstarOptions::validate() const {
  apstar_options().check(*this);
  check_field("tolerance", tolerance, {.least = 0});
}

MinimaxWeights apstar(Index count, const WeightedRefit& refit, const ApstarOptions& options) {
  options.validate();
  MinimaxWeights search;
  take_step(refit, Vector::Constant(count, 1 / static_cast<double>(count)), search);
  double best_worst = indicator_values(search.steps.back(), options.indicator).minCoeff();
  double last_improvement = search.worst();
  int k = 1, steps_since = 0;
  for (int step = 0; step < options.max_steps && !search.converged; ++step) {
    take_step(refit, next_weights(search.steps.back(), best_worst, k, options), search);
    ++k;
    const double worst = indicator_values(search.steps.back(), options.indicator).minCoeff();
    if (worst > best_worst) {
      best_worst = worst;
      k = std::min(k, options.k_min);
    }
    const bool improved = search.worst() > last_improvement + options.tolerance;
    if (improved) last_improvement = search.worst();
    steps_since = improved ? 0 : steps_since + 1;
    search.converged = steps_since >= options.patience;
  }
  return search;
}

MinimaxWeights bisect_weights(const WeightedRefit& refit, int max_steps, double tolerance) {
  MinimaxWeights search;
  WeightBracket bracket;
  for (int step = 0; step <= max_steps && !search.converged && !bracket.is_closed(); ++step) {
    const double w = bracket.next();
    take_step(refit, Vector{{w, 1 - w}}, search);
    const Vector& values = search.steps.back().values;
    bracket.take(w, values[0] < values[1]);
    search.converged =
        std::abs(values[0] - values[1]) <= tolerance || bracket.is_at_an_end(tolerance);
  }
  return search;
}

}  // namespace fairpca
