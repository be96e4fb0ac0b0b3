// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/data_figure.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "experiments/study_runs.h"
#include "fairpca/synthetic/synthetic.h"

namespace fairpca {
namespace {

constexpr Index kDrawnRows = 400;  // of 1000: the picture stays small

Mark rows_of_group(const SyntheticData& data, int group, Index x, Index y) {
  Mark mark{.kind = MarkKind::kScatter, .series = group};
  for (Index i = 0; i < std::min(kDrawnRows, data.rows.rows()); ++i) {
    if (data.group[static_cast<std::size_t>(i)] != group) continue;
    mark.points.push_back({.x = data.rows(i, x), .y = data.rows(i, y)});
  }
  return mark;
}

Panel pair_panel(const SyntheticData& data, Index x, Index y) {
  Panel panel{.x = {.label = data.columns[static_cast<std::size_t>(x)]},
              .y = {.label = data.columns[static_cast<std::size_t>(y)]}};
  for (const int group : {0, 1}) panel.marks.push_back(rows_of_group(data, group, x, y));
  panel.is_square = true;
  return panel;
}

/// The mean of the mixture as printed, and of the rows: within three standard errors of it.
Claim mean_claim(const SyntheticData& data) {
  constexpr std::array<double, 3> kMean = {0.3, 2.1, 2.1};  // sum of weights times means
  Claim claim{.paper =
                  "three Gaussians with weights 0.3, 0.4, 0.3 and n = 1000: the mean is "
                  "(0.3, 2.1, 2.1)",
              .here = fmt::format("{} rows, mean", data.rows.rows()),
              .holds = true,
              .why = ""};
  for (Index j = 0; j < 3; ++j) {
    const double mean = data.rows.col(j).mean();
    const auto count = static_cast<double>(data.rows.rows());
    const double error =
        std::sqrt((data.rows.col(j).array() - mean).square().sum() / (count - 1) / count);
    claim.holds = claim.holds && std::abs(mean - kMean[static_cast<std::size_t>(j)]) < 3 * error;
    claim.here += fmt::format("{} {:.3f} (standard error {:.3f})", j == 0 ? "" : ",", mean, error);
  }
  return claim;
}

}  // namespace

ExperimentResult present_three_gaussians(StudyRuns& runs) {
  const SyntheticData data = synthesize("frmppca-balanced", {.seed = runs.options().seed});
  Figure figure{.id = "frmppca-figure5.1",
                .title = "Rows drawn from three Gaussians, by group",
                .description = ""};
  figure.series = {{.name = "group 0"}, {.name = "group 1"}};
  for (const auto& pair : {std::pair<Index, Index>{0, 1}, {0, 2}, {1, 2}}) {
    figure.panels.push_back(pair_panel(data, pair.first, pair.second));
  }
  ExperimentResult result;
  result.figures = {std::move(figure)};
  result.claims = {mean_claim(data)};
  result.notes = {
      fmt::format("The first {} of 1000 rows are drawn; groups are assigned at random, "
                  "as the dissertation says, and do not differ in distribution",
                  kDrawnRows)};
  return result;
}

}  // namespace fairpca
