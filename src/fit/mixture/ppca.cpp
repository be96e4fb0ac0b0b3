// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/ppca.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "fairpca/fit/mixture_ppca.h"
#include "fit/dimensions.h"
#include "fit/eigenvalue_warnings.h"
#include "fit/fit_report.h"
#include "fit/mixture/messages.h"
#include "fit/mixture/ppca_projection.h"
#include "fit/published_rows.h"
#include "model/reconstruction.h"

namespace fairpca {
namespace {

/// Mean of the discarded eigenvalues; throws when nothing but rounding is left of them.
double noise_variance_of(const Matrix& covariance, const Vector& values) {
  const auto p = static_cast<double>(covariance.rows());
  const auto d = static_cast<double>(values.size());
  const double discarded = covariance.trace() - values.sum();
  const double rounding = 8 * p * std::numeric_limits<double>::epsilon() * covariance.trace();
  if (!(discarded > rounding)) {
    reject(mixture_fit_message<"no-noise-variance">(
        "option"_is(OptionName{"dimensions"}), "dimensions"_is(values.size()),
        "columns"_is(Counted{covariance.rows(), "column", "columns"})));
  }
  return discarded / (p - d);
}

/// -E ln N(x; mean, C) for rows with tr(C^-1 M) = `quadratic`, in raw units: C has the eigenvalues
/// `values` and p - d times `noise`.
double negative_log_likelihood(const Vector& values, double noise, double quadratic,
                               const Vector& scale) {
  const auto p = static_cast<double>(scale.size());
  const auto d = static_cast<double>(values.size());
  return 0.5 * (p * std::log(2 * std::numbers::pi) + values.array().log().sum() +
                (p - d) * std::log(noise) + quadratic) +
         scale.array().log().sum();
}

/// Optimal: objective - bound is at most this, beside the objective where that is above 1.
constexpr double kLikelihoodTolerance = 1e-8;

/// The likelihood grows with every eigenvalue kept, so it is at most that of the certificate's
/// upper bounds of them; raised by the rounding of any full eigen-solve, so that others can prove
/// it.
double likelihood_bound(const TopEigenpairs& pairs, const PreparedMoments& moments) {
  const auto p = static_cast<double>(moments.scale.size());
  const auto d = static_cast<double>(pairs.values.size());
  const double rounding =
      4 * p * std::numeric_limits<double>::epsilon() * moments.covariance.norm();
  const Vector values = pairs.values.array() + (pairs.excess + rounding);
  const double noise = (moments.covariance.trace() - values.sum()) / (p - d);
  if (!(noise > 0)) return -std::numeric_limits<double>::infinity();
  return negative_log_likelihood(values, noise, p, moments.scale);
}

/// The Gaussian of ppca: variances along the frame, noise across it.
struct FrameVariances {
  Vector along;
  double noise = 0;
};

/// Of the rows that are published: with those of all rows, the error of a single hidden group would
/// follow by subtraction from the noise variance.  Of all rows where none are published.
FrameVariances frame_variances(const TopEigenpairs& pairs, const PublishedRows& published,
                               const Matrix& covariance) {
  const PreparedMoments& moments = published.moments();
  if (!published.disclosure().leaves_rows_out() || moments.rows == 0) {
    return {pairs.values, noise_variance_of(covariance, pairs.values)};
  }
  const Vector along = variances_along(pairs.vectors, moments.covariance);
  return {along, noise_variance_of(moments.covariance, along)};
}

/// tr(C^-1 M) = sum_j v_j'Mv_j / l_j + (tr M - sum_j v_j'Mv_j) / sigma^2.
double quadratic_form(const Matrix& frame, const FrameVariances& variances,
                      const Matrix& second_moment) {
  const Vector inside = variances_along(frame, second_moment);
  return inside.cwiseQuotient(variances.along).sum() +
         (second_moment.trace() - inside.sum()) / variances.noise;
}

void add_group_likelihoods(const PublishedRows& published, const Matrix& frame,
                           const FrameVariances& variances, Fit& fit) {
  const PreparedMoments& moments = published.moments();
  for (std::size_t g = 0; g < moments.groups.size(); ++g) {
    std::optional<double>& value = fit.model.groups[g].log_likelihood;
    value = std::numeric_limits<double>::quiet_NaN();
    if (published.disclosure().hides(g)) continue;
    value = -negative_log_likelihood(
        variances.along, variances.noise,
        quadratic_form(frame, variances, moments.groups[g].second_moment), moments.scale);
  }
  fit.report.groups = fit.model.groups;
}

}  // namespace

LinearProjection ppca_projection(const Matrix& frame, const Vector& variances, double noise) {
  LinearProjection projection;
  projection.components = frame;
  projection.noise_variance = noise;
  const Eigen::ArrayXd l = variances.array();
  projection.encode_scale = (l - noise).max(0.0).sqrt() / l;
  projection.decode_scale =
      (projection.encode_scale.array() > 0)
          .select(projection.encode_scale.array().inverse(), Eigen::ArrayXd::Zero(l.size()));
  return projection;
}

Fit fit_ppca(const FitInput& input) {
  if (input.missing == MissingCells::kModel) return fit_ppca_with_missing_cells(input);
  const PreparedMoments& moments = *input.prepared;
  SpectralSolver spectral(input.spectral);
  const Index p = moments.covariance.rows();
  const Index d = resolve_dimensions(input.dimensions, moments, p - 1, spectral);
  const TopEigenpairs pairs = spectral.top(moments.covariance, d);
  const PublishedRows published(input);
  const FrameVariances variances = frame_variances(pairs, published, moments.covariance);

  Fit fit;
  fit.model.method = "ppca";
  fit.model.requested_dimensions = d;
  fit.model.projection = ppca_projection(pairs.vectors, variances.along, variances.noise);
  FitReport& report = fit.report;
  report.certified = pairs.certified;
  report.status = pairs.certified ? Status::kOptimal : Status::kConverged;
  report.warnings = eigenvalue_warnings(pairs);
  fill_report(fit, input, spectral);
  fit.model.projection.component_variance = variances.along;
  // Of its own rows tr(C^-1 S) = p, all of them or those published.
  report.objective = negative_log_likelihood(variances.along, variances.noise,
                                             static_cast<double>(p), moments.scale);
  report.log_likelihood =
      published.moments().rows > 0 ? -report.objective : std::numeric_limits<double>::quiet_NaN();
  report.bound = std::min(report.objective, likelihood_bound(pairs, moments));
  report.tolerance = kLikelihoodTolerance;
  const double allowed = kLikelihoodTolerance * std::max(1.0, std::abs(report.objective));
  if (report.status == Status::kOptimal && !(report.optimality_gap() <= allowed)) {
    report.status = Status::kConverged;
    fit.model.provenance.status = to_string(report.status);
  }
  if (input.preparation.center == Center::kOverall) {
    add_group_likelihoods(published, pairs.vectors, variances, fit);
  }
  return fit;
}

Method ppca_method() {
  return {.id = "ppca",
          .python_name = "PPCA",
          .summary = "No fairness (baseline): probabilistic PCA, a Gaussian model of the rows",
          .brief = "one Gaussian model of the rows",
          .problem =
              "Maximise the likelihood of the rows under N(mu, W W' + sigma^2 I), W with d "
              "columns; gives "
              "a density, and a model of missing values.",
          .paper = "M. E. Tipping, C. M. Bishop (1999): Probabilistic Principal Component Analysis",
          .example = {{"method", "ppca"}, {"dimensions", "5"}, {"missing", "model"}},
          .models_missing_cells = true,
          .fit = [](const FitInput& input, const OptionValues&) { return fit_ppca(input); }};
}

}  // namespace fairpca
