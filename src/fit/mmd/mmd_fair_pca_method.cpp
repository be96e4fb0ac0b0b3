// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "fairpca/fit/mmd_fair_pca.h"
#include "fit/method_entry.h"
#include "fit/mmd/messages.h"
#include "options/messages.h"

namespace fairpca {
namespace {

OptionValue bandwidth_value(const MmdFairPcaOptions& options) {
  if (options.bandwidth) return *options.bandwidth;
  return std::string(options.bandwidth_rule == BandwidthRule::kMedian ? "median" : "authors");
}

void set_bandwidth(MmdFairPcaOptions& options, const OptionValue& value) {
  const auto* number = std::get_if<double>(&value);
  options.bandwidth = number != nullptr ? std::optional<double>(*number) : std::nullopt;
  options.bandwidth_rule =
      value == OptionValue("median") ? BandwidthRule::kMedian : BandwidthRule::kAuthors;
}

void add_fairness_options(OptionTable<MmdFairPcaOptions>& table) {
  table.number("tau", FAIRPCA_MEMBER(tau), kNotNegative,
               "Largest MMD^2 between two projected groups; > 0 for estimator v");
  table.number("tau_level", FAIRPCA_MEMBER(tau_level), kFraction,
               "Take taus, one per pair, that permuted groups exceed with this probability; 0: use "
               "tau");
  table
      .count("permutations", FAIRPCA_MEMBER(permutations), count_from(19),
             "Number of permutations behind tau_level")
      .only_with("tau_level");
  table.add({.name = "bandwidth",
             .type = OptionType::kNumberOrWord,
             .help = "Kernel bandwidth: median pairwise distance after PCA divided by sqrt(2) "
                     "(authors), the median itself (median), or a number",
             .range = {.least = 1e-100, .most = 1e100},
             .words = {"authors", "median"}},
            bandwidth_value, set_bandwidth);
  table.choice<MmdEstimator>("estimator", FAIRPCA_MEMBER(estimator),
                             {{"v", MmdEstimator::kBiased}, {"u", MmdEstimator::kUnbiased}},
                             "Biased (v) or unbiased (u) estimate of MMD^2");
  table.choice<MmdPairs>("pairs", FAIRPCA_MEMBER(pairs),
                         {{"max", MmdPairs::kMax}, {"mean", MmdPairs::kMean}},
                         "More than two groups: constrain every pair, or their mean");
  table.choice<WeightKind>(
      "weight_kind", FAIRPCA_MEMBER(weight_kind),
      {{"sampling", WeightKind::kSampling}, {"frequency", WeightKind::kFrequency}},
      "What a weight of w means: a row that stands for others, or w equal rows");
  table.choice<MmdConditional>("conditional", FAIRPCA_MEMBER(conditional),
                               {{"none", MmdConditional::kNone},
                                {"equal-opportunity", MmdConditional::kEqualOpportunity},
                                {"equalized-odds", MmdConditional::kEqualizedOdds}},
                               "Compare all rows, those of the positive label, or those of each "
                               "label");
  table.text("positive", FAIRPCA_MEMBER(positive), "Label of equal-opportunity (default 1)")
      .only_with("conditional", {"equal-opportunity"});
}

/// The constants of the paper's Algorithm 1, by their roles.
void add_repms_options(OptionTable<MmdFairPcaOptions>& table) {
  table.number("first_tolerance", FAIRPCA_MEMBER(first_tolerance), kPositive,
               "Tolerance on the first inner gradient, eps_0");
  table.number("last_tolerance", FAIRPCA_MEMBER(last_tolerance), kPositive,
               "Tolerance on the last ones, eps_min");
  table.number("tolerance_factor", FAIRPCA_MEMBER(tolerance_factor), kFraction,
               "Its factor per round, theta_eps; 0: five rounds");
  table.number("first_penalty", FAIRPCA_MEMBER(first_penalty), kNotNegative,
               "First penalty weight, rho_0; 0: 1 / MMD^2 of PCA");
  table.number("max_penalty", FAIRPCA_MEMBER(max_penalty), kPositive,
               "Largest penalty weight, rho_max");
  table.number("penalty_factor", FAIRPCA_MEMBER(penalty_factor),
               {.least = 1, .excludes_least = true}, "Its factor while tau is missed, theta_rho");
  table.number("step_tolerance", FAIRPCA_MEMBER(step_tolerance), kPositive,
               "Move at which rounds end, d_min");
  table.only_with({"first_tolerance", "last_tolerance", "tolerance_factor", "first_penalty",
                   "max_penalty", "penalty_factor", "step_tolerance"},
                  "solver", {"repms"});
}

void add_search_options(OptionTable<MmdFairPcaOptions>& table) {
  table.choice<MmdSolver>("solver", FAIRPCA_MEMBER(solver),
                          {{"refined", MmdSolver::kRefined},
                           {"repms", MmdSolver::kExactPenalty},
                           {"augmented-lagrangian", MmdSolver::kAugmentedLagrangian}},
                          "The paper's exact penalty, refined up to tau; the exact penalty alone; "
                          "or augmented Lagrangian");
  table.choice<InnerSolver>("inner_solver", FAIRPCA_MEMBER(inner_solver),
                            {{"quasi-newton", InnerSolver::kQuasiNewton},
                             {"conjugate-gradient", InnerSolver::kConjugateGradient},
                             {"trust-region", InnerSolver::kTrustRegion}},
                            "Solver of the inner problems");
  add_repms_options(table);
  table.choices<MmdStart>("starts", FAIRPCA_MEMBER(starts),
                          {{"mean-matching", MmdStart::kMeanMatching},
                           {"pca", MmdStart::kPca},
                           {"tilted", MmdStart::kTilted},
                           {"mmd", MmdStart::kKernelOnly},
                           {"random", MmdStart::kRandom}},
                          "automatic", "Where the search begins; the best feasible end wins");
  table.choice<KernelFamily>(
      "kernel_family", FAIRPCA_MEMBER(kernel_family),
      {{"gaussian", KernelFamily::kGaussian}, {"laplace", KernelFamily::kLaplace}},
      "Kernel of the MMD: exp(-|z - z'|^2 / (2 s^2)), or exp(-|z - z'|_1 / s)");
  table.choice<KernelMethod>("kernel", FAIRPCA_MEMBER(kernel),
                             {{"automatic", KernelMethod::kAutomatic},
                              {"tiled", KernelMethod::kTiled},
                              {"tiled-single", KernelMethod::kTiledSingle},
                              {"fourier", KernelMethod::kFourier},
                              {"random-features", KernelMethod::kRandomFeatures}},
                             "How kernel sums are computed during the search; the final MMD^2 is "
                             "exact");
  table
      .count("random_features", FAIRPCA_MEMBER(random_features), count_from(1),
             "Number of random features")
      .only_with("kernel", {"random-features"});
  table.count("max_iterations", FAIRPCA_MEMBER(max_iterations), count_from(1),
              "Maximum number of iterations of one inner minimisation");
  table.count("max_rounds", FAIRPCA_MEMBER(max_rounds), count_from(1),
              "Maximum number of rounds of the outer loop");
}

const OptionTable<MmdFairPcaOptions>& mmd_fair_pca_options() {
  static const OptionTable<MmdFairPcaOptions> table = [] {
    OptionTable<MmdFairPcaOptions> made;
    add_fairness_options(made);
    add_search_options(made);
    return made;
  }();
  return table;
}

}  // namespace

void MmdFairPcaOptions::validate() const {
  mmd_fair_pca_options().check(*this);
  if (estimator == MmdEstimator::kBiased && tau == 0) {
    reject(option_message<"option-value">("option"_is(OptionName{"tau"}), "allowed"_is("> 0"),
                                          "value"_is(tau)));
  }
  const bool is_tiled = kernel == KernelMethod::kAutomatic || kernel == KernelMethod::kTiled;
  if (kernel_family == KernelFamily::kLaplace && !is_tiled) {
    reject(option_message<"option-without-effect">(
        "option"_is(OptionName{"kernel"}), "need"_is(Setting{"kernel_family", "gaussian"}),
        "other"_is("kernel_family"), "value"_is("laplace")));
  }
  const double fewest = tau_level > 0 ? std::ceil(1 / tau_level - 1 - 1e-9) : 0;
  if (permutations < fewest) {
    reject(mmd_message<"too-few-permutations">("option"_is(OptionName{"permutations"}),
                                               "fewest"_is(fewest), "level"_is(tau_level),
                                               "value"_is(permutations)));
  }
  if (!positive.empty() && conditional != MmdConditional::kEqualOpportunity) {
    reject(option_message<"option-without-effect">(
        "option"_is(OptionName{"positive"}), "need"_is(Setting{"conditional", "equal-opportunity"}),
        "other"_is("conditional"),
        "value"_is(conditional == MmdConditional::kNone ? "none" : "equalized-odds")));
  }
}

Method mmd_fair_pca_method() {
  Method method = method_entry(
      {.id = "mmd-fair-pca",
       .python_name = "MMDFairPCA",
       .summary = "Representation fairness: PCA whose projected groups are alike as distributions "
                  "(MMD)",
       .brief = "groups alike as distributions (MMD)",
       .problem = "Maximise the variance <P, S> over projections P of rank d with MMD^2 <= tau "
                  "between the projected "
                  "rows of every two groups: no rule, linear or not, then tells them apart well.",
       .paper = "J. Lee, G. Kim, M. Olfat, M. Hasegawa-Johnson, C. D. Yoo (2022): Fast and "
                "Efficient MMD-based Fair "
                "PCA via Optimization over Stiefel Manifold",
       .example =
           {{"group", "sex"}, {"method", "mmd-fair-pca"}, {"tau", "0.001"}, {"dimensions", "5"}},
       .fairness = Fairness::kRepresentation,
       .needs = Needs::kRowsInMemory,
       .min_groups = 2,
       .exclusive_options = {{"tau", "tau_level"}},
       .uses_label =
           [](const OptionValues& given) {
             return mmd_fair_pca_options().read(given).conditional != MmdConditional::kNone;
           }},
      mmd_fair_pca_options(), fit_mmd_fair_pca);
  // From loose to the smaller tau of Lee et al. (2022).
  method.grid = grid_over("tau", std::vector<double>{1e-2, 1e-3, 1e-4, 1e-5, 1e-6});
  return method;
}

}  // namespace fairpca
