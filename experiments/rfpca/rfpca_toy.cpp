// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca_toy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "experiments/rfpca/radius_effect.h"
#include "experiments/study_runs.h"

namespace fairpca {
namespace {

constexpr const char* kToy = "rfpca-toy";
/// As in the authors' program for this figure, where the radii are 0.
constexpr std::array kToyLambdas = {0.0, 0.1, 0.15, 0.17, 0.2, 0.22, 0.23, 0.24, 0.25, 1.0};

std::string lambda_arm(std::size_t number) {
  return fmt::format("rfpca-{}", number + 1);
}

PaperStudy directions_study() {
  PaperStudy study;
  study.key = "rfpca-directions";
  study.synthetic = kToy;
  study.roles.protected_columns = {"group"};
  study.dimensions = std::string("1");
  study.measures = {"reconstruction_error", "gap"};
  study.arms = {{{.name = "pca", .method = "pca"}, "PCA"},
                {{.name = "fairpca", .method = "fair-pca"}, "FairPCA"}};
  for (std::size_t i = 0; i < kToyLambdas.size(); ++i) {
    study.arms.push_back({{.name = lambda_arm(i),
                           .method = "robust-fair-pca",
                           .options = {{"alpha", 0.0}, {"lambda", kToyLambdas[i]}}},
                          "RFPCA"});
  }
  return study;
}

/// A unit vector in the plane, its first number not negative.
struct Direction {
  double x = 1, y = 0;
  /// Degrees from the first axis, in (-90, 90].
  double angle() const { return std::atan2(y, x) * 180 / std::numbers::pi; }
};

double degrees_between(const Direction& a, const Direction& b) {
  const double apart = std::abs(a.angle() - b.angle());
  return std::min(apart, 180 - apart);
}

Direction direction_of(StudyRuns& runs, const std::string& arm) {
  const Matrix frame = runs.model(directions_study(), 0, "1", arm).projection.components;
  const double sign = frame(0, 0) < 0 ? -1 : 1;
  return {sign * frame(0, 0), sign * frame(1, 0)};
}

/// Arrows as long as in the paper: PCA and FairPCA 6, RFPCA 5.
MarkPoint arrow_to(const Direction& direction, double length, std::string label) {
  return {.x = length * direction.x, .y = length * direction.y, .label = std::move(label)};
}

Mark group_mark(const SyntheticData& data, int group) {
  Mark mark{.kind = MarkKind::kScatter, .series = group};
  for (Index i = 0; i < data.rows.rows(); ++i) {
    if (data.group[static_cast<std::size_t>(i)] == group) {
      mark.points.push_back({.x = data.rows(i, 0), .y = data.rows(i, 1)});
    }
  }
  return mark;
}

struct ToyDirections {
  Direction pca, fair;
  std::vector<Direction> robust;
};

Figure directions_figure(const ToyDirections& found) {
  Figure figure{.id = "rfpca-figure1",
                .title = "Directions found in two groups in the plane",
                .description = {}};
  figure.series = {{"group 0"}, {"group 1"}, {"PCA"}, {"FairPCA"}, {"RFPCA, by lambda"}};
  Panel& panel = figure.panels.emplace_back();
  panel.x = {.label = "x1"};
  panel.y = {.label = "x2"};
  panel.is_square = true;
  const SyntheticData data = synthesize(kToy);
  panel.marks = {group_mark(data, 0), group_mark(data, 1)};
  panel.marks.push_back(
      {.kind = MarkKind::kArrow, .series = 2, .points = {arrow_to(found.pca, 6, "")}});
  panel.marks.push_back(
      {.kind = MarkKind::kArrow, .series = 3, .points = {arrow_to(found.fair, 6, "")}});
  Mark robust{.kind = MarkKind::kArrow, .series = 4};
  robust.labelled = true;
  for (std::size_t i = 0; i < found.robust.size(); ++i) {
    const bool is_apart = i == 0 || degrees_between(found.robust[i - 1], found.robust[i]) > 1;
    const std::string label = is_apart ? fmt::format("{}", kToyLambdas[i]) : std::string();
    robust.points.push_back(arrow_to(found.robust[i], 5, label));
  }
  panel.marks.push_back(std::move(robust));
  return figure;
}

std::vector<Claim> direction_claims(const ToyDirections& found) {
  const double to_pca = degrees_between(found.robust.front(), found.pca);
  const double to_fair = degrees_between(found.robust.back(), found.fair);
  return {
      {.paper = "If we do not penalise the error gap we recover PCA",
       .here = fmt::format("lambda = 0: {:.2g} degrees from PCA", to_pca),
       .holds = to_pca < 1e-3,
       .threshold = "a thousandth of a degree"},
      {.paper = "If we penalise heavily we recover the fair PCA of Samadi et al.",
       .here = fmt::format("lambda = 1: {:.2f} degrees from FairPCA ({:.2f} and {:.2f} degrees "
                           "from the first axis)",
                           to_fair, found.robust.back().angle(), found.fair.angle()),
       .holds = to_fair < 1,
       .why = "a heavy penalty makes the errors of the groups equal, FairPCA their losses "
              "against their own PCA; these differ by the groups' least variances (0.2 and 0.15 "
              "of the distributions), which are nearly equal here",
       .threshold = "within one degree"},
      {.paper = "PCA captures the direction of the majority, FairPCA the diagonal",
       .here = fmt::format("{:.1f} and {:.1f} degrees from the first axis", found.pca.angle(),
                           found.fair.angle()),
       .holds = std::abs(found.pca.angle()) < 15 && std::abs(found.fair.angle()) > 30 &&
                std::abs(found.fair.angle()) < 60,
       .threshold = "within 15 degrees of the first axis; within 15 degrees of the diagonal"}};
}

ExperimentResult present_directions(StudyRuns& runs) {
  ToyDirections found{direction_of(runs, "pca"), direction_of(runs, "fairpca"), {}};
  for (std::size_t i = 0; i < kToyLambdas.size(); ++i) {
    found.robust.push_back(direction_of(runs, lambda_arm(i)));
  }
  ExperimentResult result;
  result.figures.push_back(directions_figure(found));
  result.claims = direction_claims(found);
  result.notes = {
      "200 and 100 rows, as the appendix says (the authors' script for this figure draws 500 and "
      "200); radii 0 and the ten values of lambda of that script. Lengths of arrows mean nothing"};
  return result;
}

}  // namespace

std::vector<Experiment> rfpca_toy_experiments() {
  return {{.id = "rfpca-figure1",
           .paper = Paper::kRfpca,
           .number = "Figure 1",
           .title = "Directions of PCA, FairPCA and RFPCA in two groups in the plane",
           .studies = {directions_study()},
           .present = present_directions},
          {.id = "rfpca-figure4",
           .paper = Paper::kRfpca,
           .number = "Figure 4",
           .title = "Effect of the radius: ABDiff + ARE of test rows",
           .present = present_radius_effect}};
}

}  // namespace fairpca
