// SPDX-License-Identifier: BSD-3-Clause
#include "fit/eigenvalue_warnings.h"

#include "fit/messages.h"

namespace fairpca {

std::vector<Message> eigenvalue_warnings(const TopEigenpairs& pairs) {
  const Index d = pairs.values.size(), p = pairs.vectors.rows();
  const double largest = pairs.values(0);
  if (!(largest > 0)) return {fit_message<"no-variance">()};
  constexpr double kNoVariance = 1e-12, kTie = 1e-9;
  const Index rank = (pairs.values.array() > kNoVariance * largest).count();
  if (rank < d) {
    return {fit_message<"components-without-variance">(
        "rank"_is(rank), "components"_is(Counted{d, "component", "components"}),
        "dimensions"_is(Counted{rank, "dimension", "dimensions"}))};
  }
  if (d < p && pairs.gap() <= kTie * largest) {
    return {fit_message<"tied-eigenvalues">("last"_is(d), "next"_is(d + 1), "tie"_is(kTie))};
  }
  return {};
}

}  // namespace fairpca
