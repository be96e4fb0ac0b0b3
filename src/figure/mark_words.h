// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "figure/figure.h"

namespace fairpca {

/// `line`, `scatter`, ...: in CSV files and class names.
inline std::string_view mark_word(MarkKind kind) {
  constexpr std::array<std::string_view, 7> kWords = {"line", "scatter", "interval", "bar",
                                                      "heat", "arrow",   "rule"};
  return kWords[static_cast<std::size_t>(kind)];
}

/// Whether a line has a band: more than four would hide each other.
inline bool has_band(const Panel& panel, const Mark& mark) {
  constexpr std::ptrdiff_t kMostBands = 4;
  const auto lines = std::count_if(panel.marks.begin(), panel.marks.end(), [](const Mark& other) {
    return other.kind == MarkKind::kLine && !other.is_background;
  });
  return mark.kind == MarkKind::kLine && !mark.is_background && lines <= kMostBands;
}

/// Name of a series; empty for none.
inline std::string_view series_name(const Figure& figure, int series) {
  if (series < 0 || series >= static_cast<int>(figure.series.size())) return {};
  return figure.series[static_cast<std::size_t>(series)].name;
}

/// Name of the category a coordinate stands for; empty where there is none.
inline std::string_view category_name(const FigureAxis& axis, double number) {
  if (!(number >= 0) || number >= static_cast<double>(axis.categories.size())) return {};
  return axis.categories[static_cast<std::size_t>(number)];
}

}  // namespace fairpca
