// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <fmt/format.h>

#include "fairpca/counted.h"
#include "fairpca/fit/fit.h"
#include "fairpca/invalid_option.h"

namespace fairpca {
namespace {

[[noreturn]] void refuse(const std::string& problem) {
  throw InvalidOption("dimensions", problem);
}

Index checked_count(Index wanted, const PreparedMoments& moments, Index max) {
  if (wanted >= 1 && wanted <= max && wanted > moments.rows) {
    refuse(fmt::format(": {} is more than the {}; it must be 1 to {}, or give more rows", wanted,
                       counted(moments.rows, "row", "rows"), std::min(max, moments.rows)));
  }
  if (wanted < 1 || wanted > max) {
    refuse(fmt::format(": {} is out of range; with {} this method takes 1 to {}", wanted,
                       counted(moments.covariance.rows(), "encoded column", "encoded columns"),
                       std::min(max, moments.rows)));
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

}  // namespace

Index resolve_dimensions(const Dimensions& dimensions, const PreparedMoments& moments, Index max,
                         SpectralSolver& spectral) {
  if (max < 1) {
    throw InvalidArgument(
        fmt::format("this method needs at least two encoded columns to leave one out; there are {}",
                    moments.covariance.rows()));
  }
  if (dimensions.most > 0) {
    refuse(": this method takes one number, not a range; only mixtures choose from one");
  }
  if (const Index* count = std::get_if<Index>(&dimensions.wanted)) {
    return checked_count(*count, moments, max);
  }
  const double share = std::get<double>(dimensions.wanted);
  if (!(share > 0 && share < 1)) {
    refuse(fmt::format(": a share of variance must lie in (0, 1), got {}", share));
  }
  if (dimensions.share_of_worst_group && moments.groups.empty()) {
    refuse(
        ": the share of the worst group needs groups; name a protected column "
        "(--group COL, sensitive_features in Python)");
  }
  if (!(moments.covariance.trace() > 0)) {
    refuse(": a share of variance cannot be reached, all rows are equal; give a count");
  }
  const Vector reached = shares_reached(dimensions, moments, spectral);
  constexpr double kRounding = 1e-12;
  for (Index d = 1; d <= std::min(max, moments.rows); ++d) {
    if (reached(d - 1) >= share - kRounding) return d;
  }
  const Index most = std::min(max, moments.rows);
  refuse(
      fmt::format(": a share of {} is not reached by the {} this method may take: {:.6f} is the "
                  "most; ask for less",
                  share, counted(most, "dimension", "dimensions"), reached(most - 1)));
}

}  // namespace fairpca
