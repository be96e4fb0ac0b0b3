// SPDX-License-Identifier: BSD-3-Clause
#include "measure/roc_auc.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "measure/messages.h"

namespace fairpca {

double roc_auc(const Vector& scores, const std::vector<bool>& positive) {
  if (scores.size() != static_cast<Index>(positive.size())) {
    reject(measure_message<"classes-per-row">("classes"_is(positive.size()),
                                              "rows"_is(scores.size())));
  }
  for (Index row = 0; row < scores.size(); ++row) {
    if (std::isnan(scores(row))) {
      reject(measure_message<"score-not-a-number">("row"_is(row + 1)));
    }
  }
  std::vector<Index> order(positive.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return scores(a) < scores(b); });
  // Twice the pairs won, so that ties stay whole numbers.
  double twice_won = 0, others_below = 0, positives = 0;
  for (auto from = order.begin(); from != order.end();) {
    const auto to =
        std::find_if(from, order.end(), [&](Index row) { return scores(row) != scores(*from); });
    const auto here = static_cast<double>(std::count_if(
        from, to, [&](Index row) { return positive[static_cast<std::size_t>(row)]; }));
    const double others = static_cast<double>(to - from) - here;
    twice_won += here * (2 * others_below + others);
    others_below += others;
    positives += here;
    from = to;
  }
  if (positives == 0 || others_below == 0) return std::numeric_limits<double>::quiet_NaN();
  return twice_won / (2 * positives * others_below);
}

}  // namespace fairpca
