// SPDX-License-Identifier: BSD-3-Clause
#include <charconv>
#include <cmath>

#include "fairpca/fit/mmd_fair_pca.h"
#include "fit/option_specs.h"

namespace fairpca {
namespace {

std::optional<double> parsed_bandwidth(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_bandwidth(const OptionValue& value) {
  const std::string& text = std::get<std::string>(value);
  const std::optional<double> number = parsed_bandwidth(text);
  return text == "authors" || text == "median" || (number && *number >= 1e-100 && *number <= 1e100);
}

/// `pca,random` as starts; nullopt for another word.
std::optional<std::vector<MmdStart>> parsed_starts(const std::string& text) {
  if (text == "automatic") return std::vector<MmdStart>();
  std::vector<MmdStart> starts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (word == "pca") {
      starts.push_back(MmdStart::kPca);
    } else if (word == "mean-matching") {
      starts.push_back(MmdStart::kMeanMatching);
    } else if (word == "tilted") {
      starts.push_back(MmdStart::kTilted);
    } else if (word == "mmd") {
      starts.push_back(MmdStart::kKernelOnly);
    } else if (word == "random") {
      starts.push_back(MmdStart::kRandom);
    } else {
      return std::nullopt;
    }
    at = end + 1;
  }
  return starts;
}

std::vector<OptionSpec> fairness_options() {
  return {
      {.name = "tau",
       .default_value = 1e-3,
       .range = "> 0 (estimator u: >= 0)",
       .help = "Largest MMD^2 between two projected groups"},
      {.name = "tau_level",
       .default_value = 0.0,
       .range = "in [0, 1) (0: use tau)",
       .help = "Take taus, one per pair, that permuted groups exceed with this probability",
       .accepts =
           [](const OptionValue& value) {
             return std::get<double>(value) >= 0 && std::get<double>(value) < 1;
           }},
      only_with_positive("tau_level",
                         count_option("permutations", 200, 19, "Permutations behind tau_level")),
      {.name = "bandwidth",
       .default_value = std::string("authors"),
       .range = "authors | median | number from 1e-100 to 1e100",
       .help = "Of the kernel: median distance of two rows after PCA, over sqrt 2 (authors) or as "
               "it is",
       .accepts = is_bandwidth},
      word_option("estimator", {"v", "u"}, "Biased (v) or unbiased (u) estimate of MMD^2"),
      word_option("pairs", {"max", "mean"},
                  "More than two groups: constrain every pair, or their mean"),
      word_option("weight_kind", {"sampling", "frequency"},
                  "What a weight of w means: a row that stands for others, or w equal rows"),
      word_option("conditional", {"none", "equal-opportunity", "equalized-odds"},
                  "Compare all rows, those of the positive label, or those of each label"),
      {.name = "positive",
       .default_value = std::string(),
       .range = "LEVEL",
       .help = "Label of equal-opportunity (default 1)"}};
}

std::vector<OptionSpec> search_options() {
  return {
      word_option(
          "solver", {"refined", "repms", "augmented-lagrangian"},
          "The paper's exact penalty, refined up to tau; it alone; or augmented Lagrangian"),
      {.name = "starts",
       .default_value = std::string("automatic"),
       .range = "automatic | list of mean-matching, pca, tilted, mmd, random",
       .help = "Where the search begins; the best feasible end wins",
       .accepts =
           [](const OptionValue& value) {
             return parsed_starts(std::get<std::string>(value)).has_value();
           }},
      word_option("kernel", {"automatic", "tiled", "tiled-single", "fourier", "random-features"},
                  "How kernel sums are computed while searching; the final MMD^2 is exact"),
      only_with_word("kernel", "random-features",
                     count_option("random_features", 2048, 1, "Frequencies of random-features")),
      count_option("max_iterations", 300, 1, "Most steps of one inner minimisation"),
      count_option("max_rounds", 100, 1, "Most rounds of the outer loop")};
}

MmdFairPcaOptions options_of(const OptionValues& values) {
  MmdFairPcaOptions options;
  options.tau = number_of(values, "tau");
  options.tau_level = number_of(values, "tau_level");
  options.permutations = static_cast<int>(count_of(values, "permutations"));
  const std::string& bandwidth = word_of(values, "bandwidth");
  options.bandwidth = parsed_bandwidth(bandwidth);
  if (bandwidth == "median") options.bandwidth_rule = BandwidthRule::kMedian;
  options.estimator = choice_of<MmdEstimator>(
      values, "estimator", {{"v", MmdEstimator::kBiased}, {"u", MmdEstimator::kUnbiased}});
  options.pairs =
      choice_of<MmdPairs>(values, "pairs", {{"max", MmdPairs::kMax}, {"mean", MmdPairs::kMean}});
  options.weight_kind = choice_of<WeightKind>(
      values, "weight_kind",
      {{"sampling", WeightKind::kSampling}, {"frequency", WeightKind::kFrequency}});
  options.conditional =
      choice_of<MmdConditional>(values, "conditional",
                                {{"none", MmdConditional::kNone},
                                 {"equal-opportunity", MmdConditional::kEqualOpportunity},
                                 {"equalized-odds", MmdConditional::kEqualizedOdds}});
  options.positive = word_of(values, "positive");
  options.solver =
      choice_of<MmdSolver>(values, "solver",
                           {{"refined", MmdSolver::kRefined},
                            {"repms", MmdSolver::kExactPenalty},
                            {"augmented-lagrangian", MmdSolver::kAugmentedLagrangian}});
  options.starts = *parsed_starts(word_of(values, "starts"));
  options.kernel = choice_of<KernelMethod>(values, "kernel",
                                           {{"automatic", KernelMethod::kAutomatic},
                                            {"tiled", KernelMethod::kTiled},
                                            {"tiled-single", KernelMethod::kTiledSingle},
                                            {"fourier", KernelMethod::kFourier},
                                            {"random-features", KernelMethod::kRandomFeatures}});
  options.random_features = count_of(values, "random_features");
  options.max_iterations = static_cast<int>(count_of(values, "max_iterations"));
  options.max_rounds = static_cast<int>(count_of(values, "max_rounds"));
  return options;
}

}  // namespace

Method mmd_fair_pca_method() {
  Method method{
      .id = "mmd-fair-pca",
      .python_name = "MMDFairPCA",
      .summary =
          "Representation fairness: PCA whose projected groups are alike as "
          "distributions (MMD)",
      .fairness = Fairness::kRepresentation,
      .needs = Needs::kRowsInMemory,
      .min_groups = 2,
      .options = fairness_options(),
      .fit = [](const FitInput& input,
                const OptionValues& values) { return fit_mmd_fair_pca(input, options_of(values)); },
      .uses_label =
          [](const OptionValues& values) { return word_of(values, "conditional") != "none"; }};
  for (OptionSpec& option : search_options()) method.options.push_back(std::move(option));
  method.exclusive_options = {{"tau", "tau_level"}};
  return method;
}

}  // namespace fairpca
