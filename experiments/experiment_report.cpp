// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/experiment_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/json_number.h"
#include "report/text_columns.h"

namespace fairpca {
namespace {

OrderedJson heading_json(const Experiment& experiment) {
  return {{"id", experiment.id},
          {"title", experiment.title},
          {"paper", experiment.paper},
          {"figures", experiment.figures},
          {"files", experiment.files}};
}

OrderedJson figure_json(const LineFigure& figure) {
  OrderedJson lines = OrderedJson::array();
  for (std::size_t j = 0; j < figure.lines.size(); ++j) {
    lines.push_back({{"name", figure.lines[j].name},
                     {"values", json_numbers(figure.values.col(static_cast<Index>(j)))}});
  }
  return {{"id", figure.id},           {"title", figure.title},       {"x_label", figure.x_label},
          {"y_label", figure.y_label}, {"x", json_numbers(figure.x)}, {"lines", std::move(lines)}};
}

OrderedJson summary_json(const Summary& summary) {
  OrderedJson list = OrderedJson::array();
  for (const Summary::Line& line : summary.lines) {
    OrderedJson object = {{"method", line.method}};
    for (std::size_t j = 0; j < summary.columns.size(); ++j) {
      std::string name = summary.columns[j];
      std::replace_if(
          name.begin(), name.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
      object[name] = json_number(line.values[j]);
    }
    list.push_back(std::move(object));
  }
  return list;
}

std::string figures_text(const Experiment& experiment) {
  const std::vector<std::string>& figures = experiment.figures;
  const bool is_number = figures.front().front() >= '0' && figures.front().front() <= '9';
  if (figures.size() == 1) return (is_number ? "figure " : "") + figures.front();
  return fmt::format("figures {} to {}", figures.front(), figures.back());
}

}  // namespace

std::string experiments_table(const std::vector<Experiment>& experiments) {
  std::size_t width = 0;
  for (const Experiment& experiment : experiments) width = std::max(width, experiment.id.size());
  std::string text;
  for (const Experiment& experiment : experiments) {
    text += fmt::format("{:{}}  {} ({}, {})\n", experiment.id, width, experiment.title,
                        experiment.paper, figures_text(experiment));
  }
  return text;
}

std::string experiments_json(const std::vector<Experiment>& experiments) {
  OrderedJson list = OrderedJson::array();
  for (const Experiment& experiment : experiments) list.push_back(heading_json(experiment));
  return json_text(list);
}

std::string experiment_table(const Experiment& experiment, const ExperimentResult& result) {
  std::vector<std::string> header = {"method"};
  header.insert(header.end(), result.summary.columns.begin(), result.summary.columns.end());
  TextColumns columns(header);
  for (const Summary::Line& line : result.summary.lines) {
    std::vector<std::string> cells = {line.method};
    for (const double value : line.values) cells.push_back(number_cell(value));
    columns.add(std::move(cells));
  }
  std::string text = fmt::format("{}: {}\n{}, {}\n\n{}\n", experiment.id, experiment.title,
                                 experiment.paper, figures_text(experiment), columns.text());
  for (const Claim& claim : result.claims) {
    text += fmt::format("{}: {}\n  {}: {}\n", claim.figure, claim.paper,
                        claim.holds ? "holds" : "does not hold", claim.here);
  }
  text += '\n';
  for (const std::string& note : result.notes) text += note + ".\n";
  return text;
}

std::string experiment_json(const Experiment& experiment, const ExperimentResult& result,
                            const RunCosts& costs) {
  OrderedJson object = heading_json(experiment);
  object["summary"] = summary_json(result.summary);
  object["claims"] = OrderedJson::array();
  for (const Claim& claim : result.claims) {
    object["claims"].push_back({{"figure", claim.figure},
                                {"paper", claim.paper},
                                {"here", claim.here},
                                {"holds", claim.holds}});
  }
  object["notes"] = result.notes;
  object["figure_values"] = OrderedJson::array();
  for (const LineFigure& figure : result.figures) {
    object["figure_values"].push_back(figure_json(figure));
  }
  object["seconds"] = {{"solve", costs.solve_seconds}, {"write", costs.write_seconds}};
  object["peak_memory_bytes"] = costs.peak_memory_bytes;
  return json_text(object);
}

}  // namespace fairpca
