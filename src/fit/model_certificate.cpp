// SPDX-License-Identifier: BSD-3-Clause
#include "fit/model_certificate.h"

#include <algorithm>
#include <cmath>

#include "moments/disclosure.h"
#include "moments/moments_digest.h"

namespace fairpca {
namespace {

/// No gap is closed further than rounding of eigenvalue sums allows.
constexpr double kLeastTolerance = 1e-10;

std::optional<double> finite_or_none(double number) {
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

double squared_weight_of(double weight, double effective_rows) {
  return effective_rows > 0 ? weight * (weight / effective_rows) : 0;
}

MomentNorms norms_of(const GroupStatistics& group) {
  return {.rows = group.rows,
          .weight = group.weight,
          .squared_weight = squared_weight_of(group.weight, group.effective_rows),
          .trace = group.second_moment.trace(),
          .mean_norm = group.mean.norm(),
          .moment_norm = group.second_moment.norm()};
}

}  // namespace

std::optional<ModelCertificate> model_certificate(const FitInput& input, const FitReport& report,
                                                  const std::optional<std::string>& digest) {
  if (!report.withheld.empty()) return std::nullopt;
  const PreparedMoments& prepared = *input.prepared;
  const Disclosure disclosure(*input.moments, prepared, input.min_group_size);
  ModelCertificate certificate;
  certificate.objective = finite_or_none(report.objective);
  certificate.bound = finite_or_none(report.bound);
  certificate.tolerance = std::max(report.tolerance, kLeastTolerance);
  certificate.multipliers = report.multipliers;
  certificate.moments_digest = digest ? *digest : moments_digest(*input.moments);
  certificate.overall = {
      .rows = prepared.rows,
      .weight = prepared.weight,
      .squared_weight = squared_weight_of(prepared.weight, prepared.effective_rows),
      .trace = prepared.covariance.trace(),
      .moment_norm = prepared.covariance.norm()};
  for (std::size_t g = 0; g < prepared.groups.size(); ++g) {
    certificate.groups.push_back(disclosure.hides(g) ? std::nullopt
                                                     : std::optional(norms_of(prepared.groups[g])));
  }
  return certificate;
}

}  // namespace fairpca
