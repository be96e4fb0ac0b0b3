// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/mixture_ppca.h"
#include "fit/dimensions.h"
#include "fit/mixture/mixture_problem.h"
#include "fit/mixture/ppca_projection.h"

namespace fairpca {
namespace {

/// One component without a prior, to within what a pass over the rows can tell.
MixtureOptions one_component() {
  MixtureOptions options;
  options.components = {1, 1};
  options.noise_prior = std::nullopt;
  options.m_step = MStep::kExact;
  options.max_iterations = 1000;
  options.tolerance = 1e-10;
  return options;
}

/// The Gaussian of the mixture as a projection about its own mean.
void take_component(const PpcaComponent& component, Model& model) {
  model.projection = ppca_projection(component.frame, component.variance, component.noise_variance);
  model.projection.component_variance = component.variance;
  model.mean += model.scale.cwiseProduct(component.mean);
  model.mixture.reset();
}

}  // namespace

Fit fit_ppca_with_missing_cells(const FitInput& input) {
  const MixtureOptions options = one_component();
  SpectralSolver spectral(input.spectral);
  const Index p = input.prepared->covariance.rows();
  const Index q = resolve_dimensions(input.dimensions, *input.prepared, p - 1, spectral);
  check_mixture_input(input, 1);
  MixtureProblem problem(input, options);
  const EmResult result = problem.fit(1, q, problem.plain_weights());
  const MixtureMeasures measures = problem.measure(result.mixture);
  Fit fit = finish_mixture_fit(input, "ppca", options, result.mixture, measures,
                               result.converged ? Status::kConverged : Status::kMaxIterations,
                               result.iterations, problem.spectral());
  const PpcaComponent component = fit.model.mixture->components.front();
  take_component(component, fit.model);
  return fit;
}

}  // namespace fairpca
