// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fair_mixture_ppca.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "fairpca/invalid_option.h"
#include "fit/mixture_problem.h"
#include "fit/option_specs.h"

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
    throw InvalidOption(
        "group_weights",
        fmt::format(" bisection is for two groups, there are {}; use apstar", groups));
  }
  options.apstar.validate();
  require_rows_in_groups(*input.prepared, "fair-mixture-ppca");
}

FairMixtureOptions fair_options_of(const OptionValues& values) {
  FairMixtureOptions options;
  options.mixture = mixture_options_of(values);
  options.group_weights = choice_of<GroupWeights>(
      values, "group_weights",
      {{"apstar", GroupWeights::kApstar}, {"bisection", GroupWeights::kBisection}});
  options.apstar.step = number_of(values, "step");
  options.apstar.k_min = static_cast<int>(count_of(values, "k_min"));
  options.apstar.max_steps = static_cast<int>(count_of(values, "max_steps"));
  options.apstar.patience = static_cast<int>(count_of(values, "patience"));
  options.apstar.indicator = choice_of<Indicator>(
      values, "indicator",
      {{"own", Indicator::kOwnValue}, {"weighted", Indicator::kWeightedValue}});
  options.keep_models = flag_of(values, "keep_models");
  return options;
}

std::vector<OptionSpec> fair_option_specs() {
  std::vector<OptionSpec> specs = mixture_option_specs();
  OptionSpec step = positive_option("step", 0.3, "Of APStar: how much of the old weights stays");
  step.range = "in (0, 1)";
  step.accepts = [](const OptionValue& value) {
    return std::get<double>(value) > 0 && std::get<double>(value) < 1;
  };
  specs.push_back(word_option("group_weights", {"apstar", "bisection"},
                              "How the groups' weights are searched; bisection for two groups"));
  const auto of_apstar = [](OptionSpec spec) {
    return only_with_word("group_weights", "apstar", std::move(spec));
  };
  specs.push_back(of_apstar(std::move(step)));
  specs.push_back(
      of_apstar(count_option("k_min", 20, 1, "Of APStar: K falls back to it on progress")));
  specs.push_back(count_option("max_steps", FairMixtureOptions().apstar.max_steps, 0,
                               "Maximum number of steps of the search for weights"));
  specs.push_back(of_apstar(
      count_option("patience", 40, 1, "Steps without progress after which APStar has converged")));
  specs.push_back(
      of_apstar(word_option("indicator", {"own", "weighted"},
                            "Of APStar: compare the groups' likelihoods, or weight times "
                            "likelihood as printed in the dissertation")));
  specs.push_back({.name = "keep_models",
                   .default_value = false,
                   .range = "true | false",
                   .help = "Keep the model of every step"});
  return specs;
}

}  // namespace

Fit fit_fair_mixture_ppca(const FitInput& input, const FairMixtureOptions& options) {
  check_groups_for(input, options);
  SpectralSolver spectral(input.spectral);
  const CountRange q = latent_dimensions(input, spectral);
  check_mixture_input(input, options.mixture.components.most);
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
  fit.report.notes = size.notes;
  return fit;
}

Method fair_mixture_ppca_method() {
  return {.id = "fair-mixture-ppca",
          .python_name = "FairMixturePPCA",
          .summary =
              "Likelihood: mixture of probabilistic PCAs whose worst group has the largest "
              "mean log-likelihood",
          .fairness = Fairness::kLikelihood,
          .needs = Needs::kRowsSeveralPasses,
          .min_groups = 2,
          .models_missing_cells = true,
          .options = fair_option_specs(),
          .fit = [](const FitInput& input, const OptionValues& values) {
            return fit_fair_mixture_ppca(input, fair_options_of(values));
          }};
}

}  // namespace fairpca
