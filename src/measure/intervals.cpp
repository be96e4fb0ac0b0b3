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

/// Deviations (N - 1) of the columns over draws that are numbers.
Vector deviations(const Matrix& draws) {
  Vector result(draws.cols());
  for (Index j = 0; j < draws.cols(); ++j) {
    const std::vector<double> numbers = usable_draws(draws.col(j));
    if (numbers.size() < 2) {
      result(j) = kNoNumber;
      continue;
    }
    const Eigen::Map<const Vector> column(numbers.data(), static_cast<Index>(numbers.size()));
    result(j) = std::sqrt((column.array() - column.mean()).square().sum() /
                          static_cast<double>(numbers.size() - 1));
  }
  return result;
}

/// The 95 % quantile over draws of the largest |draw - value| / deviation.
double max_t_quantile(const Vector& values, const Matrix& draws, const Vector& deviation) {
  Vector largest = Vector::Zero(draws.rows());
  for (Index k = 0; k < draws.rows(); ++k) {
    for (Index j = 0; j < draws.cols(); ++j) {
      if (deviation(j) == 0) continue;
      const double t = std::abs(draws(k, j) - values(j)) / deviation(j);
      if (std::isnan(t) || t > largest(k)) largest(k) = t;
      if (std::isnan(t)) break;
    }
  }
  const std::vector<double> sorted = usable_draws(largest);
  return sorted.empty() ? kNoNumber : quantile(sorted, 0.95);
}

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
  const Vector deviation = deviations(draws);
  const double q = max_t_quantile(values, draws, deviation);
  for (Index j = 0; j < values.size(); ++j) {
    result[static_cast<std::size_t>(j)] = {values(j) - q * deviation(j),
                                           values(j) + q * deviation(j)};
  }
  return result;
}

LargestDifference largest_difference(const Vector& values, const Matrix& draws,
                                     const Pairs& pairs) {
  Pairs defined;
  for (const auto& [one, other] : pairs) {
    const double difference = values(static_cast<Index>(other)) - values(static_cast<Index>(one));
    if (!std::isnan(difference)) defined.emplace_back(one, other);
  }
  LargestDifference result;
  if (defined.empty()) return result;
  const auto count = static_cast<Index>(defined.size());
  const bool has_draws = draws.cols() == values.size() && draws.rows() > 0;
  Vector signed_values(count);
  Matrix signed_draws(has_draws ? draws.rows() : 0, count);
  for (Index j = 0; j < count; ++j) {
    const auto one = static_cast<Index>(defined[static_cast<std::size_t>(j)].first);
    const auto other = static_cast<Index>(defined[static_cast<std::size_t>(j)].second);
    signed_values(j) = values(other) - values(one);
    if (has_draws) signed_draws.col(j) = draws.col(other) - draws.col(one);
  }
  result.value = signed_values.cwiseAbs().maxCoeff();
  if (pairs.size() == 1) result.signed_value = signed_values(0);
  if (!has_draws) return result;

  result.draws.resize(draws.rows());
  for (Index k = 0; k < draws.rows(); ++k) {
    result.draws(k) = signed_draws.row(k).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  }
  if (count == 1) {
    const Interval of_signed = percentile_interval(signed_draws.col(0));
    result.interval = folded(of_signed);
    if (pairs.size() == 1) {
      result.signed_interval = of_signed;
      result.signed_draws = signed_draws.col(0);
    }
    return result;
  }
  const Vector deviation = deviations(signed_draws);
  const Vector reach = max_t_quantile(signed_values, signed_draws, deviation) * deviation;
  if (reach.hasNaN()) return result;
  const Vector size = signed_values.cwiseAbs();
  result.interval = {std::max(0.0, (size - reach).maxCoeff()), (size + reach).maxCoeff()};
  return result;
}

}  // namespace fairpca
