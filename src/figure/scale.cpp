// SPDX-License-Identifier: BSD-3-Clause
#include "figure/scale.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace fairpca {
namespace {

constexpr double kTickRounding = 1e-9;  ///< in steps: a number this near to a tick lies on it

/// The least of 1, 2, 5 times a power of ten that is at least `rough`.
double nice_step(double rough, bool is_whole) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double lead = rough / power - kTickRounding;
  const double step = power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
  return is_whole ? std::max(1.0, step) : step;
}

double next_step(double step) {
  const double lead = step / std::pow(10.0, std::floor(std::log10(step) + kTickRounding));
  return step * (lead < 1.5 || lead > 3 ? 2 : 2.5);
}

/// `1e-07` as people write it.
std::string scientific(double number, int digits) {
  std::string text = fmt::format("{:.{}e}", number, digits);
  const std::size_t e = text.find('e');
  std::string power = text.substr(e + 1);
  const std::string sign = power.front() == '-' ? "−" : "";
  power.erase(0, 1);
  power.erase(0, std::min(power.find_first_not_of('0'), power.size() - 1));
  return text.substr(0, e) + 'e' + sign + power;
}

}  // namespace

double Scale::at(double number) const {
  if (!std::isfinite(number)) return kNoNumber;
  if (kind == AxisKind::kLogarithmic) {
    if (!(number > 0)) return kNoNumber;
    return from + (to - from) * std::log(number / low) / std::log(high / low);
  }
  return from + (to - from) * (number - low) / (high - low);
}

double Scale::band() const {
  return std::abs(to - from) / (kind == AxisKind::kCategories ? high - low : 1);
}

std::string tick_text(double number, double step) {
  if (std::abs(number) < step * kTickRounding) return "0";
  const double size = std::max(std::abs(number), step);
  std::string text;
  if (size >= 1e6 || size < 1e-4) {
    const int digits = static_cast<int>(std::floor(std::log10(std::abs(number)) + kTickRounding)) -
                       static_cast<int>(std::floor(std::log10(step) + kTickRounding));
    text = scientific(std::abs(number), std::clamp(digits, 0, 9));
  } else {
    const int decimals = static_cast<int>(-std::floor(std::log10(step) + kTickRounding));
    text = fmt::format("{:.{}f}", std::abs(number), std::clamp(decimals, 0, 12));
  }
  return number < 0 ? "−" + text : text;
}

Ticks linear_ticks(double low, double high, int most, bool is_whole) {
  if (!(high > low)) {
    low -= 0.5;
    high = low + 1;
  }
  // Below this the steps would be lost in the rounding of the numbers themselves.
  const double least = 1e-12 * std::max(std::abs(low), std::abs(high));
  double step = nice_step(std::max((high - low) / std::max(1, most - 1), least), is_whole);
  double first = 0, last = 0;
  while (true) {
    first = std::floor(low / step + kTickRounding);
    last = std::ceil(high / step - kTickRounding);
    if (last - first + 1 <= std::max(2, most)) break;
    step = next_step(step);
  }
  Ticks ticks;
  for (double i = first; i <= last; ++i) {
    ticks.at.push_back(i * step);
    ticks.labels.push_back(tick_text(i * step, step));
  }
  return ticks;
}

Ticks logarithmic_ticks(double low, double high, int most) {
  const int first = static_cast<int>(std::floor(std::log10(low) + kTickRounding));
  const int last = static_cast<int>(std::ceil(std::log10(high) - kTickRounding));
  const bool is_short = last - first <= 2 && most >= 5;
  const int every = std::max(1, (last - first + most - 1) / std::max(1, most));
  Ticks ticks;
  const auto add = [&](double number, double step) {
    if (number < low * (1 - kTickRounding) || number > high * (1 + kTickRounding)) return;
    ticks.at.push_back(number);
    ticks.labels.push_back(tick_text(number, step));
  };
  for (int power = first; power <= last; power += every) {
    const double decade = std::pow(10.0, power);
    add(decade, decade);
    if (is_short) {
      add(2 * decade, decade);
      add(5 * decade, decade);
    }
  }
  return ticks;
}

}  // namespace fairpca
