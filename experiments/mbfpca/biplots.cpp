// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/biplots.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "experiments/mbfpca/box_figure.h"
#include "experiments/mbfpca/stored_loadings.h"
#include "experiments/mbfpca/table_rows.h"
#include "report/figures/biplot_figure.h"

namespace fairpca {
namespace {

constexpr Index kBiplotDimensions = 2;
constexpr Index kBiplotSplit = 5;  ///< from 0: that of the authors' script
constexpr std::size_t kBiplotFeatures = 10;
constexpr std::size_t kBiplotRows = 100;  ///< of each group
constexpr double kBiplotShare = 0.98;     ///< of these: those nearest the centre

/// Figures of one set: PCA, FPCA, MbF-PCA.
struct BiplotSet {
  std::string set;
  std::vector<std::string> numbers;
};

/// Places of the features of largest communality, and of the protected attribute.
std::vector<Index> drawn_features(const Matrix& loadings, const std::vector<std::string>& names,
                                  const std::string& attribute) {
  const Vector communality = loadings.rowwise().squaredNorm();
  std::vector<Index> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return communality(a) > communality(b); });
  const auto protected_place = std::find(names.begin(), names.end(), attribute) - names.begin();
  order.resize(std::min(order.size(), kBiplotFeatures));
  if (std::find(order.begin(), order.end(), protected_place) == order.end()) {
    order.push_back(protected_place);
  }
  return order;
}

/// A distance from the centre that this share of the rows do not exceed.
double radius_of(const RowMatrix& scores, double share) {
  std::vector<double> lengths;
  for (Index i = 0; i < scores.rows(); ++i) lengths.push_back(scores.row(i).norm());
  return quantile_of(lengths, share);
}

/// Arrows are made as long as nine in ten of the rows are far from the centre.
double arrow_scale(const RowMatrix& scores, const Matrix& loadings) {
  const double longest = loadings.rowwise().norm().maxCoeff();
  return longest > 0 ? radius_of(scores, 0.9) / longest : 1;
}

/// All but the few rows that are far away.
void add_scores(const RowMatrix& scores, const std::vector<int>& groups, Figure& figure) {
  Panel& panel = figure.panels.front();
  const double radius = radius_of(scores, kBiplotShare);
  for (const int group : {1, 0}) {
    Mark mark{.kind = MarkKind::kScatter, .series = group + 1};
    for (Index i = 0; i < scores.rows(); ++i) {
      const bool is_far = scores.row(i).norm() > radius;
      if (is_far || groups[static_cast<std::size_t>(i)] != group) continue;
      mark.points.push_back({.x = scores(i, 0), .y = scores(i, 1)});
    }
    panel.marks.insert(panel.marks.begin(), std::move(mark));
  }
  figure.series.push_back({.name = "rows of group 0"});
  figure.series.push_back({.name = "rows of group 1"});
}

Figure line_biplot(StudyRuns& runs, const TableLine& line, const Model& model) {
  const std::vector<std::string>& names = model.encoding.names();
  const Matrix& loadings = model.projection.components;
  const std::vector<Index> drawn = drawn_features(loadings, names, line.set->attribute);
  const TableRows rows = table_rows(runs, line.study());
  const std::vector<Index> shown = spread_rows(rows, kBiplotRows);
  const RowMatrix scores = model.transform(RowMatrix(rows.features(shown, Eigen::all)));
  const Matrix arrows = loadings(drawn, Eigen::all);
  const double scale = arrow_scale(scores, arrows);
  std::vector<std::string> drawn_names;
  for (const Index j : drawn) drawn_names.push_back(names[static_cast<std::size_t>(j)]);
  BiplotPanel panel{.title = line.title, .loadings = scale * arrows, .shares = {}};
  for (const double variance : model.projection.component_variance) {
    panel.shares.push_back(variance / model.total_variance);
  }
  Figure figure = biplot_figure(drawn_names, {panel}, drawn_names.size());
  std::vector<int> groups;
  for (const Index row : shown) groups.push_back(rows.groups[static_cast<std::size_t>(row)]);
  add_scores(scores, groups, figure);
  figure.title = fmt::format("Biplot of {} on {}, d = 2", line.title, line.set->title);
  figure.caption = fmt::format(
      "The {} features of largest communality and {}; arrows are loadings times {:.3g}. Split {}, "
      "from 0; "
      "{} of the rows, but for the 2 % furthest from the centre.",
      std::min(kBiplotFeatures, names.size()), line.set->attribute, scale, kBiplotSplit,
      shown.size());
  return figure;
}

/// How much two subspaces of the same dimension have in common, from 0 to 1.
double overlap(const Matrix& one, const Matrix& other) {
  return (one.transpose() * other).squaredNorm() / static_cast<double>(one.cols());
}

std::string biplot_note(const StoredLoadings& stored, const TableLine& line, const Model& model,
                        Index split) {
  const std::vector<std::string>& names = model.encoding.names();
  const auto place = std::find(names.begin(), names.end(), line.set->attribute) - names.begin();
  std::string note = fmt::format("{}: communality of {} {:.4f}", line.title, line.set->attribute,
                                 model.projection.components.row(place).squaredNorm());
  const Matrix theirs = stored.loadings(line, split);
  if (theirs.rows() == model.projection.components.rows()) {
    note += fmt::format(
        ", {:.4f} in what the authors stored; the two planes have {:.4f} in common (1: the same)",
        theirs.row(place).squaredNorm(), overlap(model.projection.components, theirs));
  }
  return note;
}

ExperimentResult present_biplots(StudyRuns& runs, const std::string& id,
                                 const std::vector<TableLine>& lines) {
  ExperimentResult result;
  const StoredLoadings stored(runs, *lines.front().set, kBiplotDimensions);
  for (const TableLine& line : lines) {
    if (!runs.has(line.study())) continue;
    const Index last = runs.result(line.study()).plan.splits - 1;
    const Index split = std::min(kBiplotSplit, last);
    const Model model =
        runs.model(line.study(), split, fmt::format("{}", kBiplotDimensions), line.arm);
    Figure figure = line_biplot(runs, line, model);
    figure.id = id;
    if (lines.size() > 1) figure.id += &line == &lines.front() ? "-a" : "-b";
    result.figures.push_back(std::move(figure));
    result.notes.push_back(biplot_note(stored, line, model, split));
  }
  return result;
}

Experiment biplot_experiment(const std::string& number, const std::vector<TableLine>& lines,
                             const std::string& method) {
  const std::string id = fmt::format("mbfpca-figure{}", number);
  const UciSet& set = *lines.front().set;
  Experiment made{
      .id = id,
      .paper = Paper::kMbfPca,
      .number = fmt::format("Figure {}", number),
      .title = fmt::format("Biplot of {} on {}", method, set.title),
      .files = {StoredLoadings::file(set, kBiplotDimensions)},
      .present = [id, lines](StudyRuns& runs) { return present_biplots(runs, id, lines); }};
  for (const TableLine& line : lines) made.studies.push_back(line.study());
  return made;
}

std::vector<Experiment> biplots_of(const BiplotSet& which) {
  const UciSet& set = uci_set(which.set);
  const std::vector<TableLine> all = table_lines(set, kBiplotDimensions);
  return {biplot_experiment(which.numbers[0], {all[0]}, "PCA"),
          biplot_experiment(which.numbers[1], {all[2]}, "FPCA"),
          biplot_experiment(which.numbers[2], {all[3], all[4]}, "MbF-PCA")};
}

}  // namespace

std::vector<Experiment> mbfpca_biplot_experiments() {
  std::vector<Experiment> all;
  for (const BiplotSet& which :
       {BiplotSet{"compas", {"8", "9", "10"}}, BiplotSet{"german", {"12", "13", "14"}},
        BiplotSet{"adult", {"16", "17", "18"}}}) {
    for (Experiment& one : biplots_of(which)) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace fairpca
