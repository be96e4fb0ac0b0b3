// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca.h"

#include <fmt/format.h>

#include "experiments/frmppca_tables.h"
#include "experiments/likelihood_run.h"
#include "fairpca/rows/matrix_rows.h"
#include "fairpca/rows/open_rows.h"
#include "fairpca/synthetic/synthetic.h"

namespace fairpca {
namespace {

constexpr const char* kPaper = "Nascimento (2025), chapter 5";

std::string step_note(const Fit& fair) {
  return fmt::format("FR-MPPCA at its best step: {} refits, {} EM iterations, {}",
                     fair.report.history.size(), fair.report.iterations,
                     to_string(fair.report.status));
}

/// Rows of a generator with their group as the protected column.
Table synthetic_table(const SyntheticData& data) {
  Table table;
  for (const std::string& name : data.columns) table.schema.features.push_back({name});
  table.schema.protected_columns = {"group"};
  table.numeric = data.rows;
  table.rows = data.rows.rows();
  table.protected_levels = {{{"group 0", "group 1"}, {data.group.begin(), data.group.end()}}};
  return table;
}

ExperimentResult run_synthetic(const std::string& generator, Index components,
                               const std::string& number, const std::string& title,
                               const ExperimentOptions& options) {
  const SyntheticData data = synthesize(generator, {.seed = options.seed});
  MatrixRows rows(synthetic_table(data));
  LikelihoodRun run(rows,
                    {.components = components, .dimensions = 2, .step = 0.2, .standardize = false},
                    options);
  run.add_mixture();
  run.add_fair_mixture(false);
  ExperimentResult result;
  result.figures = {
      steps_of_groups(run.values(), LikelihoodMeasure::kLogLikelihood, number, title)};
  result.summary = summary_of(run.values());
  std::vector<ClaimSpec> claims = claims_of_frmppca(number);
  claims.push_back({number, "the algorithm converges smoothly, without divergence",
                    LikelihoodMeasure::kLogLikelihood, ClaimSpec::Kind::kSettles});
  for (const ClaimSpec& spec : claims) result.claims.push_back(check_claim(spec, run.values()));
  result.notes = {fmt::format("{} rows of `synth {} --seed {}`; q = 2, which the dissertation "
                              "does not give",
                              data.rows.rows(), generator, options.seed),
                  step_note(run.fair_fit())};
  return result;
}

ExperimentResult run_real(const FrmppcaTable& table, const ExperimentOptions& options) {
  const std::unique_ptr<RowSource> rows = open_rows(options.data / table.file, table.roles);
  const SplitOptions how{.seed = options.seed, .positive = table.positive};
  const SplitRows split =
      split_rows(*rows, how, options.pass ? options.pass("read") : PassOptions{});
  AdaptedRows training = training_rows(*rows, split);
  LikelihoodRun run(training, {}, options);
  run.add_pca();
  run.add_mixture();
  run.add_fair_mixture(true);
  run.measure_auc(*rows, split);
  const MethodValues& values = run.values();
  ExperimentResult result;
  result.figures = {
      steps_of_groups(values, LikelihoodMeasure::kLogLikelihood, table.figure(0),
                      "Log-likelihood of groups"),
      steps_of_methods(values, LikelihoodMeasure::kLogLikelihood, table.figure(1),
                       "Log-likelihood"),
      steps_of_methods(values, LikelihoodMeasure::kError, table.figure(2), "Reconstruction error"),
      steps_of_methods(values, LikelihoodMeasure::kAuc, table.figure(3), "ROC-AUC")};
  for (LineFigure& figure : result.figures) figure.title += ", " + table.title;
  result.summary = summary_of(values);
  for (const ClaimSpec& spec : claims_of_frmppca(table.figure(0))) {
    result.claims.push_back(check_claim(spec, values));
  }
  for (const ClaimSpec& spec : table.claims) result.claims.push_back(check_claim(spec, values));
  const Index count = run.fair_fit().model.rows;
  result.notes = {
      fmt::format("{} training rows, 70 % of each group, for likelihoods, errors and the "
                  "classifier; {} test rows for the ROC-AUC. The dissertation does not give its "
                  "split",
                  count, static_cast<Index>(split.training.size()) - count),
      "PCA's likelihood is that of probabilistic PCA; columns are standardised",
      step_note(run.fair_fit())};
  return result;
}

Experiment real_experiment(const FrmppcaTable& table) {
  std::vector<std::string> figures;
  for (int offset = 0; offset < 4; ++offset) figures.push_back(table.figure(offset));
  return {.id = table.id,
          .title = table.title,
          .paper = kPaper,
          .figures = figures,
          .files = {table.file},
          .run = [table](const ExperimentOptions& options) { return run_real(table, options); }};
}

}  // namespace

std::vector<Experiment> frmppca_experiments() {
  std::vector<Experiment> all;
  int number = 2;
  for (const std::string balance : {"balanced", "unbalanced"}) {
    for (const Index components : {4, 5, 10}) {
      const std::string figure = fmt::format("5.{}", number++);
      const std::string title =
          fmt::format("Three Gaussians, {} groups, {} components", balance, components);
      all.push_back({.id = fmt::format("frmppca-synthetic-{}-{}", balance, components),
                     .title = title,
                     .paper = kPaper,
                     .figures = {figure},
                     .files = {},
                     .run = [=](const ExperimentOptions& options) {
                       return run_synthetic("frmppca-" + balance, components, figure, title,
                                            options);
                     }});
    }
  }
  for (const FrmppcaTable& table : frmppca_tables()) {
    all.push_back(real_experiment(table));
  }
  return all;
}

}  // namespace fairpca
