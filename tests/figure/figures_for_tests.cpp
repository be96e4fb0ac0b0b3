// SPDX-License-Identifier: BSD-3-Clause
#include "figure/figures_for_tests.h"

#include <cmath>

namespace fairpca {
namespace {

FigureAxis categories(const std::vector<std::string>& names) {
  return {.label = "", .kind = AxisKind::kCategories, .categories = names};
}

Figure one_panel(const std::string& id, const std::vector<std::string>& names, Panel panel) {
  Figure figure{.id = id, .title = "All of " + id, .description = "", .caption = "A caption."};
  for (const std::string& name : names) figure.series.push_back({.name = name});
  figure.panels.push_back(std::move(panel));
  return figure;
}

Figure points_figure(const std::vector<std::string>& names, MarkKind kind, bool has_categories) {
  Panel panel{.title = "Panel",
              .x = {.label = "first"},
              .y = has_categories ? categories(names) : FigureAxis{.label = "second"}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto number = static_cast<double>(i);
    const double x = std::sin(2.3 * number), y = has_categories ? number : std::cos(1.7 * number);
    panel.marks.push_back({.kind = kind,
                           .series = static_cast<int>(i),
                           .points = {{.x = x,
                                       .y = y,
                                       .low = x - 0.1,
                                       .high = x + 0.1,
                                       .box_low = x - 0.05,
                                       .box_high = x + 0.05,
                                       .label = names[i]}},
                           .labelled = !has_categories});
  }
  return one_panel("points", names, std::move(panel));
}

Figure heat_figure(const std::vector<std::string>& names) {
  Panel panel{.x = categories(names), .y = categories(names)};
  Mark cells{.kind = MarkKind::kHeat};
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < names.size(); ++j) {
      const auto x = static_cast<double>(i), y = static_cast<double>(j);
      cells.points.push_back({.x = x, .y = y, .value = std::sin(x + 2 * y)});
    }
  }
  panel.marks.push_back(std::move(cells));
  return one_panel("heat", {}, std::move(panel));
}

}  // namespace

std::vector<std::string> numbered_names(int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back("group " + std::to_string(i));
  return names;
}

Figure lines_figure(const std::vector<std::string>& names, int points) {
  Panel panel{.x = {.label = "dimensions", .is_whole = true}, .y = {.label = "error"}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    Mark line{.series = static_cast<int>(i), .with_shapes = true};
    const auto level = static_cast<double>(i);
    for (int x = 1; x <= points; ++x) {
      const double y = (3 + level) / x;
      line.points.push_back({.x = static_cast<double>(x), .y = y, .low = 0.9 * y, .high = 1.1 * y});
    }
    panel.marks.push_back(std::move(line));
  }
  return one_panel("lines", names, std::move(panel));
}

std::vector<Figure> every_kind(const std::vector<std::string>& names) {
  std::vector<Figure> figures = {lines_figure(names),
                                 points_figure(names, MarkKind::kScatter, false),
                                 points_figure(names, MarkKind::kArrow, false),
                                 points_figure(names, MarkKind::kInterval, true),
                                 points_figure(names, MarkKind::kBar, true),
                                 heat_figure(names)};
  Figure facets = lines_figure(names);
  facets.id = "facets";
  facets.panels.resize(5, facets.panels.front());
  facets.panels[1].title = names.front();
  facets.panels[2].marks.push_back(
      {.kind = MarkKind::kRule, .points = {{.y = 2, .label = names.back()}}});
  figures.push_back(std::move(facets));
  return figures;
}

std::vector<std::string> hostile_names() {
  return {"<script>alert(1)</script>",
          "]]>",
          "\"quoted\" & 'single'",
          std::string("a\0b", 3),
          "line\nbreak\ttab\x7f\x1b[31m",
          std::string(300, 'W'),
          std::string(150, 'n') + std::string(150, 'm'),
          "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
          "\u202ereversed\u202c",
          "\U0001F469\u200D\U0001F680 \U0001F600",
          "\xff\xfe not text \xc3",
          "\uFFFE\uFDD0",
          "e\u0301\u0301\u0301",
          "",
          " "};
}

int count_of(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace fairpca
