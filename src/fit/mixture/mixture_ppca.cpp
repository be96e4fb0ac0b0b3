// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/mixture_ppca.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "fit/fit_report.h"
#include "fit/method_entry.h"
#include "fit/mixture/messages.h"
#include "fit/mixture/mixture_options.h"
#include "fit/mixture/mixture_problem.h"

namespace fairpca {
namespace {

void add_likelihoods(const MixtureMeans& measures, Fit& fit) {
  for (std::size_t g = 0; g < fit.model.groups.size(); ++g) {
    fit.model.groups[g].log_likelihood = measures.group_log_likelihood[g];
  }
  fit.report.groups = fit.model.groups;
  fit.report.log_likelihood = measures.log_likelihood;
  if (measures.group_log_likelihood.empty()) return;
  double worst = std::numeric_limits<double>::quiet_NaN();
  for (const double value : measures.group_log_likelihood) worst = std::fmin(worst, value);
  fit.report.numbers.push_back(
      {.name = "worst_log_likelihood", .value = worst, .is_published_always = true});
}

/// Whether the weights add up to fewer rows than there are; then says so.
bool warn_of_light_rows(const PreparedMoments& moments, FitReport& report) {
  if (moments.weight >= (1 - 1e-9) * static_cast<double>(moments.rows)) return false;
  report.warnings.push_back(mixture_fit_message<"weights-below-rows">(
      "sum"_is(moments.weight), "rows"_is(Counted{moments.rows, "row", "rows"})));
  return true;
}

void warn_of_collapse(const PpcaMixture& mixture, double rows, double noise_floor,
                      FitReport& report) {
  for (std::size_t k = 0; k < mixture.components.size(); ++k) {
    const PpcaComponent& component = mixture.components[k];
    if (component.weight * rows < 1) {
      report.warnings.push_back(mixture_fit_message<"component-collapsed">("component"_is(k + 1)));
    }
    if (component.noise_variance <= noise_floor) {
      report.warnings.push_back(mixture_fit_message<"noise-at-its-least">("component"_is(k + 1)));
    }
  }
}

/// Largest weight first: a mixture is the same in any order.
void sort_components(PpcaMixture& mixture) {
  std::stable_sort(
      mixture.components.begin(), mixture.components.end(),
      [](const PpcaComponent& a, const PpcaComponent& b) { return a.weight > b.weight; });
}

}  // namespace

Fit finish_mixture_fit(const FitInput& input, const std::string& method,
                       const MixtureOptions& options, PpcaMixture mixture,
                       const MixtureMeasures& measures, Status status, int iterations,
                       SpectralSolver& spectral) {
  Fit fit;
  fit.model.method = method;
  fit.model.requested_dimensions = mixture.latent_dimensions();
  mixture.embedding = options.embedding;
  sort_components(mixture);
  const double variance = input.prepared->covariance.trace() / static_cast<double>(mixture.dim());
  const bool is_light = warn_of_light_rows(*input.prepared, fit.report);
  warn_of_collapse(mixture,
                   is_light ? static_cast<double>(input.prepared->rows) : input.prepared->weight,
                   1.0001e-12 * variance, fit.report);
  fit.report.status = status;
  fit.report.iterations = iterations;
  const double parameters =
      parameter_count(mixture.size(), mixture.latent_dimensions(), mixture.dim());
  const MixtureMeans& published = measures.published;
  const double bic =
      -2 * published.weight * published.log_likelihood + parameters * std::log(published.weight);
  fit.report.numbers.push_back({.name = "bic", .value = bic, .is_published_always = true});
  fit.model.mixture = std::move(mixture);
  fit.report.objective = -measures.log_likelihood;
  fill_report_with({published.reconstruction_error, published.group_reconstruction_error}, fit,
                   input, spectral);
  add_likelihoods(published, fit);
  return fit;
}

void add_size(const ChosenSize& size, Fit& fit) {
  fit.report.numbers.push_back({"mixture_components", fit.model.mixture->size()});
  fit.report.notes = size.notes;
}

Fit fit_mixture_ppca(const FitInput& input, const MixtureOptions& options) {
  options.validate();
  SpectralSolver spectral(input.spectral);
  const CountRange q = latent_dimensions(input, spectral);
  check_mixture_input(input, options.components.most);
  const ChosenSize size = choose_size(input, options, q);
  MixtureProblem problem(input, options);
  const EmResult result = problem.fit(size.components, size.q, problem.plain_weights());
  const bool finite = std::isfinite(result.log_likelihood);
  const Status status = !finite            ? Status::kNotFinite
                        : result.converged ? Status::kConverged
                                           : Status::kMaxIterations;
  Fit fit = finish_mixture_fit(input, "mixture-ppca", options, result.mixture,
                               problem.measure(result.mixture), status, result.iterations,
                               problem.spectral());
  add_size(size, fit);
  return fit;
}

Method mixture_ppca_method() {
  Method method = method_entry(
      {.id = "mixture-ppca",
       .python_name = "MixturePPCA",
       .summary = "No fairness (baseline): mixture of probabilistic PCAs, by EM "
                  "over the rows",
       .brief = "several Gaussian models of the rows",
       .problem =
           "Maximise the likelihood of the rows under sum_k a_k N(m_k, W_k W_k' + s_k^2 I), each "
           "W_k with d "
           "columns; ranges of components and dimensions are decided by BIC or held-out rows.",
       .paper = "M. E. Tipping, C. M. Bishop (1999): Mixtures of Probabilistic Principal Component "
                "Analysers",
       .example = {{"method", "mixture-ppca"},
                   {"mixture_components", "1:10"},
                   {"dimensions", "1:8"}},
       .needs = Needs::kRowsSeveralPasses,
       .models_missing_cells = true,
       .chooses_dimensions = true,
       .has_own_means = true},
      mixture_options(), fit_mixture_ppca);
  method.grid = grid_of_components();
  return method;
}

}  // namespace fairpca
