// SPDX-License-Identifier: BSD-3-Clause
#include "report/group_order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "text/counted.h"
#include "text/display_width.h"

namespace fairpca {
namespace {

/// Groups this near to the worst one, relatively, are as badly off: six digits are shown.
constexpr double kAlike = 1e-5;

/// Larger is worse; minus infinity for a group without a number.
std::vector<double> badness_of(const std::vector<std::optional<double>>& values,
                               GroupNumber number) {
  std::vector<double> badness;
  for (const std::optional<double>& value : values) {
    const bool is_known = value && std::isfinite(*value);
    badness.push_back(!is_known ? -std::numeric_limits<double>::infinity()
                      : number == GroupNumber::kLogLikelihood ? -*value
                                                              : *value);
  }
  return badness;
}

/// The worst and those like it, unless no known group is better off.
std::vector<bool> worst_of(const std::vector<double>& badness) {
  std::vector<bool> is_worst(badness.size(), false);
  if (badness.empty()) return is_worst;
  const double worst = *std::max_element(badness.begin(), badness.end());
  if (!std::isfinite(worst)) return is_worst;
  bool any_better = false;
  for (std::size_t g = 0; g < badness.size(); ++g) {
    is_worst[g] = badness[g] >= worst - kAlike * std::abs(worst);
    any_better = any_better || (std::isfinite(badness[g]) && !is_worst[g]);
  }
  return any_better ? is_worst : std::vector<bool>(badness.size(), false);
}

}  // namespace

GroupNumber number_of_method(std::string_view method) {
  if (method == "fair-pca") return GroupNumber::kLoss;
  if (method == "fair-mixture-ppca") return GroupNumber::kLogLikelihood;
  return GroupNumber::kError;
}

std::string ShownGroups::heading(GroupNumber number, const TableStyle& style) const {
  if (left_out == 0) return "";
  const char* which = number == GroupNumber::kLoss    ? "largest loss"
                      : number == GroupNumber::kError ? "largest reconstruction error"
                                                      : "smallest log-likelihood";
  return wrapped(fmt::format("The {} groups with the {}:", order.size(), which), style.width) +
         '\n';
}

std::string ShownGroups::remainder(const TableStyle& style) const {
  if (left_out == 0) return "";
  return wrapped(
             fmt::format("and {}; {} shows them", counted(left_out, "more group", "more groups"),
                         style.spelling({"all_groups"})),
             style.width, 2) +
         '\n';
}

ShownGroups shown_groups(const std::vector<std::optional<double>>& values, GroupNumber number,
                         const TableStyle& style) {
  const std::vector<double> badness = badness_of(values, number);
  ShownGroups shown{.order = std::vector<std::size_t>(values.size()),
                    .is_worst = worst_of(badness)};
  std::iota(shown.order.begin(), shown.order.end(), std::size_t{0});
  if (style.all_groups || values.size() <= kGroupsShown) return shown;
  std::stable_sort(shown.order.begin(), shown.order.end(),
                   [&](std::size_t a, std::size_t b) { return badness[a] > badness[b]; });
  shown.left_out = shown.order.size() - kGroupsShown;
  shown.order.resize(kGroupsShown);
  return shown;
}

}  // namespace fairpca
