// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fit.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "fairpca/model/reconstruction.h"
#include "fairpca/moments/small_groups.h"
#include "fairpca/version.h"
#include "fit/mean_rounding.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

/// sigma_d(M_g): what the group's own PCA captures.
double own_sum(const Matrix& second_moment, Index d, SpectralSolver& spectral) {
  return d >= second_moment.rows() ? second_moment.trace()
                                   : spectral.top(second_moment, d).values.sum();
}

GroupSummary summarize(const GroupStatistics& group, double error, double best) {
  GroupSummary summary;
  summary.name = group.group.name;
  summary.levels = group.group.levels;
  summary.rows = group.rows;
  summary.weight = group.weight;
  summary.reconstruction_error = error;
  summary.loss = loss_against(best, error, group.second_moment);
  return summary;
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

void describe_with(const TrainingErrors& errors, Fit& fit, const GroupMoments& source,
                   const PreparedMoments& moments, Index min_group_size, SpectralSolver& spectral,
                   const std::vector<double>& own_sums) {
  const auto start = std::chrono::steady_clock::now();
  Model& model = fit.model;
  FitReport& report = fit.report;
  report_mean_rounding(moments, errors.overall, report);
  model.encoding = source.encoding();
  model.mean = moments.mean;
  model.scale = moments.scale;
  model.rows = moments.rows;
  model.weight = moments.weight;
  model.total_variance = moments.covariance.trace();
  model.protected_columns = source.protected_columns();
  model.label_column = source.label_column();
  model.provenance.program_version = kVersion;
  model.provenance.status = to_string(report.status);
  model.provenance.certified = report.certified;

  report.reconstruction_error = errors.overall;
  if (model.total_variance > 0) {
    report.explained_variance_ratio = 1 - report.reconstruction_error / model.total_variance;
  }
  if (!moments.constant_columns.empty()) {
    report.warnings.push_back(fmt::format("constant columns, kept but without influence: {}",
                                          quoted_list(moments.constant_columns)));
  }
  std::vector<std::pair<std::string, Index>> sizes;
  for (std::size_t g = 0; g < moments.groups.size(); ++g) {
    const GroupStatistics& group = moments.groups[g];
    const double best = g < own_sums.size()
                            ? own_sums[g]
                            : own_sum(group.second_moment, model.requested_dimensions, spectral);
    report.groups.push_back(summarize(group, errors.groups[g], best));
    sizes.emplace_back(group.group.name, group.rows);
    GroupSummary& kept = model.groups.emplace_back(report.groups.back());
    if (group.rows < min_group_size) kept.reconstruction_error = kept.loss = std::nullopt;
  }
  for (std::string& warning :
       small_group_warnings(sizes, min_group_size, "left out of the model and the reports")) {
    report.warnings.push_back(std::move(warning));
  }
  report.eigensolves = spectral.solves();
  report.evaluate_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void describe(Fit& fit, const GroupMoments& source, const PreparedMoments& moments,
              Index min_group_size, SpectralSolver& spectral, const std::vector<double>& own_sums) {
  LinearProjection& projection = fit.model.projection;
  projection.component_variance =
      variances_along(projection.components, moments.covariance).cwiseMax(0.0);
  TrainingErrors errors{reconstruction_error(projection, moments.covariance), {}};
  for (const GroupStatistics& group : moments.groups) {
    errors.groups.push_back(reconstruction_error(projection, group.second_moment));
  }
  describe_with(errors, fit, source, moments, min_group_size, spectral, own_sums);
}

}  // namespace fairpca
