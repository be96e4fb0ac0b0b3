// SPDX-License-Identifier: BSD-3-Clause
#include "fit/minka_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace fairpca {
namespace {

/// Eigenvalues beside the largest that rounding alone can make of zero.
constexpr double kEvidenceRounding = 1e-15;

/// ln p(U): the uniform density of p x k frames.
double log_frame_density(Index p, Index k) {
  double sum = -static_cast<double>(k) * std::numbers::ln2;
  for (Index i = 0; i < k; ++i) {
    const double half = static_cast<double>(p - i) / 2;
    sum += std::lgamma(half) - half * std::log(std::numbers::pi);
  }
  return sum;
}

/// ln |A_z|: curvature of the likelihood in the k leading directions; `levelled` has the noise
/// in place of the eigenvalues left out.
double log_curvature(const Vector& spectrum, const Vector& levelled, Index k, double rows,
                     double least) {
  double sum = 0;
  for (Index i = 0; i < k; ++i) {
    for (Index j = i + 1; j < spectrum.size(); ++j) {
      const double apart = std::max(spectrum(i) - spectrum(j), least);
      const double inverse = std::max(levelled(i) - levelled(j), least);
      sum += std::log(apart) + std::log(inverse) - std::log(levelled(i)) - std::log(levelled(j)) +
             std::log(rows);
    }
  }
  return sum;
}

double log_evidence_of(const Vector& spectrum, Index k, double rows, double least) {
  if (!(spectrum(k - 1) > least)) return -std::numeric_limits<double>::infinity();
  const Index p = spectrum.size();
  const auto left_out = static_cast<double>(p - k), kept = static_cast<double>(k);
  const double noise = std::max(least, spectrum.tail(p - k).sum() / left_out);
  Vector levelled = spectrum;
  levelled.tail(p - k).setConstant(noise);
  const double angles = static_cast<double>(p) * kept - kept * (kept + 1) / 2;
  return log_frame_density(p, k) - rows / 2 * spectrum.head(k).array().log().sum() -
         rows / 2 * left_out * std::log(noise) +
         (angles + kept) / 2 * std::log(2 * std::numbers::pi) -
         log_curvature(spectrum, levelled, k, rows, least) / 2 - kept / 2 * std::log(rows);
}

}  // namespace

Vector minka_log_evidence(const Vector& spectrum, Index rows) {
  const Index p = spectrum.size();
  // The unit is that of the largest eigenvalue, so that no logarithm is of a tiny number.
  const Vector relative = spectrum / spectrum(0);
  const double least = kEvidenceRounding * static_cast<double>(p);
  Vector evidence(p - 1);
  for (Index k = 1; k < p; ++k) {
    evidence(k - 1) = log_evidence_of(relative, k, static_cast<double>(rows), least);
  }
  return evidence;
}

}  // namespace fairpca
