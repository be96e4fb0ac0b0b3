// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fair_pca.h"

#include "fit/dimensions.h"
#include "fit/fair_pca/fair_pca_groups.h"
#include "fit/fair_pca/fair_pca_two_groups.h"
#include "fit/fair_pca/fantope_problem.h"
#include "fit/fair_pca/messages.h"
#include "fit/fair_pca/multiplicative_weights.h"
#include "fit/fair_pca/nested.h"
#include "fit/group_checks.h"
#include "fit/method_entry.h"
#include "optimize/fantope.h"
#include "options/messages.h"

namespace fairpca {
namespace {

void check(const MatrixRefs& second_moments, Index d, const FairPcaOptions& options) {
  options.validate();
  require_two_groups(second_moments.size(), "fair-pca");
  const Index p = second_moments.front().get().rows();
  const Index most = options.nested ? p - 1 : p;  // the last of p nested ones has no choice left
  if (d < 1 || d > most) reject_dimensions(d, p, most);
  if (options.criterion != FairPcaCriterion::kNash) return;
  for (std::size_t g = 0; g < second_moments.size(); ++g) {
    if (second_moments[g].get().trace() > 0) continue;
    reject(fair_pca_message<"nash-without-variance">("option"_is(OptionName{"criterion"}),
                                                     "group"_is(g)));
  }
}

/// d = p: there is one projection, that of everything, and it loses nothing.
ProjectionSolution keep_all_dimensions(const MatrixRefs& second_moments,
                                       const FairPcaOptions& options, SpectralSolver& spectral) {
  const Index p = second_moments.front().get().rows();
  const GroupOffsets offsets = group_offsets(second_moments, p, options.criterion, spectral);
  const FantopeProblem problem = fantope_problem(second_moments, p, options.criterion, offsets);
  ProjectionSolution solution;
  solution.components = Matrix::Identity(p, p);
  const bool has_losses = options.criterion != FairPcaCriterion::kNash;
  solution.objective =
      has_losses
          ? 0.0
          : problem.value(captured(problem.matrices, {solution.components, Vector::Ones(p)}));
  solution.bound = solution.objective;
  solution.certified = offsets.certified;
  solution.dual_weights.assign(second_moments.size(),
                               1.0 / static_cast<double>(second_moments.size()));
  solution.multipliers.dual_weights = solution.dual_weights;
  solution.tolerance = group_tolerance(options, second_moments.size());
  solution.top_d_sums = offsets.top_d_sums;
  solution.status = Status::kOptimal;
  solution.notes.push_back(fair_pca_message<"all-dimensions-kept">(
      "columns"_is(Counted{p, "encoded column", "encoded columns"})));
  return solution;
}

ProjectionSolution solve_on_threads(const MatrixRefs& second_moments, Index d,
                                    const FairPcaOptions& options, SpectralSolver& spectral,
                                    const SolveObserver& observer, const SearchThreads& threads) {
  check(second_moments, d, options);
  if (d == second_moments.front().get().rows()) {
    return keep_all_dimensions(second_moments, options, spectral);
  }
  if (options.nested) return solve_nested_fair_pca(second_moments, d, options, spectral, observer);
  if (options.solver == FairPcaSolver::kMultiplicativeWeights) {
    return solve_multiplicative_weights(second_moments, d, options, spectral, observer);
  }
  if (second_moments.size() > 2) {
    return solve_fair_pca_groups(second_moments, d, options, spectral, observer);
  }
  TradeOffBoundary boundary(second_moments[0], second_moments[1], d, spectral);
  return search_fair_optimum(boundary, options, observer, spectral, threads);
}

const OptionTable<FairPcaOptions>& fair_pca_options() {
  static const OptionTable<FairPcaOptions> table = [] {
    OptionTable<FairPcaOptions> made;
    made.choice<FairPcaCriterion>("criterion", FAIRPCA_MEMBER(criterion),
                                  {{"loss", FairPcaCriterion::kLoss},
                                   {"error", FairPcaCriterion::kError},
                                   {"nash", FairPcaCriterion::kNash}},
                                  "What is fair: equal losses against the groups' own PCA, equal "
                                  "reconstruction errors, or the largest product of captured "
                                  "variances");
    made.choice<FairPcaSolver>(
        "solver", FAIRPCA_MEMBER(solver),
        {{"exact", FairPcaSolver::kExact},
         {"multiplicative-weights", FairPcaSolver::kMultiplicativeWeights}},
        "The exact search with its certificate, or the solver of Samadi et al.");
    made.choice<ExtraDimensions>(
        "extra_dimensions", FAIRPCA_MEMBER(extra_dimensions),
        {{"forbid", ExtraDimensions::kForbid}, {"allow", ExtraDimensions::kAllow}},
        "With more than two groups: exactly d dimensions, or a few more where the best fair "
        "reconstruction needs them");
    made.flag("nested", FAIRPCA_MEMBER(nested), "Every prefix of the components is fair by itself");
    made.number("tolerance", FAIRPCA_MEMBER(tolerance), kFraction,
                "Relative gap to the bound at which to stop; 0 takes 1e-10 for two groups, 1e-6 "
                "for more, 1e-3 for multiplicative weights");
    made.count("max_iterations", FAIRPCA_MEMBER(max_iterations), count_from(1),
               "Maximum number of iterations of the search, or of rounds of multiplicative "
               "weights");
    made.number("eta", FAIRPCA_MEMBER(eta), kNotNegative,
                "Step size of multiplicative weights; 0 fits it to the losses")
        .only_with("solver", {"multiplicative-weights"});
    made.number("accuracy", FAIRPCA_MEMBER(accuracy), kNotNegative,
                "Additive error of the mean of the rounds, whose step and number follow from it by "
                "Theorem A.2; 0: eta and max_iterations")
        .only_with("solver", {"multiplicative-weights"});
    made.choice<WeightsIterate>(
            "iterate", FAIRPCA_MEMBER(iterate),
            {{"best", WeightsIterate::kBest},
             {"average", WeightsIterate::kAverage},
             {"last", WeightsIterate::kLast}},
            "Which point multiplicative weights returns: the mean of all rounds, the last, or the "
            "better of the two")
        .only_with("solver", {"multiplicative-weights"});
    return made;
  }();
  return table;
}

}  // namespace

void FairPcaOptions::validate() const {
  fair_pca_options().check(*this);
  if (nested && solver == FairPcaSolver::kMultiplicativeWeights) {
    reject(
        fair_pca_message<"nested-with-multiplicative-weights">("option"_is(OptionName{"nested"})));
  }
  if (nested && extra_dimensions == ExtraDimensions::kAllow) {
    reject(fair_pca_message<"nested-with-extra-dimensions">("option"_is(OptionName{"nested"})));
  }
  if (accuracy > 0 && eta > 0) {
    reject(option_message<"option-exclusive">("option"_is(OptionName{"accuracy"}),
                                              "other"_is(OptionName{"eta"})));
  }
  if (accuracy > 0 && iterate == WeightsIterate::kLast) {
    reject(fair_pca_message<"accuracy-of-the-last">("option"_is(OptionName{"accuracy"})));
  }
  if (criterion == FairPcaCriterion::kNash && solver == FairPcaSolver::kMultiplicativeWeights) {
    reject(
        fair_pca_message<"nash-with-multiplicative-weights">("option"_is(OptionName{"criterion"})));
  }
}

ProjectionSolution solve_fair_pca(const MatrixRefs& second_moments, Index d,
                                  const FairPcaOptions& options, SpectralSolver& spectral,
                                  const SolveObserver& observer) {
  return solve_on_threads(second_moments, d, options, spectral, observer, {});
}

Fit fit_fair_pca(const FitInput& input, const FairPcaOptions& options) {
  options.validate();
  const PreparedMoments& moments = *input.prepared;
  require_rows_in_groups(moments, "fair-pca");
  SpectralSolver spectral(input.spectral);
  const Index p = moments.covariance.rows();
  const Index d =
      resolve_dimensions(input.dimensions, moments, options.nested ? p - 1 : p, spectral);
  SearchThreads threads{.count = input.pass.threads};
  if (input.beside) threads.beside = [&input, d] { input.beside(d); };
  return finish_fit(input, "fair-pca", d,
                    solve_on_threads(second_moments(moments), d, options, spectral,
                                     solve_observer(input), threads),
                    spectral, options.nested);
}

Method fair_pca_method() {
  return method_entry(
      {.id = "fair-pca",
       .python_name = "FairPCA",
       .summary = "Reconstruction fairness: the group that loses most against its "
                  "own PCA loses as little as possible",
       .brief = "least loss for the group that loses most",
       .problem = "Minimise max_g sigma_d(M_g) - <P, M_g> over projections P of rank d: what group "
                  "g, with second "
                  "moment M_g, loses against the variance sigma_d(M_g) that its own PCA captures.",
       .paper = "S. Samadi, U. Tantipongpipat, J. Morgenstern, M. Singh, S. Vempala (2018): The "
                "Price of Fair "
                "PCA: One Extra Dimension",
       .example =
           {{"group", "sex"}, {"method", "fair-pca"}, {"dimensions", "5"}, {"standardize", "true"}},
       .fairness = Fairness::kReconstruction,
       .min_groups = 2,
       .exclusive_options = {{"accuracy", "eta"}, {"accuracy", "max_iterations"}}},
      fair_pca_options(), fit_fair_pca);
}

}  // namespace fairpca
