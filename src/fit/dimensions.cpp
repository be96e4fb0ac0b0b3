// SPDX-License-Identifier: BSD-3-Clause
#include "fit/dimensions.h"

#include <algorithm>

#include "fit/group_checks.h"
#include "fit/messages.h"
#include "fit/minka_evidence.h"
#include "fit/settings_table.h"
#include "model/reconstruction.h"

namespace fairpca {
namespace {

constexpr OptionName kOption{"dimensions"};

Index checked_count(Index wanted, const PreparedMoments& moments, Index max) {
  if (wanted >= 1 && wanted <= max && wanted > moments.rows) {
    reject(fit_message<"dimensions-above-rows">("option"_is(kOption), "value"_is(wanted),
                                                "rows"_is(Counted{moments.rows, "row", "rows"}),
                                                "most"_is(moments.rows)));
  }
  if (wanted < 1 || wanted > max) {
    reject_dimensions(wanted, moments.covariance.rows(), std::min(max, moments.rows));
  }
  return wanted;
}

/// Share of `second_moment` captured by the first 1, 2, ... columns of `vectors`.
Vector captured_shares(const Matrix& vectors, const Matrix& second_moment) {
  Vector shares = variances_along(vectors, second_moment);
  for (Index j = 1; j < shares.size(); ++j) shares(j) += shares(j - 1);
  return shares / second_moment.trace();
}

/// Per d, the captured share of the overall variance or of the group served worst.
Vector shares_reached(const Dimensions& dimensions, const PreparedMoments& moments,
                      SpectralSolver& spectral) {
  const TopEigenpairs pairs = spectral.all(moments.covariance);
  if (!dimensions.share_of_worst_group) return captured_shares(pairs.vectors, moments.covariance);
  Vector worst = Vector::Ones(moments.covariance.rows());
  for (const GroupStatistics& group : moments.groups) {
    if (group.second_moment.trace() <= 0) continue;  // nothing to capture
    worst = worst.cwiseMin(captured_shares(pairs.vectors, group.second_moment));
  }
  return worst;
}

/// The d of the most probable plain PCA; of equals, the first.
Index most_probable_count(const PreparedMoments& moments, Index max, SpectralSolver& spectral) {
  const Index p = moments.covariance.rows();
  if (moments.rows < p) {
    reject(fit_message<"evidence-needs-rows">(
        "option"_is(kOption), "rows"_is(Counted{moments.rows, "row", "rows"}),
        "columns"_is(Counted{p, "encoded column", "encoded columns"})));
  }
  if (!(moments.covariance.trace() > 0)) {
    reject(fit_message<"evidence-of-no-variance">("option"_is(kOption)));
  }
  if (p == 1) return 1;
  const Vector spectrum = spectral.all(moments.covariance).values.cwiseMax(0.0);
  Index best = 0;
  minka_log_evidence(spectrum, moments.rows).head(std::min(max, p - 1)).maxCoeff(&best);
  return best + 1;
}

/// The least d that captures more than the share; the most allowed where it captures just that.
Index count_for_share(double share, const Vector& reached, Index most) {
  constexpr double kRounding = 1e-12;
  for (Index d = 1; d <= most; ++d) {
    if (reached(d - 1) > share + kRounding) return d;
  }
  if (reached(most - 1) >= share - kRounding) return most;
  reject(fit_message<"share-not-reached">("option"_is(kOption), "value"_is(share),
                                          "dimensions"_is(Counted{most, "dimension", "dimensions"}),
                                          "reached"_is(reached(most - 1))));
}

}  // namespace

Index resolve_dimensions(const Dimensions& dimensions, const PreparedMoments& moments, Index max,
                         SpectralSolver& spectral) {
  if (max < 1) {
    reject(fit_message<"too-few-columns">(
        "columns"_is(Counted{moments.covariance.rows(), "encoded column", "encoded columns"})));
  }
  if (is_by_evidence(dimensions)) return most_probable_count(moments, max, spectral);
  if (dimensions.most > 0) {
    reject(fit_message<"dimensions-not-a-range">("option"_is(kOption), "method"_is("this method")));
  }
  if (const Index* count = std::get_if<Index>(&dimensions.wanted)) {
    return checked_count(*count, moments, max);
  }
  const double share = std::get<double>(dimensions.wanted);
  if (!(share > 0 && share < 1)) settings_table().check({.dimensions = dimensions});
  if (dimensions.share_of_worst_group && moments.groups.empty()) {
    reject(fit_message<"share-without-groups">("option"_is(kOption)));
  }
  if (!(moments.covariance.trace() > 0)) {
    reject(fit_message<"share-of-no-variance">("option"_is(kOption)));
  }
  return count_for_share(share, shares_reached(dimensions, moments, spectral),
                         std::min(max, moments.rows));
}

}  // namespace fairpca
