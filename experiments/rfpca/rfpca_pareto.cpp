// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca_pareto.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "experiments/rfpca/trade_off_points.h"

namespace fairpca {
namespace {

/// All points of one figure.
struct ParetoPoints {
  std::vector<TradeOff> pca, robust, descent, fair, weights, constrained, front;
};

ParetoPoints pareto_points(StudyRuns& runs, const RfpcaSet& set) {
  const PaperStudy overall = rfpca_pareto_study(set);
  const StudyResult& result = runs.result(overall);
  const StudyResult& centred = runs.result(rfpca_pareto_fairpca_study(set));
  std::vector<std::vector<TradeOff>> descents;
  for (int run = 1; run <= kParetoRuns; ++run) {
    descents.push_back(
        trade_offs(runs.result(rfpca_pareto_run_study(set, run)), "rfpca-subgradient"));
  }
  return {.pca = trade_offs(result, "pca"),
          .robust = trade_offs(result, "rfpca"),
          .descent = mean_trade_offs(descents),
          .fair = trade_offs(centred, "fairpca"),
          .weights = trade_offs(centred, "fairpca-weights"),
          .constrained = trade_offs(result, "cfpca"),
          .front = exact_front(runs, overall, 3)};
}

Mark trade_off_mark(const std::vector<TradeOff>& points, MarkKind kind, int series) {
  Mark mark{.kind = kind, .series = series};
  for (const TradeOff& point : points) mark.points.push_back({.x = point.error, .y = point.gap});
  return mark;
}

/// The front as far as the methods' points go.
std::vector<TradeOff> front_beside(const ParetoPoints& points) {
  double last = 0;
  for (const auto* of : {&points.pca, &points.robust, &points.descent, &points.fair,
                         &points.weights, &points.constrained}) {
    for (const TradeOff& point : *of) last = std::max(last, point.error);
  }
  std::vector<TradeOff> kept;
  for (const TradeOff& point : points.front) {
    if (!kept.empty() && point.error > last) {
      const TradeOff& before = kept.back();
      const double share = (last - before.error) / (point.error - before.error);
      kept.push_back({last, before.gap + share * (point.gap - before.gap)});
      break;
    }
    kept.push_back(point);
  }
  return kept;
}

Figure pareto_figure(int number, const RfpcaSet& set, const ParetoPoints& points) {
  Figure figure{.id = fmt::format("rfpca-figure{}", number),
                .title = fmt::format("{}: error against gap, all rows, d = 3", set.title),
                .description = {}};
  Panel& panel = figure.panels.emplace_back();
  panel.x = {.label = "reconstruction error of all rows"};
  panel.y = {.label = "difference of the groups' errors", .has_zero = true};
  const auto add = [&](const std::string& name, const std::vector<TradeOff>& from, MarkKind kind) {
    figure.series.push_back({.name = name});
    panel.marks.push_back(trade_off_mark(from, kind, static_cast<int>(figure.series.size()) - 1));
  };
  add("exact front", front_beside(points), MarkKind::kLine);
  add("PCA", points.pca, MarkKind::kScatter);
  add("RFPCA, the paper's algorithm", points.descent, MarkKind::kScatter);
  add("RFPCA, exact", points.robust, MarkKind::kScatter);
  add("FairPCA, multiplicative weights", points.weights, MarkKind::kScatter);
  add("FairPCA, exact", points.fair, MarkKind::kScatter);
  add("CFPCA", points.constrained, MarkKind::kScatter);
  figure.caption =
      "The exact front is drawn as far as the points go; beyond them it goes on to less "
      "gap at more error.";
  return figure;
}

/// Points that differ from PCA's.
std::vector<TradeOff> apart_from(const std::vector<TradeOff>& points, const TradeOff& pca) {
  std::vector<TradeOff> kept;
  std::copy_if(points.begin(), points.end(), std::back_inserter(kept),
               [&pca](const TradeOff& point) {
                 return std::abs(point.error - pca.error) > 1e-9 * pca.error;
               });
  return kept;
}

Claim domination_claim(const ParetoPoints& points) {
  const std::vector<TradeOff> constrained = apart_from(points.constrained, points.pca.front());
  std::vector<TradeOff> others = points.weights;
  others.insert(others.end(), points.constrained.begin(), points.constrained.end());
  const auto weights = count_dominated(points.weights, points.robust),
             means = count_dominated(constrained, points.robust),
             back = count_dominated(points.robust, others);
  Claim claim{.paper =
                  "RFPCA produces points that dominate other methods based on the trade-off "
                  "between ARE and ABDiff"};
  claim.here = fmt::format(
      "a point of RFPCA dominates {} of {} points of FairPCA and {} of {} of CFPCA that are not "
      "PCA's; {} of {} points of RFPCA are dominated by theirs",
      weights, points.weights.size(), means, constrained.size(), back, points.robust.size());
  claim.holds = weights == static_cast<std::ptrdiff_t>(points.weights.size()) &&
                means == static_cast<std::ptrdiff_t>(constrained.size());
  if (!claim.holds) {
    claim.why =
        "those that are not dominated have less error than RFPCA's nearest point: the "
        "radii move RFPCA away from PCA even where lambda is 0";
  }
  return claim;
}

ExperimentResult present_pareto(StudyRuns& runs, int number, const RfpcaSet& set) {
  const ParetoPoints points = pareto_points(runs, set);
  ExperimentResult result;
  result.figures.push_back(pareto_figure(number, set, points));
  result.claims.push_back(domination_claim(points));
  double highest = 0;
  for (const TradeOff& point : points.robust) {
    const double height = height_above(points.front, point);
    if (std::isfinite(height)) highest = std::max(highest, height);
  }
  result.notes = {
      "Error about the overall mean, gap about the groups' own means, of all rows, as in the "
      "authors' program; FairPCA fitted about the groups' own means. RFPCA: 18 settings of alpha "
      "and lambda; FairPCA: 18 values of eta; CFPCA: 8 values of delta. The paper's RFPCA: mean of "
      "five runs from other random starts; the others have no randomness",
      fmt::format("The line is the exact front of these two numbers, of all projections. RFPCA's "
                  "points are at most {:.3g} above it in the gap: its objective has the gap about "
                  "the overall mean, and radii",
                  highest)};
  return result;
}

}  // namespace

std::vector<Experiment> rfpca_pareto_experiments() {
  std::vector<Experiment> made;
  const std::vector<std::pair<int, std::string>> figures = {
      {2, "default-credit"}, {5, "biodeg"}, {6, "german-credit"}};
  for (const auto& [number, name] : figures) {
    const RfpcaSet& set = rfpca_set(name);
    std::vector<PaperStudy> studies = {rfpca_pareto_study(set), rfpca_pareto_fairpca_study(set)};
    for (int run = 1; run <= kParetoRuns; ++run) {
      studies.push_back(rfpca_pareto_run_study(set, run));
    }
    made.push_back({.id = fmt::format("rfpca-figure{}", number),
                    .paper = Paper::kRfpca,
                    .number = fmt::format("Figure {}", number),
                    .title = fmt::format("{}: error against gap, d = 3", set.title),
                    .studies = std::move(studies),
                    .present = [number = number, set](StudyRuns& runs) {
                      return present_pareto(runs, number, set);
                    }});
  }
  return made;
}

}  // namespace fairpca
