// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/pca.h"

#include <algorithm>
#include <cmath>

#include "fit/dimensions.h"
#include "fit/eigenvalue_warnings.h"
#include "fit/fit_report.h"
#include "fit/method_entry.h"
#include "model/reconstruction.h"

namespace fairpca {
namespace {

const OptionTable<PcaOptions>& pca_options() {
  static const OptionTable<PcaOptions> table = [] {
    OptionTable<PcaOptions> made;
    made.flag("whiten", FAIRPCA_MEMBER(whiten),
              "Divide coordinates by their standard deviation; reconstructions do not change");
    return made;
  }();
  return table;
}

/// Coordinates of unit variance over `rows` rows; those without variance stay as they are.
void whiten(LinearProjection& projection, Index rows) {
  constexpr double kNoVariance = 1e-12;  // as in eigenvalue_warnings
  const double factor = rows > 1 ? static_cast<double>(rows) / static_cast<double>(rows - 1) : 1.0;
  const Vector& variance = projection.component_variance;
  const double least = kNoVariance * variance.maxCoeff();
  for (Index j = 0; j < variance.size(); ++j) {
    if (!(variance(j) > least)) continue;
    projection.decode_scale(j) = std::sqrt(variance(j) * factor);
    projection.encode_scale(j) = 1 / projection.decode_scale(j);
  }
}

}  // namespace

Fit fit_pca(const FitInput& input, const PcaOptions& options) {
  const PreparedMoments& moments = *input.prepared;
  SpectralSolver spectral(input.spectral);
  const Index d =
      resolve_dimensions(input.dimensions, moments, moments.covariance.rows(), spectral);
  const TopEigenpairs pairs = spectral.top(moments.covariance, d);

  Fit fit;
  fit.model.method = "pca";
  fit.model.requested_dimensions = d;
  fit.model.projection.components = pairs.vectors;
  fit.model.projection.encode_scale = Vector::Ones(d);
  fit.model.projection.decode_scale = Vector::Ones(d);
  FitReport& report = fit.report;
  report.certified = pairs.certified;
  report.status = pairs.certified ? Status::kOptimal : Status::kConverged;
  report.warnings = eigenvalue_warnings(pairs);
  fill_report(fit, input, spectral);
  report.objective = reconstruction_error(fit.model.projection, moments.covariance);
  report.bound =
      std::clamp(moments.covariance.trace() - pairs.sum_upper_bound(), 0.0, report.objective);
  if (options.whiten) whiten(fit.model.projection, fit.model.rows);
  return fit;
}

Method pca_method() {
  return method_entry(
      {.id = "pca",
       .python_name = "PCA",
       .summary = "No fairness (baseline): the directions of largest overall variance",
       .brief = "largest overall variance",
       .problem = "Minimise the mean squared error <I - P, S> over projections P of rank d, S the "
                  "covariance of all rows: the d leading eigenvectors of S.",
       .paper =
           "K. Pearson (1901): On Lines and Planes of Closest Fit to Systems of Points in Space",
       .example = {{"method", "pca"}, {"dimensions", "5"}, {"standardize", "true"}},
       .allows_full_dimension = true},
      pca_options(), fit_pca);
}

}  // namespace fairpca
