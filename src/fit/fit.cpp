// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fit.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fairpca/version.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

/// v_j' M v_j; only the lower triangle of M is read.
Vector variances_along(const Matrix& components, const Matrix& second_moment) {
  const Matrix image = second_moment.selfadjointView<Eigen::Lower>() * components;
  return components.cwiseProduct(image).colwise().sum().transpose();
}

/// What group g loses against its own PCA: sigma_d(M_g) - (tr M_g - e_g).
double loss_of(const Matrix& second_moment, double error, Index d, SpectralSolver& spectral) {
  const double trace = second_moment.trace();
  const double best =
      d >= second_moment.rows() ? trace : spectral.top(second_moment, d).values.sum();
  const double loss = best - (trace - error);
  const double rounding = 1e-12 * trace;
  return loss < 0 && loss > -rounding ? 0 : loss;
}

void warn_of_small_group(const GroupStatistics& group, Index min_group_size, FitReport& report) {
  const std::string name = in_quotes(group.group.name);
  if (group.rows == 1) {
    report.warnings.push_back(
        fmt::format("group {} has a single row: its statistics are that row's record{}", name,
                    min_group_size > 1 ? "; they are left out of the model and the reports" : ""));
  } else if (group.rows < min_group_size) {
    report.warnings.push_back(fmt::format(
        "group {} has {} rows, fewer than the minimum group size of {}: its statistics are left "
        "out of the model and the reports",
        name, group.rows, min_group_size));
  }
}

GroupSummary summarize(const GroupStatistics& group, const LinearProjection& projection, Index d,
                       SpectralSolver& spectral) {
  const double error = reconstruction_error(projection, group.second_moment);
  GroupSummary summary;
  summary.name = group.group.name;
  summary.levels = group.group.levels;
  summary.rows = group.rows;
  summary.weight = group.weight;
  summary.reconstruction_error = error;
  summary.loss = loss_of(group.second_moment, error, d, spectral);
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

double reconstruction_error(const LinearProjection& projection, const Matrix& second_moment) {
  const Vector kept = projection.encode_scale.cwiseProduct(projection.decode_scale);
  const Vector variances = variances_along(projection.components, second_moment);
  // V is orthonormal, so tr(PM) = sum q_j v_j'Mv_j and tr(PMP) = sum q_j^2 v_j'Mv_j.
  const double captured = (kept.array() * (2 - kept.array()) * variances.array()).sum();
  return std::max(0.0, second_moment.trace() - captured);
}

void describe(Fit& fit, const GroupMoments& source, const PreparedMoments& moments,
              Index min_group_size, SpectralSolver& spectral) {
  Model& model = fit.model;
  FitReport& report = fit.report;
  model.encoding = source.encoding();
  model.mean = moments.mean;
  model.scale = moments.scale;
  model.rows = moments.rows;
  model.weight = moments.weight;
  model.total_variance = moments.covariance.trace();
  model.protected_columns = source.protected_columns();
  model.label_column = source.label_column();
  model.projection.component_variance =
      variances_along(model.projection.components, moments.covariance).cwiseMax(0.0);
  model.provenance.program_version = kVersion;
  model.provenance.status = to_string(report.status);
  model.provenance.certified = report.certified;

  report.reconstruction_error = reconstruction_error(model.projection, moments.covariance);
  if (model.total_variance > 0) {
    report.explained_variance_ratio = 1 - report.reconstruction_error / model.total_variance;
  }
  if (!moments.constant_columns.empty()) {
    report.warnings.push_back(fmt::format("constant columns, kept but without influence: {}",
                                          quoted_list(moments.constant_columns)));
  }
  for (const GroupStatistics& group : moments.groups) {
    warn_of_small_group(group, min_group_size, report);
    report.groups.push_back(
        summarize(group, model.projection, model.requested_dimensions, spectral));
    GroupSummary& kept = model.groups.emplace_back(report.groups.back());
    if (group.rows < min_group_size) kept.reconstruction_error = kept.loss = std::nullopt;
  }
  report.eigensolves = spectral.solves();
}

}  // namespace fairpca
