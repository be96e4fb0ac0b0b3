// SPDX-License-Identifier: BSD-3-Clause
#include "measure/roc_auc.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "measure/messages.h"

namespace fairpca {
namespace {

std::vector<Index> all_below(std::size_t count) {
  std::vector<Index> rows(count);
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

}  // namespace

RankedScores::RankedScores(const Vector& scores, const std::vector<bool>& positive)
    : RankedScores(scores, positive, all_below(positive.size())) {}

RankedScores::RankedScores(const Vector& scores, const std::vector<bool>& positive,
                           std::vector<Index> kept)
    : order_(std::move(kept)) {
  if (scores.size() != static_cast<Index>(positive.size())) {
    reject(measure_message<"classes-per-row">("classes"_is(positive.size()),
                                              "rows"_is(scores.size())));
  }
  for (const Index row : order_) {
    if (std::isnan(scores(row))) {
      reject(measure_message<"score-not-a-number">("row"_is(row + 1)));
    }
  }
  std::stable_sort(order_.begin(), order_.end(),
                   [&](Index a, Index b) { return scores(a) < scores(b); });
  for (std::size_t i = 0; i < order_.size(); ++i) {
    is_positive_.push_back(positive[static_cast<std::size_t>(order_[i])]);
    if (i + 1 == order_.size() || scores(order_[i]) != scores(order_[i + 1])) {
      ends_.push_back(i + 1);
    }
  }
}

template <class Visit>
void RankedScores::for_each_score(const Vector& weights, const Visit& visit) const {
  std::size_t i = 0;
  for (const std::size_t end : ends_) {
    double positive = 0, other = 0;
    for (; i < end; ++i) {
      (is_positive_[i] ? positive : other) += weights.size() > 0 ? weights(order_[i]) : 1;
    }
    visit(positive, other);
  }
}

double RankedScores::auc(const Vector& weights) const {
  // Twice the pairs won, so that ties of weight 1 stay whole numbers.
  double twice_won = 0, others_below = 0, positives = 0;
  for_each_score(weights, [&](double here, double others) {
    twice_won += here * (2 * others_below + others);
    others_below += others;
    positives += here;
  });
  if (!(positives > 0) || !(others_below > 0)) return std::numeric_limits<double>::quiet_NaN();
  return twice_won / (2 * positives * others_below);
}

DrawnValues RankedScores::auc(const DrawnWeights& weights) const {
  DrawnValues twice_won = DrawnValues::Zero(), others_below = twice_won, positives = twice_won;
  std::size_t i = 0;
  for (const std::size_t end : ends_) {
    DrawnValues here = DrawnValues::Zero(), others = here;
    bool has_positive = false;
    for (; i < end; ++i) {
      (is_positive_[i] ? here : others) += weights.row(order_[i]);
      has_positive = has_positive || is_positive_[i];
    }
    if (has_positive) {
      twice_won += here * (2 * others_below + others);
      positives += here;
    }
    others_below += others;
  }
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  return (positives > 0 && others_below > 0)
      .select(twice_won / (2 * positives * others_below), DrawnValues::Constant(kNone));
}

double RankedScores::kolmogorov_distance(const Vector& weights) const {
  double positives = 0, others = 0;
  for_each_score(weights, [&](double here, double other) {
    positives += here;
    others += other;
  });
  if (!(positives > 0) || !(others > 0)) return std::numeric_limits<double>::quiet_NaN();
  double largest = 0, positives_below = 0, others_below = 0;
  for_each_score(weights, [&](double here, double other) {
    positives_below += here;
    others_below += other;
    largest = std::max(largest, std::abs(positives_below / positives - others_below / others));
  });
  return std::min(largest, 1.0);
}

double roc_auc(const Vector& scores, const std::vector<bool>& positive, const Vector& weights) {
  return RankedScores(scores, positive).auc(weights);
}

}  // namespace fairpca
