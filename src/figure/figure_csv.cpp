// SPDX-License-Identifier: BSD-3-Clause
#include "figure/figure_csv.h"

#include <array>
#include <cmath>
#include <string_view>

#include "figure/mark_words.h"
#include "text/csv_cell.h"

namespace fairpca {
namespace {

void append_coordinate(std::string& line, const FigureAxis& axis, double number) {
  line += ',';
  if (!std::isfinite(number)) return;
  if (axis.kind == AxisKind::kCategories) {
    append_cell(line, category_name(axis, number));
  } else {
    append_number(line, number);
  }
}

void append_point(std::string& line, const Panel& panel, const MarkPoint& point) {
  append_cell(line, point.label);
  append_coordinate(line, panel.x, point.x);
  append_coordinate(line, panel.y, point.y);
  for (const double number : {point.low, point.high, point.box_low, point.box_high, point.value}) {
    line += ',';
    if (std::isfinite(number)) append_number(line, number);
  }
  line += '\n';
}

}  // namespace

std::string csv_text(const Figure& figure) {
  std::string text = "panel,mark,series,label,x,y,low,high,box_low,box_high,value\n";
  for (const Panel& panel : figure.panels) {
    for (const Mark& mark : panel.marks) {
      std::string start;
      append_cell(start, panel.title);
      start += ',';
      start += mark_word(mark.kind);
      start += ',';
      append_cell(start, series_name(figure, mark.series));
      start += ',';
      for (const MarkPoint& point : mark.points) {
        text += start;
        append_point(text, panel, point);
      }
    }
  }
  return text;
}

}  // namespace fairpca
