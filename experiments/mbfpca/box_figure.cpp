// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/box_figure.h"

#include <algorithm>
#include <cmath>

namespace fairpca {

double quantile_of(std::vector<double> values, double p) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return kNoNumber;
  std::sort(values.begin(), values.end());
  const double place = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

Panel box_panel(const std::string& title, const std::string& label,
                const std::vector<std::string>& categories, const std::vector<BoxValues>& boxes) {
  Panel panel{.title = title,
              .x = {.label = label},
              .y = {.label = "", .kind = AxisKind::kCategories, .categories = categories}};
  for (const BoxValues& box : boxes) {
    const auto quantile = [&box](double p) { return quantile_of(box.values, p); };
    if (!std::isfinite(quantile(0))) continue;
    panel.marks.push_back({.kind = MarkKind::kInterval,
                           .series = box.series,
                           .points = {{.x = quantile(0.5),
                                       .y = static_cast<double>(box.category),
                                       .low = quantile(0),
                                       .high = quantile(1),
                                       .box_low = quantile(0.25),
                                       .box_high = quantile(0.75)}}});
  }
  return panel;
}

}  // namespace fairpca
