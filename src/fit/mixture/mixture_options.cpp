// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mixture/mixture_options.h"

#include "options/messages.h"

namespace fairpca {
namespace {

constexpr NumberRange kComponents{.least = 1, .most = 10000};

OptionValue components_value(const MixtureOptions& options) {
  const auto& [least, most] = options.components;
  if (least == most) return std::vector<std::int64_t>{least};
  return std::vector<std::int64_t>{least, most};
}

void set_components(MixtureOptions& options, const OptionValue& value) {
  const auto& counts = std::get<std::vector<std::int64_t>>(value);
  options.components = {counts.front(), counts.back()};
}

OptionValue prior_value(const MixtureOptions& options) {
  if (!options.noise_prior) return std::vector<double>();
  return std::vector<double>{options.noise_prior->first, options.noise_prior->second};
}

void set_prior(MixtureOptions& options, const OptionValue& value) {
  const auto& prior = std::get<std::vector<double>>(value);
  options.noise_prior.reset();
  if (!prior.empty()) options.noise_prior = {prior.front(), prior.back()};
}

void add_model_options(OptionTable<MixtureOptions>& table) {
  table
      .add({.name = "mixture_components",
            .type = OptionType::kCounts,
            .help = "Components of the mixture, or a range to choose from",
            .range = kComponents,
            .most_values = 2,
            .separator = ':'},
           components_value, set_components)
      .letter('k')
      .allowed("K or K:L, whole numbers with 1 <= K <= L <= 10000");
  table.count("max_iterations", FAIRPCA_MEMBER(max_iterations), count_from(0),
              "Maximum number of EM iterations of a fit");
  table.number("tolerance", FAIRPCA_MEMBER(tolerance), kNotNegative,
               "EM stops when the mean log-likelihood of a row grows by less");
  table.choice<StartKind>("start", FAIRPCA_MEMBER(start),
                          {{"clusters", StartKind::kClusters}, {"random", StartKind::kRandom}},
                          "Where EM starts: k-means clusters, or rows drawn at random");
  table.count("starts", FAIRPCA_MEMBER(starts), count_from(1),
              "Number of EM restarts; the best is kept");
  table.choice<MStep>("m_step", FAIRPCA_MEMBER(m_step),
                      {{"latent", MStep::kLatent}, {"exact", MStep::kExact}},
                      "M-step: from p x q sums, or from the p x p scatter of every component");
  table
      .add({.name = "noise_prior",
            .type = OptionType::kNumbers,
            .help = "Inverse-gamma prior on the noise variances: shape A, scale B times the mean "
                    "variance of a column",
            .range = kNotNegative,
            .least_values = 2,
            .most_values = 2,
            .empty_word = "none"},
           prior_value, set_prior)
      .allowed("A,B with A >= 0 and B > 0, or none");
}

void add_run_options(OptionTable<MixtureOptions>& table) {
  table.choice<Embedding>("embedding", FAIRPCA_MEMBER(embedding),
                          {{"average", Embedding::kAverage}, {"blocks", Embedding::kBlocks}},
                          "Coordinates: posterior means averaged by responsibility, or one block "
                          "per component");
  table.choice<KeepRows>("keep_rows", FAIRPCA_MEMBER(keep_rows),
                         {{"automatic", KeepRows::kAutomatic},
                          {"memory", KeepRows::kAlways},
                          {"stream", KeepRows::kNever}},
                         "Keep prepared rows in memory, or read them again for every iteration");
  table.choice<ChooseBy>("choose_by", FAIRPCA_MEMBER(choose_by),
                         {{"bic", ChooseBy::kBic}, {"held-out", ChooseBy::kHeldOut}},
                         "Criterion by which ranges of components and dimensions are decided");
  table.choice<bool>("choose_for", FAIRPCA_MEMBER(choose_for_worst_group),
                     {{"overall", false}, {"worst-group", true}},
                     "Population of that criterion: all rows, or the worst group");
}

}  // namespace

const OptionTable<MixtureOptions>& mixture_options() {
  static const OptionTable<MixtureOptions> table = [] {
    OptionTable<MixtureOptions> made;
    add_model_options(made);
    add_run_options(made);
    return made;
  }();
  return table;
}

void MixtureOptions::validate() const {
  mixture_options().check(*this);
  const auto require = [](bool holds, const char* option, const OptionValue& value) {
    if (holds) return;
    for (const OptionSpec& spec : mixture_options().specs()) {
      if (spec.name == option) reject_value(spec, value);
    }
  };
  require(components.least <= components.most, "mixture_components", components_value(*this));
  require(!noise_prior || noise_prior->second > 0, "noise_prior", prior_value(*this));
}

std::vector<OptionValues> grid_of_components() {
  std::vector<OptionValues> grid;
  for (const std::int64_t components : {1, 2, 3, 4, 5, 10}) {
    grid.push_back({{"mixture_components", std::vector<std::int64_t>{components}}});
  }
  return grid;
}

}  // namespace fairpca
