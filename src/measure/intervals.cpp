// SPDX-License-Identifier: BSD-3-Clause
#include "measure/intervals.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fairpca {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargestMissingShare = 0.01;  // of draws (statistics.md, rule 7)

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// The draws that are numbers, in order of size; empty where too few are.
std::vector<double> usable_draws(const Vector& draws) {
  std::vector<double> numbers;
  for (const double draw : draws) {
    if (!std::isnan(draw)) numbers.push_back(draw);
  }
  const auto missing = static_cast<double>(draws.size()) - static_cast<double>(numbers.size());
  if (missing > kLargestMissingShare * static_cast<double>(draws.size())) numbers.clear();
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// Linear between order statistics, as NumPy.
double quantile(const std::vector<double>& sorted, double probability) {
  const double at = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// The larger of each two; NaN where either is.
Vector larger_of(const Vector& one, const Vector& other) {
  return one.binaryExpr(other, [](double a, double b) { return std::isnan(a) || a > b ? a : b; });
}

/// Deviation (N - 1) of the draws that are numbers; NaN where too few are.
double deviation_of(const Vector& draws) {
  const auto deviation = [](const auto& numbers) {
    if (numbers.size() < 2) return kNoNumber;
    const double squares = (numbers.array() - numbers.mean()).square().sum();
    return std::sqrt(squares / static_cast<double>(numbers.size() - 1));
  };
  if (!draws.hasNaN()) return deviation(draws);
  const std::vector<double> numbers = usable_draws(draws);
  return deviation(Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size())));
}

/// The largest |draw - value| / deviation of each draw, over numbers added one at a time: of many
/// pairs of groups no matrix is made.
class LargestDeviations {
 public:
  explicit LargestDeviations(Index draws) : largest_(Vector::Zero(draws)) {}

  /// The deviation of the draws.
  double add(double value, const Vector& draws) {
    const double deviation = deviation_of(draws);
    if (deviation == 0) return deviation;
    const auto t = (draws.array() - value).abs() / deviation;
    largest_ = larger_of(largest_, t.matrix());
    return deviation;
  }

  /// The 95 % quantile over draws.
  double quantile_of_draws() const {
    const std::vector<double> sorted = usable_draws(largest_);
    return sorted.empty() ? kNoNumber : quantile(sorted, 0.95);
  }

 private:
  Vector largest_;
};

}  // namespace

double normal_quantile(double probability) {
  double low = -40, high = 40;
  for (int step = 0; step < 200 && low < high; ++step) {
    const double middle = low + (high - low) / 2;
    const double below = 0.5 * std::erfc(-middle / std::numbers::sqrt2);
    (below < probability ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

Interval percentile_interval(const Vector& draws) {
  const std::vector<double> sorted = usable_draws(draws);
  if (sorted.empty()) return {};
  return {quantile(sorted, 0.025), quantile(sorted, 0.975)};
}

Interval basic_interval(double value, const Vector& draws) {
  const Interval percentile = percentile_interval(draws);
  return {2 * value - percentile.high, 2 * value - percentile.low};
}

Interval folded(const Interval& of_signed) {
  const double a = std::abs(of_signed.low), b = std::abs(of_signed.high);
  if (std::isnan(a) || std::isnan(b)) return {};
  if (of_signed.low <= 0 && of_signed.high >= 0) return {0, std::max(a, b)};
  return {std::min(a, b), std::max(a, b)};
}

std::vector<Interval> simultaneous_intervals(const Vector& values, const Matrix& draws) {
  std::vector<Interval> result(static_cast<std::size_t>(values.size()));
  if (draws.cols() != values.size() || draws.rows() == 0) return result;
  LargestDeviations largest(draws.rows());
  Vector deviation(values.size());
  for (Index j = 0; j < values.size(); ++j) deviation(j) = largest.add(values(j), draws.col(j));
  const double q = largest.quantile_of_draws();
  for (Index j = 0; j < values.size(); ++j) {
    result[static_cast<std::size_t>(j)] = {values(j) - q * deviation(j),
                                           values(j) + q * deviation(j)};
  }
  return result;
}

LargestDifference largest_difference(const Vector& values, const Matrix& draws,
                                     const Pairs& pairs) {
  const bool has_draws = draws.cols() == values.size() && draws.rows() > 0;
  LargestDifference result;
  LargestDeviations largest(has_draws ? draws.rows() : 0);
  std::vector<double> sizes, deviations;
  Vector drawn, first_drawn;
  for (const auto& [first, second] : pairs) {
    const auto one = static_cast<Index>(first), other = static_cast<Index>(second);
    const double difference = values(other) - values(one);
    if (std::isnan(difference)) continue;
    sizes.push_back(std::abs(difference));
    result.value = std::fmax(result.value, sizes.back());
    if (pairs.size() == 1) result.signed_value = difference;
    if (!has_draws) continue;
    drawn = draws.col(other) - draws.col(one);
    if (sizes.size() == 1) first_drawn = drawn;
    deviations.push_back(largest.add(difference, drawn));
    result.draws = sizes.size() == 1 ? Vector(drawn.cwiseAbs())
                                     : Vector(larger_of(result.draws, drawn.cwiseAbs()));
  }
  if (sizes.empty() || !has_draws) return result;
  if (sizes.size() > 1) {
    const double q = largest.quantile_of_draws();
    Interval all{0, 0};
    for (std::size_t j = 0; j < sizes.size(); ++j) {
      const double reach = q * deviations[j];
      if (std::isnan(reach)) return result;
      all = {std::max(all.low, sizes[j] - reach), std::max(all.high, sizes[j] + reach)};
    }
    result.interval = all;
    return result;
  }
  const Interval of_signed = percentile_interval(first_drawn);
  result.interval = folded(of_signed);
  if (pairs.size() == 1) {
    result.signed_interval = of_signed;
    result.signed_draws = first_drawn;
  }
  return result;
}

}  // namespace fairpca
