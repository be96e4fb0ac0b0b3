// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/communality_figures.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "experiments/mbfpca/box_figure.h"
#include "experiments/mbfpca/stored_loadings.h"
#include "experiments/mbfpca/table_rows.h"

namespace fairpca {
namespace {

enum BoxSeries { kHereSeries, kOwnSeries, kStoredSeries };

/// A box plot of a paper's figure.
struct CommunalityFigure {
  std::string number;  ///< `7`
  std::string set;
  std::vector<Index> dimensions;
};

/// The lines that are drawn: PCA, FPCA with delta = 0, MbF-PCA; the small tau only as stored.
std::vector<TableLine> drawn_lines(const UciSet& set, Index dimensions) {
  std::vector<TableLine> lines = table_lines(set, dimensions);
  std::erase_if(lines, [](const TableLine& line) { return line.arm == kFpcaArm; });
  lines[1].title = "FPCA (0, 0.01)";
  return lines;
}

/// Communality of the protected attribute in every split.
std::vector<double> communality_here(StudyRuns& runs, const TableLine& line,
                                     const std::string& arm) {
  const StudyResult& study = runs.result(line.study());
  std::vector<double> values;
  for (Index split = 0; split < study.plan.splits; ++split) {
    const TaskResult* task = study.find(split, fmt::format("{}", line.dimensions), arm);
    if (task == nullptr) continue;
    for (const FeatureValue& feature : task->features) {
      if (feature.feature == line.set->attribute) values.push_back(feature.communality);
    }
  }
  return values;
}

/// What the protected attribute and all other features add to the difference of the projected
/// group means, and how much of it is left: lengths, medians over the splits.
struct MeanParts {
  std::vector<double> attribute, others, together;
};

MeanParts mean_parts(StudyRuns& runs, const TableLine& line) {
  const PaperStudy study = line.study();
  const TableRows rows = table_rows(runs, study);
  MeanParts parts;
  for (Index split = 0; split < runs.result(study).plan.splits; ++split) {
    const Model model = runs.model(study, split, fmt::format("{}", line.dimensions), line.arm);
    const std::vector<bool> tested = tested_rows(runs, study, split);
    Matrix sums = Matrix::Zero(2, rows.features.cols());
    Vector counts = Vector::Zero(2);
    for (std::size_t i = 0; i < tested.size(); ++i) {
      if (tested[i]) continue;
      sums.row(rows.groups[i]) += rows.features.row(static_cast<Index>(i));
      ++counts(rows.groups[i]);
    }
    const Vector difference =
        (sums.row(1) / counts(1) - sums.row(0) / counts(0)).transpose().cwiseQuotient(model.scale);
    const std::vector<std::string>& names = model.encoding.names();
    const auto place = std::find(names.begin(), names.end(), line.set->attribute) - names.begin();
    const Matrix& loadings = model.projection.components;
    const Vector of_attribute = difference(place) * loadings.row(place).transpose();
    const Vector all = loadings.transpose() * difference;
    parts.attribute.push_back(of_attribute.norm());
    parts.others.push_back((all - of_attribute).norm());
    parts.together.push_back(all.norm());
  }
  return parts;
}

/// Why a large communality need not tell the groups apart.
std::string cancelling_text(StudyRuns& runs, const std::vector<TableLine>& lines) {
  std::string text =
      "a loading on the attribute can undo what other features tell of it. What it adds to the "
      "difference of the projected group means, what the others add, and both together:";
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
    const MeanParts parts = mean_parts(runs, lines[i]);
    text += fmt::format("{} {} {:.2f}, {:.2f}, {:.2f}", i == 0 ? "" : ";", lines[i].title,
                        quantile_of(parts.attribute, 0.5), quantile_of(parts.others, 0.5),
                        quantile_of(parts.together, 0.5));
  }
  return text;
}

/// Of one set at one dimension: the boxes and what is claimed of them.
struct CommunalityPanel {
  Panel panel;
  Claim claim;
};

std::string medians_text(const std::vector<std::string>& titles,
                         const std::vector<double>& medians) {
  std::string text;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    if (!std::isfinite(medians[i])) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {:.4f}", titles[i], medians[i]);
  }
  return text;
}

CommunalityPanel communality_panel(StudyRuns& runs, const UciSet& set, Index dimensions) {
  const StoredLoadings stored(runs, set, dimensions);
  std::vector<std::string> titles, shown;
  std::vector<BoxValues> boxes;
  std::vector<double> medians, stored_medians;
  const std::vector<TableLine> lines = drawn_lines(set, dimensions);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const TableLine& line = lines[i];
    titles.push_back(line.title);
    const std::vector<double> theirs = stored.communality(line, set.attribute);
    stored_medians.push_back(quantile_of(theirs, 0.5));
    if (line.methods != UciMethods::kStrict) {
      const std::vector<double> here = communality_here(runs, line, line.arm);
      shown.push_back(line.title);
      medians.push_back(quantile_of(here, 0.5));
      boxes.push_back({i, kHereSeries, here});
      if (!line.own_arm.empty()) {
        boxes.push_back({i, kOwnSeries, communality_here(runs, line, line.own_arm)});
      }
    }
    boxes.push_back({i, kStoredSeries, theirs});
  }
  CommunalityPanel made;
  made.panel = box_panel(fmt::format("d = {}", dimensions),
                         fmt::format("communality of {}", set.attribute), titles, boxes);
  const bool is_claimed = set.id == "german" && dimensions == 10;
  made.claim = {
      .paper = is_claimed ? "The communality of age is much smaller for MbF-PCA than for "
                            "PCA or FPCA (German credit, d = 10)"
                          : fmt::format("The same of {} on {}, d = {}", set.attribute, set.title,
                                        dimensions),
      .here = fmt::format(
          "medians over the splits: {} ({:.0f} % of PCA's, {:.0f} % of FPCA's); as stored: {}",
          medians_text(shown, medians), 100 * medians[2] / medians[0],
          100 * medians[2] / medians[1], medians_text(titles, stored_medians)),
      .holds = medians[2] < medians[0] && medians[2] < medians[1],
      .is_ours = !is_claimed};
  if (!made.claim.holds) made.claim.why = cancelling_text(runs, lines);
  return made;
}

ExperimentResult present_communality(StudyRuns& runs, const CommunalityFigure& which) {
  const UciSet& set = uci_set(which.set);
  Figure figure{.id = fmt::format("mbfpca-figure{}", which.number),
                .title = fmt::format("Communality of {} on {}: sum of its squared loadings",
                                     set.attribute, set.title),
                .description = {}};
  figure.caption = "Ten splits: median, quartiles, least and largest.";
  figure.series = {{.name = "here, default solver"},
                   {.name = "here, the paper's algorithm"},
                   {.name = "stored by the authors"}};
  ExperimentResult result;
  for (const Index dimensions : which.dimensions) {
    CommunalityPanel made = communality_panel(runs, set, dimensions);
    figure.panels.push_back(std::move(made.panel));
    result.claims.push_back(std::move(made.claim));
  }
  result.figures = {std::move(figure)};
  if (which.number != "4") {
    result.notes = {
        "The appendix does not say which settings it draws: these are those of Figure 4, and "
        "MbF-PCA with tau = 1e-6, which the authors' script names, as they stored it"};
  }
  return result;
}

Experiment communality_experiment(const CommunalityFigure& which) {
  const UciSet& set = uci_set(which.set);
  Experiment made{.id = fmt::format("mbfpca-figure{}", which.number),
                  .paper = Paper::kMbfPca,
                  .number = fmt::format("Figure {}", which.number),
                  .title = fmt::format("Communality of {} on {}, box plots over the splits",
                                       set.attribute, set.title),
                  .present = [which](StudyRuns& runs) { return present_communality(runs, which); }};
  for (const Index dimensions : which.dimensions) {
    made.studies.push_back(uci_study(set, dimensions, UciMethods::kLinear));
    made.studies.push_back(uci_study(set, dimensions, UciMethods::kRelaxed));
    made.files.push_back(StoredLoadings::file(set, dimensions));
  }
  return made;
}

}  // namespace

std::vector<Experiment> mbfpca_communality_experiments() {
  std::vector<Experiment> all;
  const std::vector<CommunalityFigure> figures = {{"4", "german", {10}},
                                                  {"7", "compas", {2, 10}},
                                                  {"11", "german", {2, 10}},
                                                  {"15", "adult", {2, 10}}};
  for (const CommunalityFigure& which : figures) all.push_back(communality_experiment(which));
  return all;
}

}  // namespace fairpca
