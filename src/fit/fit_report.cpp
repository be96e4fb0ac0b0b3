// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fit_report.h"

#include <chrono>
#include <limits>
#include <utility>

#include "fairpca/version.h"
#include "fit/mean_rounding.h"
#include "fit/messages.h"
#include "fit/published_rows.h"
#include "model/reconstruction.h"
#include "parallel/parallel_for.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

/// sigma_d(M_g) of the groups that are not hidden: what a group's own PCA captures.
std::vector<double> solve_top_d_sums(const PublishedRows& published, Index d,
                                     SpectralSolver& spectral, int threads) {
  const std::vector<GroupStatistics>& groups = published.moments().groups;
  std::vector<double> sums(groups.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<SpectralSolver> solvers(groups.size(), SpectralSolver(spectral.options()));
  parallel_for(groups.size(), threads, [&](std::size_t g) {
    if (published.disclosure().hides(g)) return;
    const Matrix& second_moment = groups[g].second_moment;
    SpectralSolver solver(spectral.options());
    sums[g] = d >= second_moment.rows() ? second_moment.trace()
                                        : solver.top(second_moment, d).values.sum();
    solvers[g].count(solver);
  });
  for (const SpectralSolver& solver : solvers) spectral.count(solver);
  return sums;
}

GroupSummary name_and_rows(const GroupStatistics& group) {
  GroupSummary summary;
  summary.name = group.group.name;
  summary.levels = group.group.levels;
  summary.rows = group.rows;
  return summary;
}

/// Mean and deviation of the group's rows, column by column, not scaled.
void describe_rows(const GroupMoments& moments, const Group& group, GroupSummary& summary) {
  Vector mean = Vector::Zero(moments.dim()), squares = Vector::Zero(moments.dim());
  double weight = 0;
  for (const CellKey& key : group.cells) {
    const Moments& cell = moments.cells().at(key);
    if (!(cell.weight() > 0)) continue;
    const double total = weight + cell.weight();
    if (weight == 0) mean = cell.mean();  // its square may overflow
    const Vector difference = cell.mean() - mean;
    squares +=
        cell.lower_scatter().diagonal() + weight * (cell.weight() / total) * difference.cwiseAbs2();
    mean += cell.weight() / total * difference;
    weight = total;
  }
  summary.mean = mean;
  summary.deviation = (squares / weight).cwiseMax(0.0).cwiseSqrt();
}

void describe_data(const FitInput& input, const PreparedMoments& published, Model& model) {
  model.encoding = input.moments->encoding();
  model.mean = published.mean;
  model.scale = published.scale;
  model.rows = input.prepared->rows;
  model.weight = published.weight;
  model.total_variance = published.covariance.trace();
  model.protected_columns = input.moments->protected_columns();
  model.label_column = input.moments->label_column();
}

}  // namespace

std::string to_string(Status status) {
  switch (status) {
    case Status::kOptimal:
      return "optimal";
    case Status::kConverged:
      return "converged";
    case Status::kMaxIterations:
      return "max_iterations";
    case Status::kInfeasible:
      return "infeasible";
    case Status::kNotFinite:
      return "not_finite";
    case Status::kStopped:
      return "stopped";
  }
  return "";
}

void fill_report_with(const TrainingErrors& errors, Fit& fit, const FitInput& input,
                      SpectralSolver& spectral, const std::vector<double>& top_d_sums) {
  const auto start = std::chrono::steady_clock::now();
  const PublishedRows published(input);
  const PreparedMoments& moments = published.moments();
  Model& model = fit.model;
  FitReport& report = fit.report;
  report_mean_rounding(moments, errors.overall, report);
  describe_data(input, moments, model);
  model.provenance.program_version = kVersion;
  model.provenance.status = to_string(report.status);
  model.provenance.certified = report.certified;

  report.overall_rows = moments.rows;
  report.reconstruction_error = errors.overall;
  if (model.total_variance > 0) {
    report.explained_variance_ratio = 1 - report.reconstruction_error / model.total_variance;
  }
  if (!moments.constant_columns.empty()) {
    report.warnings.push_back(
        fit_message<"constant-columns">("columns"_is(quoted_list(moments.constant_columns))));
  }
  const bool sums_are_known = !top_d_sums.empty() && !published.disclosure().leaves_rows_out();
  const std::vector<double> best =
      sums_are_known
          ? top_d_sums
          : solve_top_d_sums(published, model.requested_dimensions, spectral, input.pass.threads);
  for (std::size_t g = 0; g < moments.groups.size(); ++g) {
    const GroupStatistics& group = moments.groups[g];
    GroupSummary& summary = model.groups.emplace_back(name_and_rows(group));
    if (published.disclosure().hides(g)) continue;
    summary.weight = group.weight;
    // With the mean of all rows, which the model has, they would tell those of hidden groups.
    if (!published.disclosure().hides_any()) {
      describe_rows(*input.moments, group.group, summary);
    }
    summary.reconstruction_error = errors.groups[g];
    summary.loss = loss_against(best[g], errors.groups[g], group.second_moment);
  }
  report.groups = model.groups;
  report.eigensolves = spectral.solves();
  report.evaluate_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void fill_report(Fit& fit, const FitInput& input, SpectralSolver& spectral,
                 const std::vector<double>& top_d_sums) {
  const PublishedRows published(input);
  const PreparedMoments& moments = published.moments();
  LinearProjection& projection = fit.model.projection;
  projection.component_variance =
      variances_along(projection.components, moments.covariance).cwiseMax(0.0);
  TrainingErrors errors;
  if (moments.rows > 0) errors.overall = reconstruction_error(projection, moments.covariance);
  for (std::size_t g = 0; g < moments.groups.size(); ++g) {
    errors.groups.push_back(
        published.disclosure().hides(g)
            ? std::numeric_limits<double>::quiet_NaN()
            : reconstruction_error(projection, moments.groups[g].second_moment));
  }
  fill_report_with(errors, fit, input, spectral, top_d_sums);
}

}  // namespace fairpca
