// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fair_pca.h"

#include <cmath>

#include <fmt/format.h>

#include "fit/fair_pca_groups.h"
#include "fit/fair_pca_two_groups.h"
#include "fit/option_specs.h"

namespace fairpca {
namespace {

void check(const MatrixRefs& second_moments, Index d, const FairPcaOptions& options) {
  options.validate();
  if (second_moments.size() < 2) {
    throw InvalidArgument(
        fmt::format("fair PCA compares groups and was given {}; name a protected column with at "
                    "least two levels",
                    second_moments.size()));
  }
  const Index p = second_moments.front().get().rows();
  if (d < 1 || d >= p) {
    throw InvalidArgument(fmt::format("d must be in 1..{} (p - 1); it is {}", p - 1, d));
  }
  if (options.criterion != FairPcaCriterion::kNash) return;
  for (std::size_t g = 0; g < second_moments.size(); ++g) {
    if (second_moments[g].get().trace() > 0) continue;
    throw InvalidArgument(fmt::format(
        "criterion nash multiplies the groups' captured variances, and group {} has no variance; "
        "leave it out or choose criterion loss or error",
        g));
  }
}

FairPcaOptions options_from(const OptionValues& values) {
  FairPcaOptions options;
  options.solver =
      choice_of<FairPcaSolver>(values, "solver",
                               {{"exact", FairPcaSolver::kExact},
                                {"multiplicative-weights", FairPcaSolver::kMultiplicativeWeights}});
  options.criterion = choice_of<FairPcaCriterion>(values, "criterion",
                                                  {{"loss", FairPcaCriterion::kLoss},
                                                   {"error", FairPcaCriterion::kError},
                                                   {"nash", FairPcaCriterion::kNash}});
  options.extra_dimensions = choice_of<ExtraDimensions>(
      values, "extra_dimensions",
      {{"forbid", ExtraDimensions::kForbid}, {"allow", ExtraDimensions::kAllow}});
  options.iterate = choice_of<WeightsIterate>(values, "iterate",
                                              {{"best", WeightsIterate::kBest},
                                               {"average", WeightsIterate::kAverage},
                                               {"last", WeightsIterate::kLast}});
  options.nested = flag_of(values, "nested");
  options.tolerance = number_of(values, "tolerance");
  options.max_iterations = static_cast<int>(count_of(values, "max_iterations"));
  options.eta = number_of(values, "eta");
  return options;
}

}  // namespace

void FairPcaOptions::validate() const {
  require_option(tolerance >= 0 && tolerance < 1, "tolerance", tolerance, "in [0, 1)");
  require_option(max_iterations >= 1, "max_iterations", max_iterations, "at least 1");
  require_option(std::isfinite(eta) && eta >= 0, "eta", eta, "a finite number >= 0");
}

ProjectionSolution solve_fair_pca(const MatrixRefs& second_moments, Index d,
                                  const FairPcaOptions& options, SpectralSolver& spectral,
                                  const SolveObserver& observer) {
  check(second_moments, d, options);
  if (options.nested) return solve_nested_fair_pca(second_moments, d, options, spectral, observer);
  if (options.solver == FairPcaSolver::kMultiplicativeWeights) {
    return solve_multiplicative_weights(second_moments, d, options, spectral, observer);
  }
  return second_moments.size() == 2
             ? solve_fair_pca_two_groups(second_moments, d, options, spectral, observer)
             : solve_fair_pca_groups(second_moments, d, options, spectral, observer);
}

Fit fit_fair_pca(const FitInput& input, const FairPcaOptions& options) {
  const PreparedMoments& moments = *input.prepared;
  require_rows_in_groups(moments, "fair-pca");
  SpectralSolver spectral(input.spectral);
  const Index d =
      resolve_dimensions(input.dimensions, moments, moments.covariance.rows() - 1, spectral);
  return finish_fit(
      input, "fair-pca", d,
      solve_fair_pca(second_moments(moments), d, options, spectral, solve_observer(input)),
      spectral, options.nested);
}

Method fair_pca_method() {
  const FairPcaOptions defaults;
  return {
      .id = "fair-pca",
      .python_name = "FairPCA",
      .summary =
          "Reconstruction fairness: the group that loses most against its own PCA loses as "
          "little as possible",
      .fairness = Fairness::kReconstruction,
      .min_groups = 2,
      .options =
          {word_option("criterion", {"loss", "error", "nash"},
                       "What is fair: equal losses against the groups' own PCA, equal "
                       "reconstruction errors, or the largest product of captured variances"),
           word_option("solver", {"exact", "multiplicative-weights"},
                       "The exact search with its certificate, or the solver of Samadi et al."),
           word_option("extra_dimensions", {"forbid", "allow"},
                       "With more than two groups: exactly d dimensions, or a few more where the "
                       "best fair reconstruction needs them"),
           {.name = "nested",
            .default_value = false,
            .range = "true | false",
            .help = "Every prefix of the components is fair by itself"},
           nonnegative_option("tolerance", defaults.tolerance,
                              "Relative gap to the bound at which to stop; 0 takes 1e-10 for two "
                              "groups, 1e-6 for more, 1e-3 for multiplicative weights"),
           count_option("max_iterations", defaults.max_iterations, 1,
                        "Most steps of the search; rounds of multiplicative weights"),
           only_with_word("solver", "multiplicative-weights",
                          nonnegative_option("eta", defaults.eta,
                                             "Step of multiplicative weights; 0 fits it to the "
                                             "losses")),
           only_with_word(
               "solver", "multiplicative-weights",
               word_option("iterate", {"best", "average", "last"},
                           "Which point multiplicative weights returns: the mean of all rounds, "
                           "the last, or the better of the two"))},
      .fit = [](const FitInput& input, const OptionValues& values) {
        return fit_fair_pca(input, options_from(values));
      }};
}

}  // namespace fairpca
