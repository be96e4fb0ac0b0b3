// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fair_mixture_ppca.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fit/group_checks.h"
#include "fit/method_entry.h"
#include "fit/mixture/messages.h"
#include "fit/mixture/mixture_options.h"
#include "fit/mixture/mixture_problem.h"
#include "optimize/apstar_options.h"

namespace fairpca {
namespace {

/// The search over group weights: refits from where the last fit ended, remembers the best mixture.
class WeightSearch {
 public:
  WeightSearch(MixtureProblem& problem, const EmResult& plain, bool keep_models)
      : problem_(problem), keep_models_(keep_models), best_(plain.mixture), last_(plain.mixture) {
    measures_ = problem.measure(best_);
    iterations_ = plain.iterations;
    best_converged_ = plain.converged;
  }

  Vector operator()(const Vector& weights) {
    EmResult result = problem_.refit(last_, problem_.group_cell_weights(weights));
    iterations_ += result.iterations;
    last_ = std::move(result.mixture);
    MixtureMeasures measures = problem_.measure(last_);
    history_.push_back({{weights.begin(), weights.end()},
                        measures.published.group_log_likelihood,
                        measures.published.group_reconstruction_error,
                        keep_models_ ? std::optional(last_) : std::nullopt});
    const Vector values =
        Eigen::Map<const Vector>(measures.group_log_likelihood.data(),
                                 static_cast<Index>(measures.group_log_likelihood.size()));
    if (values.allFinite() && measures.worst_log_likelihood() > measures_.worst_log_likelihood()) {
      best_ = last_;
      measures_ = std::move(measures);
      best_weights_ = history_.back().group_weights;
      best_converged_ = result.converged;
    }
    return values;
  }

  const PpcaMixture& best() const { return best_; }
  const MixtureMeasures& measures() const { return measures_; }
  /// Of the best mixture; empty: it is the plain one.
  const std::vector<double>& best_weights() const { return best_weights_; }
  /// Whether EM met its tolerance at the best mixture.
  bool best_converged() const { return best_converged_; }
  std::vector<FitStep> take_history() { return std::move(history_); }
  int iterations() const { return iterations_; }

 private:
  MixtureProblem& problem_;
  bool keep_models_;
  PpcaMixture best_, last_;
  MixtureMeasures measures_;
  std::vector<double> best_weights_;
  bool best_converged_ = false;
  std::vector<FitStep> history_;
  int iterations_ = 0;
};

void check_groups_for(const FitInput& input, const FairMixtureOptions& options) {
  const std::size_t groups = input.prepared->groups.size();
  if (options.group_weights == GroupWeights::kBisection && groups != 2) {
    reject(mixture_fit_message<"bisection-of-groups">("option"_is(OptionName{"group_weights"}),
                                                      "groups"_is(groups)));
  }
  require_rows_in_groups(*input.prepared, "fair-mixture-ppca");
}

const OptionTable<FairMixtureOptions>& fair_mixture_options() {
  static const OptionTable<FairMixtureOptions> table = [] {
    OptionTable<FairMixtureOptions> made;
    made.part(mixture_options(), FAIRPCA_MEMBER(mixture));
    made.choice<GroupWeights>(
        "group_weights", FAIRPCA_MEMBER(group_weights),
        {{"apstar", GroupWeights::kApstar}, {"bisection", GroupWeights::kBisection}},
        "How the groups' weights are searched; bisection for two groups");
    made.part(apstar_options(), FAIRPCA_MEMBER(apstar));
    made.only_with({"step", "k_min", "patience", "indicator"}, "group_weights", {"apstar"});
    made.flag("keep_models", FAIRPCA_MEMBER(keep_models), "Keep the model of every step");
    return made;
  }();
  return table;
}

}  // namespace

Fit fit_fair_mixture_ppca(const FitInput& input, const FairMixtureOptions& options) {
  options.validate();
  require_two_groups(input.prepared->groups.size(), "fair-mixture-ppca");
  check_groups_for(input, options);
  SpectralSolver spectral(input.spectral);
  const CountRange q = latent_dimensions(input, spectral);
  check_mixture_input(input, options.mixture.components.most);
  check_components_of_groups(input, options.mixture.components.most);
  const ChosenSize size = choose_size(input, options.mixture, q);
  MixtureProblem problem(input, options.mixture);
  WeightSearch search(problem, problem.fit(size.components, size.q, problem.plain_weights()),
                      options.keep_models);
  const auto refit = [&](const Vector& weights) { return search(weights); };
  const MinimaxWeights found =
      options.group_weights == GroupWeights::kBisection
          ? bisect_weights(refit, options.apstar.max_steps, options.apstar.tolerance)
          : apstar(static_cast<Index>(input.prepared->groups.size()), refit, options.apstar);
  const bool finite = std::isfinite(search.measures().worst_log_likelihood());
  const bool converged = found.converged && search.best_converged();
  const Status status = !finite     ? Status::kNotFinite
                        : converged ? Status::kConverged
                                    : Status::kMaxIterations;
  Fit fit = finish_mixture_fit(input, "fair-mixture-ppca", options.mixture, search.best(),
                               search.measures(), status, search.iterations(), problem.spectral());
  fit.report.objective = -search.measures().worst_log_likelihood();
  fit.report.group_weights =
      search.best_weights().empty() ? problem.plain_group_weights() : search.best_weights();
  fit.report.history = search.take_history();
  add_size(size, fit);
  return fit;
}

void FairMixtureOptions::validate() const {
  fair_mixture_options().check(*this);
  mixture.validate();
  apstar.validate();
}

Method fair_mixture_ppca_method() {
  Method method = method_entry(
      {.id = "fair-mixture-ppca",
       .python_name = "FairMixturePPCA",
       .summary = "Likelihood fairness: mixture of probabilistic PCAs whose worst "
                  "group has the largest mean log-likelihood",
       .brief = "best likelihood for the worst group",
       .problem = "Maximise min_g L_g, the mean log-likelihood of group g under a mixture of "
                  "probabilistic PCAs; "
                  "weights of the groups are found by APStar around weighted EM.",
       .paper = "B. C. Nascimento (2025): A Fair Approach for Mixture of Probabilistic PCA",
       .example = {{"group", "sex"},
                   {"method", "fair-mixture-ppca"},
                   {"mixture_components", "5"},
                   {"dimensions", "5"}},
       .fairness = Fairness::kLikelihood,
       .needs = Needs::kRowsSeveralPasses,
       .min_groups = 2,
       .models_missing_cells = true,
       .chooses_dimensions = true,
       .has_own_means = true},
      fair_mixture_options(), fit_fair_mixture_ppca);
  method.grid = grid_of_components();
  return method;
}

}  // namespace fairpca
