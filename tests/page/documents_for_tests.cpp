// SPDX-License-Identifier: BSD-3-Clause
#include "page/documents_for_tests.h"

#include <cmath>

#include "figure/figures_for_tests.h"

namespace fairpca {

Document document_with(const std::vector<std::string>& names) {
  const std::string& name = names.front();
  Document document{.title = "Title of " + name,
                    .subtitle = name,
                    .sections = {},
                    .choice_label = "Dimensions d",
                    .choices = {"2", "5", "10"},
                    .first_choice = "5",
                    .json = "{}",
                    .footer = name};
  DocumentTable table{.caption = "Table of " + name, .header = {"name", name, "size"}, .rows = {}};
  BulletList list;
  TermList terms;
  for (const std::string& each : names) {
    const auto size = static_cast<double>(each.size());
    table.rows.push_back({{.text = each},
                          {.text = each, .detail = each, .mark = CellMark::kBest},
                          {.text = "about " + std::to_string(each.size()), .sort_by = size}});
    list.items.push_back(each);
    terms.terms.emplace_back(each, each);
  }
  table.legend = name;
  document.sections.push_back(
      {"finding", "The " + name, {{Paragraph{name}}, {Paragraph{name, true}}, {list}, {terms}}});
  document.sections.push_back({"all", "All", {{CodeBlock{name + "\nsecond line"}}, {table}}});
  for (Figure& figure : every_kind(names)) {
    document.sections.back().blocks.push_back({FigureBlock{figure, name}});
  }
  for (const std::string& choice : document.choices) {
    document.sections.back().blocks.push_back({Paragraph{"Chosen " + choice}, choice});
    document.sections.back().blocks.push_back({FigureBlock{lines_figure(names)}, choice});
  }
  return document;
}

Figure cloud_figure(int panels, int points) {
  Figure figure{.id = "cloud", .title = "Cloud", .description = "", .series = {{.name = "all"}}};
  for (int i = 0; i < panels; ++i) {
    Mark mark{.kind = MarkKind::kScatter, .series = 0};
    for (int j = 0; j < points; ++j) {
      mark.points.push_back({.x = std::sin(1.0 + i + j), .y = std::cos(2.3 * j)});
    }
    figure.panels.push_back({.title = "Panel", .marks = {mark}});
  }
  return figure;
}

}  // namespace fairpca
