// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/communality_figures.h"

#include <algorithm>

#include <fmt/format.h>

#include "experiments/mbfpca/box_figure.h"
#include "experiments/mbfpca/stored_loadings.h"

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

/// Of one set at one dimension: the boxes and what is claimed of them.
struct CommunalityPanel {
  Panel panel;
  Claim claim;
};

std::string medians_text(const std::vector<std::string>& titles,
                         const std::vector<double>& medians) {
  std::string text;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    if (i > 0) text += ", ";
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
  made.claim = {
      .paper = fmt::format("{}, d = {}: the communality of {} is smallest for MbF-PCA", set.title,
                           dimensions, set.attribute),
      .here = fmt::format("medians over the splits: {}; as stored: {}",
                          medians_text(shown, medians), medians_text(titles, stored_medians)),
      .holds = medians[2] < medians[0] && medians[2] < medians[1]};
  if (!made.claim.holds) {
    made.claim.why =
        medians[2] < medians[0]
            ? "FPCA asks that means agree and makes differences of covariances costly: "
              "that keeps the attribute out as well; what is stored shows the same "
              "order"
            : "";
  }
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
                  .title = fmt::format("communality of {} on {}, box plots over the splits",
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
