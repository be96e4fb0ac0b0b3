// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <fmt/format.h>

#include "report/finding_words.h"
#include "report/study/study_sections.h"

namespace fairpca {
namespace {

/// The cell of a method in a column that the findings have judged; otherwise the number alone.
TableCell judged_cell(const ReportView& view, const std::string& dimensions,
                      const std::string& method, const std::string& measure) {
  TableCell cell = number_cell(view.number(dimensions, method, measure));
  const std::vector<std::string>& shown = view.findings.measures;
  for (const DimensionFindings& found : view.findings.dimensions) {
    if (found.dimensions != dimensions) continue;
    for (const ComparedMethod& line : found.methods) {
      for (std::size_t i = 0; i < line.numbers.size() && line.method == method; ++i) {
        if (shown[i] != measure) continue;
        cell.mark = line.numbers[i].is_best        ? CellMark::kBest
                    : line.numbers[i].is_like_best ? CellMark::kLikeBest
                                                   : CellMark::kNone;
      }
    }
  }
  return cell;
}

}  // namespace

TableCell number_cell(const ShownNumber& number) {
  if (!std::isfinite(number.value)) return {.text = "–"};
  TableCell cell{.text = three_digits(number.value), .sort_by = number.value};
  if (std::isfinite(number.low) && std::isfinite(number.high)) {
    cell.detail = fmt::format("{} to {}", three_digits(number.low), three_digits(number.high));
  }
  return cell;
}

DocumentTable methods_table(const ReportView& view, const std::string& dimensions,
                            const std::vector<std::string>& measures, const std::string& caption) {
  DocumentTable table{
      .caption = fmt::format("{} ({}, rows held out)", caption, dimensions_words(dimensions)),
      .header = {"method"},
      .rows = {}};
  std::vector<std::string> shown;
  for (const std::string& measure : measures) {
    if (!view.is_measured(measure)) continue;
    shown.push_back(measure);
    table.header.push_back(find_measure(measure).title);
  }
  bool has_marks = false;
  for (const std::string& method : view.methods_at(dimensions, true)) {
    std::vector<TableCell>& row = table.rows.emplace_back();
    row.push_back({.text = method});
    for (const std::string& measure : shown) {
      row.push_back(judged_cell(view, dimensions, method, measure));
      has_marks |= row.back().mark != CellMark::kNone;
    }
  }
  table.legend = fmt::format("Below a number, its {}.", view.interval_words());
  if (has_marks) table.legend += " * best, ~ not told from the best by these rows.";
  return table;
}

void add_block(Section& section, Block block) {
  section.blocks.push_back(std::move(block));
}

void add_figure(Section& section, std::optional<Figure> figure, const std::string& choice) {
  if (!figure) return;
  std::string file = "figures/" + figure->id + ".csv";
  section.blocks.push_back(
      {.content = FigureBlock{std::move(*figure), std::move(file)}, .choice = choice});
}

}  // namespace fairpca
