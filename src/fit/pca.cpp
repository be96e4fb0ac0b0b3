// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/pca.h"

#include <algorithm>

#include "fit/dimensions.h"
#include "fit/eigenvalue_warnings.h"
#include "fit/fit_report.h"
#include "model/reconstruction.h"

namespace fairpca {

Fit fit_pca(const FitInput& input) {
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
  return fit;
}

Method pca_method() {
  return {.id = "pca",
          .python_name = "PCA",
          .summary = "No fairness (baseline): the directions of largest overall variance",
          .brief = "largest overall variance",
          .problem =
              "Minimise the mean squared error <I - P, S> over projections P of rank d, S the "
              "covariance of all rows: the d leading eigenvectors of S.",
          .paper =
              "K. Pearson (1901): On Lines and Planes of Closest Fit to Systems of Points in Space",
          .example = {{"method", "pca"}, {"dimensions", "5"}, {"standardize", "true"}},
          .allows_full_dimension = true,
          .fit = [](const FitInput& input, const OptionValues&) { return fit_pca(input); }};
}

}  // namespace fairpca
