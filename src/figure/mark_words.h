// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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
