// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/interpolated_root.h"

#include <algorithm>
#include <cmath>

namespace fairpca {
namespace {

bool strictly_monotone(const std::vector<Sample>& samples) {
  const bool rising = samples.back().value > samples.front().value;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double step = samples[i].value - samples[i - 1].value;
    if (rising ? !(step > 0) : !(step < 0)) return false;
  }
  return true;
}

/// Neville's scheme for the polynomial at(value), evaluated at value = 0.
double inverse_polynomial_at_zero(const std::vector<Sample>& samples) {
  std::vector<double> at;
  for (const Sample& sample : samples) at.push_back(sample.at);
  for (std::size_t order = 1; order < at.size(); ++order) {
    for (std::size_t i = 0; i + order < at.size(); ++i) {
      const double low = samples[i].value, high = samples[i + order].value;
      at[i] = (low * at[i + 1] - high * at[i]) / (low - high);
    }
  }
  return at.front();
}

}  // namespace

std::optional<double> interpolated_root(std::vector<Sample> samples, double from, double to) {
  constexpr std::size_t kMost = 4;
  std::stable_sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
    return std::abs(a.value) < std::abs(b.value);
  });
  for (std::size_t count = std::min(kMost, samples.size()); count >= 2; --count) {
    std::vector<Sample> nearest(samples.begin(),
                                samples.begin() + static_cast<std::ptrdiff_t>(count));
    std::sort(nearest.begin(), nearest.end(),
              [](const Sample& a, const Sample& b) { return a.at < b.at; });
    if (!strictly_monotone(nearest)) continue;
    const double root = inverse_polynomial_at_zero(nearest);
    if (root > from && root < to) return root;
  }
  return std::nullopt;
}

}  // namespace fairpca
