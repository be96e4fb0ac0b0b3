// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/frmppca.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "experiments/frmppca/data_figure.h"
#include "experiments/frmppca/likelihood_tables.h"
#include "experiments/frmppca/step_figure.h"
#include "experiments/frmppca/table_runs.h"
#include "experiments/study_values.h"

namespace fairpca {
namespace {

/// Behind the id of a figure: of the table beside it, whose file is another.
constexpr const char* kNumbers = "-numbers";

std::string figure_id(int number) {
  return fmt::format("frmppca-figure5.{}", number);
}

void add_claims_of_figure(const FrmppcaTable& table, const SeedValues& seeds, int figure,
                          ExperimentResult& result) {
  for (const LikelihoodClaim& claim : table.claims) {
    if (claim.figure != figure) continue;
    result.claims.push_back(judged_claim(claim, seeds));
    result.claims.back().is_ours = table.key == kSixRacesKey;
  }
}

std::string search_note(const FrmppcaTable& table, const MethodValues& values) {
  return fmt::format(
      "{}: FR-MPPCA at the step with the largest worst group; seed 0 makes {} fits "
      "of {} EM iterations together, {}",
      table.title, values.steps.size(), values.em_iterations, values.status);
}

std::vector<std::string> notes_of_table(const FrmppcaTable& table, const MethodValues& values) {
  if (table.positive.empty()) {
    return {fmt::format("{} rows of `fairpca synth {}`; q = 2, which the dissertation does not "
                        "give",
                        values.training_rows, table.generator),
            search_note(table, values)};
  }
  return {
      fmt::format("{}: {} training rows, 70 % of each group, for likelihoods, errors and the "
                  "classifier; {} test rows for the ROC-AUC and the decisions. The dissertation "
                  "does not give its split",
                  table.title, values.training_rows, values.test_rows),
      "PCA's likelihood is that of probabilistic PCA; columns are standardised",
      search_note(table, values)};
}

/// Whether groups of unequal size end where groups of equal size do.
Claim final_values_claim(StudyRuns& runs, const FrmppcaTable& table) {
  const FrmppcaTable balanced =
      three_gaussians(true, table.setting.components, table.first_figure - 3);
  const auto final_mean = [&](const FrmppcaTable& of_table) {
    std::vector<double> ends;
    for (const MethodValues& values : values_of_table(runs, of_table)) {
      ends.push_back(values.steps.back()[LikelihoodMeasure::kLogLikelihood].overall);
    }
    return mean_of(ends);
  };
  const MeanValue equal = final_mean(balanced), unequal = final_mean(table);
  const double difference = unequal.mean - equal.mean;
  return {.paper = "the final log-likelihoods are similar with balanced and unbalanced groups",
          .here = fmt::format("log-likelihood of all rows at the last step, mean over the seeds: "
                              "balanced {:.3f} (deviation {:.3f}), unbalanced {:.3f} ({:.3f})",
                              equal.mean, equal.deviation, unequal.mean, unequal.deviation),
          .holds = !(std::abs(difference) > 2 * std::max(equal.deviation, unequal.deviation)),
          .threshold = "two deviations over the seeds"};
}

ExperimentResult present_gaussians(StudyRuns& runs, const FrmppcaTable& table) {
  const SeedValues& seeds = values_of_table(runs, table);
  const std::string id = figure_id(table.first_figure);
  ExperimentResult result;
  result.figures = {steps_of_groups(seeds, LikelihoodMeasure::kLogLikelihood, id, table.title)};
  result.tables = {
      measure_table(seeds, LikelihoodMeasure::kLogLikelihood, id + kNumbers, table.title)};
  add_claims_of_figure(table, seeds, table.first_figure, result);
  if (table.generator == "frmppca-unbalanced") {
    result.claims.push_back(final_values_claim(runs, table));
  }
  result.notes = notes_of_table(table, seeds.front());
  return result;
}

/// The measure of each of the four figures of a data set; the first shows the groups alone.
struct FigureKind {
  LikelihoodMeasure measure;
  bool has_methods;
  const char* title;
};
constexpr FigureKind kFigureKinds[] = {
    {LikelihoodMeasure::kLogLikelihood, false, "Log-likelihood of groups under FR-MPPCA"},
    {LikelihoodMeasure::kLogLikelihood, true, "Log-likelihood"},
    {LikelihoodMeasure::kError, true, "Reconstruction error"},
    {LikelihoodMeasure::kAuc, true, "ROC-AUC"}};

/// What one data set adds to a figure; `suffix` tells several apart.
void add_table_to_figure(StudyRuns& runs, const FrmppcaTable& table, std::size_t offset,
                         const std::string& suffix, ExperimentResult& result) {
  const SeedValues& seeds = values_of_table(runs, table);
  const FigureKind& kind = kFigureKinds[offset];
  const int number = table.first_figure + static_cast<int>(offset);
  const std::string id = figure_id(number) + suffix;
  const std::string title = fmt::format("{}, {}", kind.title, table.title);
  result.figures.push_back(kind.has_methods ? steps_of_methods(seeds, kind.measure, id, title)
                                            : steps_of_groups(seeds, kind.measure, id, title));
  if (kind.has_methods) {
    result.tables.push_back(measure_table(seeds, kind.measure, id + kNumbers, title));
    for (const PublishedGroupValue& value : table.published) {
      if (value.figure == number) put_published(value, result.tables.back());
    }
  }
  if (kind.measure == LikelihoodMeasure::kAuc) {
    result.tables.push_back(
        decision_table(seeds, id + "-decisions",
                       fmt::format("Decisions of the logistic regression, {}", table.title)));
  }
  add_claims_of_figure(table, seeds, number, result);
  for (std::string& note : notes_of_table(table, seeds.front())) {
    result.notes.push_back(std::move(note));
  }
}

Experiment real_experiment(const std::vector<FrmppcaTable>& tables, std::size_t offset) {
  const FrmppcaTable& first = tables.front();
  const int number = first.first_figure + static_cast<int>(offset);
  Experiment experiment;
  experiment.id = figure_id(number);
  experiment.paper = Paper::kFrMppca;
  experiment.number = fmt::format("Figure 5.{}", number);
  experiment.title = fmt::format("{}, {}", kFigureKinds[offset].title, first.title);
  for (const FrmppcaTable& table : tables) experiment.files.push_back(table.file);
  experiment.present = [tables, offset](StudyRuns& runs) {
    ExperimentResult result;
    for (const FrmppcaTable& table : tables) {
      const std::string suffix = &table == &tables.front() ? "" : "-six-races";
      add_table_to_figure(runs, table, offset, suffix, result);
    }
    return result;
  };
  return experiment;
}

Experiment gaussians_experiment(const FrmppcaTable& table) {
  return {.id = figure_id(table.first_figure),
          .paper = Paper::kFrMppca,
          .number = fmt::format("Figure 5.{}", table.first_figure),
          .title = table.title,
          .present = [table](StudyRuns& runs) { return present_gaussians(runs, table); }};
}

}  // namespace

std::vector<Experiment> frmppca_experiments() {
  std::vector<Experiment> all;
  all.push_back({.id = figure_id(1),
                 .paper = Paper::kFrMppca,
                 .number = "Figure 5.1",
                 .title = "The rows drawn from three Gaussians",
                 .present = present_three_gaussians});
  int number = 2;
  for (const bool is_balanced : {true, false}) {
    for (const Index components : {4, 5, 10}) {
      all.push_back(gaussians_experiment(three_gaussians(is_balanced, components, number++)));
    }
  }
  for (const FrmppcaTable& table : frmppca_tables()) {
    std::vector<FrmppcaTable> tables{table};
    if (table.key == "frmppca-compas") tables.push_back(compas_of_six_races());
    for (std::size_t offset = 0; offset < std::size(kFigureKinds); ++offset) {
      all.push_back(real_experiment(tables, offset));
    }
  }
  return all;
}

}  // namespace fairpca
