// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/two_group_criterion.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairpca {

double TwoGroupCriterion::objective(const Captured& v) const {
  if (kind == FairPcaCriterion::kNash) {
    const double least = std::min(v.v0, v.v1);
    return least > 0 ? -std::log(v.v0) - std::log(v.v1) : std::numeric_limits<double>::infinity();
  }
  return std::max(offset0 - v.v0, offset1 - v.v1);
}

double TwoGroupCriterion::bound(const SupportPoint& point) const {
  const double n0 = point.n0, n1 = point.n1;
  if (kind == FairPcaCriterion::kNash) {
    if (!(n0 > 0 && n1 > 0)) return -std::numeric_limits<double>::infinity();
    return std::log(n0) + std::log(n1) - 2 * std::log(point.upper / 2);
  }
  return (n0 * offset0 + n1 * offset1 - point.upper) / (n0 + n1);
}

Line TwoGroupCriterion::line(const SupportPoint& point) const {
  if (kind == FairPcaCriterion::kNash) return {-point.n0, point.n1, 0};
  return {-1, 1, offset1 - offset0};
}

}  // namespace fairpca
