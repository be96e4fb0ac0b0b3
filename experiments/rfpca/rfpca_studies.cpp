// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca_studies.h"

#include <algorithm>

#include <fmt/format.h>

#include "experiments/rfpca/rfpca_scores.h"

namespace fairpca {
namespace {

using namespace std::string_literals;

constexpr const char* kDimensions = "3";

RfpcaSet set_of(const std::string& title, const std::string& file, Index features,
                bool has_whole_grid = false) {
  const std::string stem = file.substr(0, file.find('.'));
  std::string name = stem;
  std::replace(name.begin(), name.end(), '_', '-');
  return {.title = title,
          .name = name,
          .file = fmt::format("rfpca/{}", file),
          .splits = fmt::format("rfpca/splits/{}_train30.csv.gz", stem),
          .features = features,
          .has_whole_grid = has_whole_grid};
}

/// Options of the paper's own algorithm; steps are fewer for LFW.
OptionValues subgradient_options(const RfpcaSet& set) {
  return {{"solver", "subgradient"s},
          {"starts", std::int64_t{20}},
          {"steps", std::int64_t{set.is_faces() ? 500 : 1000}},
          {"large_lambda", "reset"s}};
}

/// Multiplicative weights run to their last round, as the authors' do.
OptionValues weights_options(const RfpcaSet& set, double eta) {
  return {{"solver", "multiplicative-weights"s},
          {"max_iterations", std::int64_t{set.is_faces() ? 500 : 1000}},
          {"tolerance", 1e-12},
          {"eta", eta}};
}

OptionValues few_steps() {
  return {{"starts", std::int64_t{2}}, {"steps", std::int64_t{60}}};
}
OptionValues few_rounds() {
  return {{"max_iterations", std::int64_t{60}}};
}

OptionValues reset_lambda() {
  return {{"large_lambda", "reset"s}};
}

PaperArm exact_arm() {
  return {{.name = "rfpca", .method = "robust-fair-pca", .options = reset_lambda()}, "RFPCA"};
}

PaperArm pca_arm() {
  return {{.name = "pca", .method = "pca"}, "PCA"};
}

PaperArm fairpca_arm() {
  return {{.name = "fairpca", .method = "fair-pca"}, "FairPCA"};
}

PaperArm weights_arm(const RfpcaSet& set) {
  return {{.name = "fairpca-weights", .method = "fair-pca", .options = weights_options(set, 0.1)},
          "FairPCA, multiplicative weights",
          few_rounds()};
}

PaperArm subgradient_arm(const std::string& name, OptionValues options) {
  return {{.name = name, .method = "robust-fair-pca", .options = std::move(options)},
          "RFPCA, subgradient descent",
          few_steps()};
}

PaperArm constrained_arm(const std::string& name, const std::string& title, OptionValues options,
                         std::vector<OptionValues> grid = {}) {
  return {{.name = name,
           .method = "constrained-fair-pca",
           .options = std::move(options),
           .grid = std::move(grid)},
          title};
}

/// Equal means and a penalty weight of the covariances, in the authors' unit.
OptionValues both_constraints(double mu) {
  return {{"delta", 0.0}, {"mu", mu}, {"formulation", "authors"s}, {"relaxation_tolerance", 1e-6}};
}

std::vector<OptionValues> mu_grid() {
  std::vector<OptionValues> grid;
  for (const double mu : {1e-4, 1e-3, 0.01, 0.05, 0.5}) grid.push_back(both_constraints(mu));
  return grid;
}

PaperStudy base_study(const RfpcaSet& set, const std::string& part, Center center) {
  PaperStudy study;
  study.key = fmt::format("rfpca-{}-{}", part, set.name);
  study.file = set.file;
  study.roles.protected_columns = {"group"};
  study.fit.preparation.standardize = !set.is_faces();
  study.fit.preparation.divide_by = set.is_faces() ? 255 : 1;
  study.fit.preparation.center = center;
  study.dimensions = std::string(kDimensions);
  study.arms = {pca_arm()};
  study.measures = {"reconstruction_error", "gap", "gap_training_group"};
  study.quick_rows = set.is_faces() ? 300 : 1000;
  return study;
}

PaperSplits table_splits(const RfpcaSet& set) {
  if (set.is_faces()) {
    return {.kind = PaperSplits::Kind::kDrawn, .test_fraction = 0.7, .repeats = 10};
  }
  return {.kind = PaperSplits::Kind::kFile, .file = set.splits, .repeats = 10};
}

PaperStudy table_base(const RfpcaSet& set, const std::string& part, Center center) {
  PaperStudy study = base_study(set, part, center);
  study.splits = table_splits(set);
  if (set.is_faces()) {
    study.folds = 2;
  } else {
    study.measures.emplace_back("linear_unfairness");
    study.extras = {scored_rows_unfairness()};
  }
  study.tune_by = "gap_training_group+reconstruction_error";
  return study;
}

PaperStudy dimensions_base(const RfpcaSet& set, const std::string& part, Center center) {
  PaperStudy study = base_study(set, part, center);
  study.splits = {.kind = PaperSplits::Kind::kDrawn, .test_fraction = 0.5, .repeats = 5};
  study.extras = {training_mean_errors()};
  study.dimensions.clear();
  for (Index d = 2; d <= 20 && d < set.features; d += 2) {
    study.dimensions += fmt::format("{}{}", d == 2 ? "" : ",", d);
  }
  study.quick_dimensions = "2,4";
  return study;
}

/// One arm for each setting, its number behind the name.
void add_settings(std::vector<PaperArm>& arms, const PaperArm& arm,
                  const std::vector<OptionValues>& grid) {
  for (std::size_t i = 0; i < grid.size(); ++i) {
    PaperArm& made = arms.emplace_back(arm);
    made.arm.name += fmt::format("-{}", i + 1);
    for (const auto& [name, value] : grid[i]) made.arm.options[name] = value;
  }
}

/// Of the figures over d.
OptionValues figure_setting() {
  return {{"alpha", 0.15}, {"lambda", 0.5}, {"large_lambda", "reset"s}};
}

}  // namespace

const std::vector<RfpcaSet>& rfpca_sets() {
  static const std::vector<RfpcaSet> sets = {
      set_of("Default Credit", "default_credit.csv.gz", 22),
      set_of("Biodeg", "biodeg.csv", 40),
      set_of("E. Coli", "ecoli.csv", 7, true),
      set_of("Energy", "energy.csv", 8),
      set_of("German Credit", "german_credit.csv", 48, true),
      set_of("Image", "image.csv", 18),
      set_of("Letter", "letter.csv.gz", 16),
      set_of("Magic", "magic.csv.gz", 10),
      set_of("Parkinsons", "parkinsons.csv", 20, true),
      set_of("SkillCraft", "skillcraft.csv", 17),
      set_of("Statlog", "statlog.csv", 36, true),
      set_of("Steel", "steel.csv", 24),
      set_of("Taiwan Credit", "taiwan_credit.csv.gz", 22),
      set_of("Wine Quality", "wine_quality.csv", 11, true),
      {.title = "LFW", .name = "lfw", .file = "lfw/lfw_24x24_4000.csv.gz", .features = 576}};
  return sets;
}

const RfpcaSet& rfpca_set(const std::string& name) {
  const std::vector<RfpcaSet>& sets = rfpca_sets();
  return *std::find_if(sets.begin(), sets.end(),
                       [&name](const RfpcaSet& set) { return set.name == name; });
}

std::vector<OptionValues> rfpca_grid() {
  std::vector<OptionValues> grid;
  for (const double alpha : {0.05, 0.1, 0.15}) {
    for (const double lambda : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5}) {
      grid.push_back({{"alpha", alpha}, {"lambda", lambda}});
    }
  }
  return grid;
}

std::vector<OptionValues> eta_grid() {
  std::vector<OptionValues> grid = {{{"eta", 0.1}}};
  for (int i = 1; i <= 17; ++i) grid.push_back({{"eta", 0.25 * i}});
  return grid;
}

std::vector<OptionValues> delta_grid() {
  std::vector<OptionValues> grid;
  for (const double delta : {0.0, 0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9}) {
    grid.push_back({{"delta", delta}});
  }
  return grid;
}

PaperStudy rfpca_tables_study(const RfpcaSet& set) {
  PaperStudy study = table_base(set, "tables", Center::kOverall);
  PaperArm exact = exact_arm();
  exact.arm.grid = rfpca_grid();
  PaperArm own = subgradient_arm("rfpca-subgradient", subgradient_options(set));
  own.arm.like = exact.arm.name;
  study.arms.push_back(exact);
  study.arms.push_back(own);
  if (set.has_whole_grid) {
    own.arm.name += "-grid";
    own.arm.like.clear();
    own.arm.grid = rfpca_grid();
    study.arms.push_back(own);
  }
  study.arms.push_back(fairpca_arm());
  study.arms.push_back(constrained_arm("cfpca-mean", "CFPCA, means", {}, delta_grid()));
  study.arms.push_back(
      constrained_arm("cfpca-equal-means", "CFPCA, equal means", {{"delta", 0.0}}));
  if (!set.is_faces()) {
    study.arms.push_back(
        constrained_arm("cfpca-both", "CFPCA, means and covariances", {}, mu_grid()));
    study.arms.push_back(constrained_arm("cfpca-both-mu-1", "CFPCA, mu = 1", both_constraints(1)));
  }
  return study;
}

PaperStudy rfpca_tables_fairpca_study(const RfpcaSet& set) {
  PaperStudy study = table_base(set, "tables-fairpca", Center::kGroup);
  study.arms.push_back(fairpca_arm());
  study.arms.push_back(weights_arm(set));
  if (!set.is_faces()) study.arms.back().arm.grid = eta_grid();
  return study;
}

PaperStudy rfpca_settings_study(const RfpcaSet& set) {
  PaperStudy study = base_study(set, "settings", Center::kOverall);
  study.splits = table_splits(set);
  add_settings(study.arms, exact_arm(), rfpca_grid());
  return study;
}

PaperStudy rfpca_dimensions_study(const RfpcaSet& set) {
  PaperStudy study = dimensions_base(set, "dimensions", Center::kOverall);
  OptionValues own = subgradient_options(set);
  for (const auto& [name, value] : figure_setting()) own[name] = value;
  study.arms.push_back(
      {{.name = "rfpca", .method = "robust-fair-pca", .options = figure_setting()}, "RFPCA"});
  study.arms.push_back(subgradient_arm("rfpca-subgradient", own));
  return study;
}

PaperStudy rfpca_dimensions_fairpca_study(const RfpcaSet& set) {
  PaperStudy study = dimensions_base(set, "dimensions-fairpca", Center::kGroup);
  study.arms.push_back(fairpca_arm());
  study.arms.push_back(weights_arm(set));
  return study;
}

PaperStudy rfpca_pareto_study(const RfpcaSet& set) {
  PaperStudy study = base_study(set, "pareto", Center::kOverall);
  add_settings(study.arms, exact_arm(), rfpca_grid());
  add_settings(study.arms, constrained_arm("cfpca", "CFPCA", {}), delta_grid());
  return study;
}

PaperStudy rfpca_pareto_fairpca_study(const RfpcaSet& set) {
  PaperStudy study = base_study(set, "pareto-fairpca", Center::kGroup);
  study.arms.push_back(fairpca_arm());
  add_settings(study.arms, weights_arm(set), eta_grid());
  return study;
}

PaperStudy rfpca_pareto_run_study(const RfpcaSet& set, int run) {
  PaperStudy study = base_study(set, fmt::format("pareto-run{}", run), Center::kOverall);
  study.fit.seed = static_cast<std::uint64_t>(run);
  add_settings(study.arms, subgradient_arm("rfpca-subgradient", subgradient_options(set)),
               rfpca_grid());
  return study;
}

}  // namespace fairpca
