// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca_dimensions.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/curve_figure.h"
#include "experiments/rfpca/rfpca_scores.h"
#include "experiments/rfpca/rfpca_studies.h"
#include "experiments/study_runs.h"

namespace fairpca {
namespace {

/// A figure of the paper: one set, rows of one kind.
struct DimensionFigure {
  int number = 0;
  std::string set;
  MeasuredRows rows = MeasuredRows::kTest;

  std::string rows_text() const {
    return rows == MeasuredRows::kTest ? "test rows" : "training rows";
  }
  std::string title() const {
    return fmt::format("{}: errors of the groups against d, {}", rfpca_set(set).title, rows_text());
  }
};

const std::vector<DimensionFigure>& dimension_figures() {
  static const std::vector<DimensionFigure> figures = {
      {3, "biodeg", MeasuredRows::kTest},         {7, "default-credit", MeasuredRows::kTrain},
      {8, "default-credit", MeasuredRows::kTest}, {9, "ecoli", MeasuredRows::kTrain},
      {10, "ecoli", MeasuredRows::kTest},         {11, "magic", MeasuredRows::kTrain},
      {12, "magic", MeasuredRows::kTest},         {13, "steel", MeasuredRows::kTrain},
      {14, "steel", MeasuredRows::kTest},         {15, "wine-quality", MeasuredRows::kTrain},
      {16, "wine-quality", MeasuredRows::kTest}};
  return figures;
}

/// A method's two curves.
struct FigureMethod {
  std::string title, arm;
  const StudyResult* study = nullptr;
  int colour = 0;
};

/// One panel: PCA, FairPCA, RFPCA, two groups each.
CurvePanel method_panel(const std::string& title, const std::vector<FigureMethod>& methods,
                        MeasuredRows rows) {
  CurvePanel panel{.title = title, .y_label = "average error", .study = methods.front().study};
  const std::vector<std::string> groups = group_names(*panel.study);
  for (const FigureMethod& method : methods) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const ValueOf which{.arm = method.arm,
                          .dimensions = {},
                          .measure = kTrainingMeanError,
                          .rows = rows,
                          .group = groups[g]};
      panel.curves.push_back({.name = fmt::format("{}, group {}", method.title, groups[g]),
                              .colour = method.colour,
                              .dash = static_cast<int>(g),
                              .which = which,
                              .study = method.study});
    }
  }
  return panel;
}

/// Mean over the splits of the difference of the two groups' errors, for each d.
std::vector<double> gaps_over_dimensions(const StudyResult& study, const std::string& arm,
                                         MeasuredRows rows,
                                         const std::string& measure = "gap_training_group") {
  std::vector<double> gaps;
  for (const Dimensions& dimensions : study.spec.dimensions) {
    gaps.push_back(mean_over_splits(study, {.arm = arm,
                                            .dimensions = dimensions_text(dimensions),
                                            .measure = measure,
                                            .rows = rows})
                       .mean);
  }
  return gaps;
}

/// RFPCA's gap less another's, split by split, at one d.
struct PairedGap {
  std::string dimensions;
  MeanValue difference;  ///< mean and deviation over the splits
  double splits = 0;

  bool is_smaller() const { return difference.mean < 0; }
  double error() const { return difference.deviation / std::sqrt(splits); }
};

/// For each d, against an arm of a study of the same splits.
std::vector<PairedGap> paired_gaps(const StudyResult& robust, const StudyResult& other,
                                   const std::string& other_arm, MeasuredRows rows) {
  std::vector<PairedGap> all;
  for (const Dimensions& dimensions : robust.spec.dimensions) {
    PairedGap pair{.dimensions = dimensions_text(dimensions), .difference = {}};
    const auto gaps = [&](const StudyResult& study, const std::string& arm) {
      return values_over_splits(study, {.arm = arm,
                                        .dimensions = pair.dimensions,
                                        .measure = "gap_training_group",
                                        .rows = rows});
    };
    std::vector<double> differences = gaps(robust, "rfpca");
    const std::vector<double> others = gaps(other, other_arm);
    for (std::size_t i = 0; i < differences.size(); ++i) differences[i] -= others.at(i);
    pair.splits = static_cast<double>(differences.size());
    pair.difference = mean_of(differences);
    all.push_back(std::move(pair));
  }
  return all;
}

std::ptrdiff_t count_smaller(const std::vector<PairedGap>& pairs) {
  return std::count_if(pairs.begin(), pairs.end(),
                       [](const PairedGap& pair) { return pair.is_smaller(); });
}

/// More than these standard errors over the splits above 0 is no chance of the splits.
constexpr double kSureErrors = 2;

/// At which d RFPCA's gap is not the smaller one, by how much, and whether splits differ by more.
std::string not_smaller(const std::vector<PairedGap>& pairs, const std::string& whose) {
  std::vector<std::string> where, sure;
  const PairedGap* largest = nullptr;
  for (const PairedGap& pair : pairs) {
    if (pair.is_smaller()) continue;
    where.push_back(pair.dimensions);
    if (pair.difference.mean > kSureErrors * pair.error()) sure.push_back(pair.dimensions);
    if (largest == nullptr || pair.difference.mean > largest->difference.mean) largest = &pair;
  }
  if (where.empty()) return {};
  return fmt::format(
      "Not below {}'s at d = {} (by at most {:.2g}, standard error over the splits {:.2g}; more "
      "than two standard errors at {}). ",
      whose, fmt::join(where, ", "), largest->difference.mean, largest->error(),
      sure.empty() ? "none" : fmt::format("d = {}", fmt::join(sure, ", ")));
}

/// RFPCA's gap against PCA's and FairPCA's, for each d.
struct ThreeGaps {
  std::vector<PairedGap> plain, fair;
};

ThreeGaps three_gaps(const StudyResult& overall, const StudyResult& centred, MeasuredRows rows) {
  return {paired_gaps(overall, overall, "pca", rows),
          paired_gaps(overall, centred, "fairpca", rows)};
}

std::string excess_reason(const StudyResult& overall, const StudyResult& centred,
                          const ThreeGaps& gaps, MeasuredRows rows) {
  const auto overall_gap = [&](const std::string& arm) {
    return gaps_over_dimensions(overall, arm, MeasuredRows::kTrain, "gap");
  };
  const std::vector<double> robust = overall_gap("rfpca"), plain = overall_gap("pca");
  std::ptrdiff_t below = 0;
  for (std::size_t i = 0; i < robust.size(); ++i) below += robust[i] < plain[i] ? 1 : 0;
  std::string text = not_smaller(gaps.plain, "PCA") + not_smaller(gaps.fair, "FairPCA");
  text += fmt::format(
      "RFPCA's objective has the gap of training rows about the overall mean, not about the "
      "groups' own as shown: that one is below PCA's at {} of {} values of d",
      below, robust.size());
  if (rows == MeasuredRows::kTest) {
    const ThreeGaps trained = three_gaps(overall, centred, MeasuredRows::kTrain);
    text += fmt::format(
        "; the gap shown is, on training rows, below PCA's at {} and below "
        "FairPCA's at {}",
        count_smaller(trained.plain), count_smaller(trained.fair));
  }
  return text;
}

constexpr int kClaimedFigure = 3;

Claim gap_claim(const StudyResult& overall, const StudyResult& centred,
                const DimensionFigure& figure) {
  const ThreeGaps gaps = three_gaps(overall, centred, figure.rows);
  const auto all = static_cast<std::ptrdiff_t>(gaps.plain.size()),
             below_plain = count_smaller(gaps.plain), below_fair = count_smaller(gaps.fair);
  const auto first_gap = [&](const StudyResult& study, const std::string& arm) {
    return gaps_over_dimensions(study, arm, figure.rows).front();
  };
  Claim claim{.paper = "RFPCA exhibits a smaller gap of subgroup errors over different k"};
  if (figure.number != kClaimedFigure) {
    claim.paper =
        "What it says of Figure 3 alone: a smaller gap of subgroup errors over different k";
    claim.is_ours = true;
  }
  claim.here = fmt::format(
      "RFPCA's gap is below PCA's at {} and below FairPCA's at {} of {} values of d (d = {}: RFPCA "
      "{:.4g}, PCA {:.4g}, FairPCA {:.4g})",
      below_plain, below_fair, all, gaps.plain.front().dimensions, first_gap(overall, "rfpca"),
      first_gap(overall, "pca"), first_gap(centred, "fairpca"));
  claim.holds = below_plain == all && below_fair == all;
  if (!claim.holds) claim.why = excess_reason(overall, centred, gaps, figure.rows);
  return claim;
}

/// The difference of the groups' errors, which the panels of errors hardly show.
CurvePanel gap_panel(const std::vector<FigureMethod>& methods, MeasuredRows rows) {
  CurvePanel panel{.title = "difference, exact solvers",
                   .y_label = "difference of the groups' errors",
                   .study = methods.front().study};
  for (const FigureMethod& method : methods) {
    panel.curves.push_back({.name = fmt::format("{}, difference", method.title),
                            .colour = method.colour,
                            .dash = 2,
                            .which = {.arm = method.arm,
                                      .dimensions = {},
                                      .measure = "gap_training_group",
                                      .rows = rows},
                            .study = method.study});
  }
  return panel;
}

/// Largest relative distance of the curves of two arms.
double largest_apart(const StudyResult& study, const std::string& first, const std::string& second,
                     MeasuredRows rows) {
  double largest = 0;
  for (const Dimensions& dimensions : study.spec.dimensions) {
    const auto mean = [&](const std::string& arm) {
      return mean_over_splits(study, {.arm = arm,
                                      .dimensions = dimensions_text(dimensions),
                                      .measure = "reconstruction_error",
                                      .rows = rows})
          .mean;
    };
    const double apart = std::abs(mean(second) / mean(first) - 1);
    if (std::isfinite(apart)) largest = std::max(largest, apart);
  }
  return largest;
}

ExperimentResult present_dimensions(StudyRuns& runs, const DimensionFigure& figure) {
  const RfpcaSet& set = rfpca_set(figure.set);
  const StudyResult& overall = runs.result(rfpca_dimensions_study(set));
  const StudyResult& centred = runs.result(rfpca_dimensions_fairpca_study(set));
  const auto methods = [&](const std::string& fair, const std::string& robust) {
    return std::vector<FigureMethod>{{"PCA", "pca", &overall, 0},
                                     {"FairPCA", fair, &centred, 1},
                                     {"RFPCA", robust, &overall, 2}};
  };
  const std::vector<FigureMethod> exact = methods("fairpca", "rfpca");
  ExperimentResult result;
  result.figures.push_back(
      curve_figure(fmt::format("rfpca-figure{}", figure.number), figure.title(),
                   {method_panel("exact solvers", exact, figure.rows),
                    method_panel("the paper's algorithms",
                                 methods("fairpca-weights", "rfpca-subgradient"), figure.rows),
                    gap_panel(exact, figure.rows)}));
  result.claims.push_back(gap_claim(overall, centred, figure));
  result.notes = {
      "Errors about the groups' own training means, means of five splits into halves, as in the "
      "authors' program; bands from the least to the largest split. The splits are drawn here",
      fmt::format("Overall errors of the paper's algorithms and of the exact solvers differ by at "
                  "most {:.2g} % (RFPCA, alpha = 0.15, lambda = 0.5) and {:.2g} % (FairPCA, eta = "
                  "0.1, 1,000 rounds)",
                  100 * largest_apart(overall, "rfpca", "rfpca-subgradient", figure.rows),
                  100 * largest_apart(centred, "fairpca", "fairpca-weights", figure.rows))};
  return result;
}

}  // namespace

std::vector<Experiment> rfpca_dimension_experiments() {
  std::vector<Experiment> made;
  for (const DimensionFigure& figure : dimension_figures()) {
    const RfpcaSet& set = rfpca_set(figure.set);
    made.push_back(
        {.id = fmt::format("rfpca-figure{}", figure.number),
         .paper = Paper::kRfpca,
         .number = fmt::format("Figure {}", figure.number),
         .title = figure.title(),
         .studies = {rfpca_dimensions_study(set), rfpca_dimensions_fairpca_study(set)},
         .present = [figure](StudyRuns& runs) { return present_dimensions(runs, figure); }});
  }
  return made;
}

}  // namespace fairpca
