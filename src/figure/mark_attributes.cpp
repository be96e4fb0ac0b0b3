// SPDX-License-Identifier: BSD-3-Clause
#include "figure/mark_attributes.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "figure/mark_words.h"
#include "figure/xml_text.h"

namespace fairpca {
namespace {

std::string coordinate_text(const FigureAxis& axis, double number) {
  return axis.kind == AxisKind::kCategories ? std::string(category_name(axis, number))
                                            : number_text(number);
}

/// Appends `part` behind a comma.
void append_part(std::string& text, std::string_view part) {
  if (part.empty()) return;
  if (!text.empty()) text += ", ";
  text += part;
}

std::string named_coordinate(const FigureAxis& axis, double number) {
  if (!std::isfinite(number)) return {};
  const std::string text = coordinate_text(axis, number);
  if (axis.kind == AxisKind::kCategories || axis.label.empty()) return text;
  return axis.label + ": " + text;
}

}  // namespace

std::string data_attributes(const Panel& panel, const MarkPoint& point) {
  std::string text;
  const auto add = [&](std::string_view name, const std::string& value) {
    text += fmt::format(" data-{}=\"{}\"", name, xml_text(value));
  };
  if (!point.label.empty()) add("label", point.label);
  if (std::isfinite(point.x)) add("x", coordinate_text(panel.x, point.x));
  if (std::isfinite(point.y)) add("y", coordinate_text(panel.y, point.y));
  const std::array<std::pair<std::string_view, double>, 3> numbers = {
      {{"low", point.low}, {"high", point.high}, {"value", point.value}}};
  for (const auto& [name, number] : numbers) {
    if (std::isfinite(number)) add(name, number_text(number));
  }
  return text;
}

std::string point_title(const Figure& figure, const Panel& panel, int series,
                        const MarkPoint& point) {
  std::string text(series_name(figure, series));
  append_part(text, point.label);
  append_part(text, named_coordinate(panel.x, point.x));
  append_part(text, named_coordinate(panel.y, point.y));
  if (std::isfinite(point.value)) append_part(text, number_text(point.value));
  if (std::isfinite(point.low) && std::isfinite(point.high)) {
    text += fmt::format(" ({} to {})", number_text(point.low), number_text(point.high));
  }
  return fmt::format("<title>{}</title>", xml_text(text));
}

}  // namespace fairpca
