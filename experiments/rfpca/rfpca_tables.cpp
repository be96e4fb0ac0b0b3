// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca_tables.h"

#include <cmath>

#include <fmt/format.h>

#include "experiments/rfpca/rfpca_numbers.h"
#include "experiments/rfpca/rfpca_reasons.h"
#include "experiments/rfpca/rfpca_scores.h"
#include "experiments/rfpca/rfpca_table_claims.h"

namespace fairpca {
namespace {

/// A measure of Tables 1 and 3.
struct ErrorColumn {
  std::string title, suffix, measure;
};
const std::vector<ErrorColumn>& error_columns() {
  static const std::vector<ErrorColumn> columns = {{"ABDiff", "abdiff", "gap_training_group"},
                                                   {"ARE", "are", "reconstruction_error"}};
  return columns;
}

ComparedCell compared_cell(StudyRuns& runs, const RfpcaSet& set, const RfpcaMethod& method,
                           const std::string& measure, MeasuredRows rows) {
  ComparedCell cell{.row = set.title, .method = method.title, .measure = {}};
  const bool is_tuned_itself = method.column == "rfpca" && set.has_whole_grid;
  const std::string own = is_tuned_itself ? fmt::format("{}-grid", method.own) : method.own;
  cell.own = rfpca_mean(runs, set, method, own, measure, rows);
  cell.ours = rfpca_mean(runs, set, method, method.ours, measure, rows);
  return cell;
}

void put_published(ComparedCell& cell, const PublishedTable& published, const std::string& column) {
  const std::size_t row = published.find({{"dataset", cell.row}});
  cell.published.mean = published.number(row, column);
  if (std::isfinite(cell.published.mean)) cell.digits = published.digits(row, column);
}

/// Of RFPCA's settings; of no use to other methods.
SettingRange range_for(StudyRuns& runs, const RfpcaSet& set, const RfpcaMethod& method,
                       const ErrorColumn& column, MeasuredRows rows) {
  if (method.column != "rfpca" || set.is_faces()) return {};
  return setting_range(runs, set, column.measure, rows);
}

/// Table 1 of test rows, Table 3 of training rows.
ExperimentResult present_errors(StudyRuns& runs, const RfpcaErrorTable& table) {
  const PublishedTable published(runs.data_file(table.file));
  ExperimentResult result;
  ComparedTable& compared = result.tables.emplace_back();
  compared.id = table.id;
  compared.title = table.title;
  ErrorMeans means;
  const std::vector<RfpcaSet> sets = sets_run(runs);
  for (const RfpcaSet& set : sets) {
    for (auto* of : {&means.printed, &means.here, &means.as_run}) {
      of->push_back({.gap = {}, .error = {}, .set = set.title});
    }
    for (const RfpcaMethod& method : rfpca_methods()) {
      for (const ErrorColumn& column : error_columns()) {
        ComparedCell cell = compared_cell(runs, set, method, column.measure, table.rows);
        cell.measure = column.title;
        put_published(cell, published, fmt::format("{}_{}", method.column, column.suffix));
        cell.reason =
            reason_of(cell, set, method, range_for(runs, set, method, column, table.rows));
        const auto part = column.suffix == "abdiff" ? &SetMeans::gap : &SetMeans::error;
        const bool is_constrained = method.column.starts_with("cfpca");
        (means.printed.back().*part).push_back(cell.published.mean);
        (means.here.back().*part).push_back(cell.ours.mean);
        (means.as_run.back().*part).push_back(is_constrained ? cell.own.mean : cell.ours.mean);
        compared.cells.push_back(std::move(cell));
      }
    }
  }
  compared.notes = rfpca_table_notes();
  result.claims = error_claims(table, means);
  const std::vector<Claim> solver = solver_claims(runs, sets, table.rows);
  result.claims.insert(result.claims.end(), solver.begin(), solver.end());
  return result;
}

ExperimentResult present_unfairness(StudyRuns& runs) {
  const PublishedTable published(
      runs.data_file("published_results/rfpca_table4_deltaF_linear.csv"));
  ExperimentResult result;
  ComparedTable& compared = result.tables.emplace_back();
  compared.id = "rfpca-table4";
  compared.title = "The largest difference that a linear machine makes, test rows";
  std::vector<std::vector<double>> printed, here;
  for (const RfpcaSet& set : sets_run(runs)) {
    if (set.is_faces()) continue;
    auto& printed_values = printed.emplace_back();
    auto& values = here.emplace_back();
    for (const RfpcaMethod& method : rfpca_methods()) {
      ComparedCell cell =
          compared_cell(runs, set, method, kScoredRowsUnfairness, MeasuredRows::kTest);
      cell.measure = "fitted to the scored rows";
      put_published(cell, published, method.column);
      cell.reason = unfairness_reason(cell, set, method);
      printed_values.push_back(cell.published.mean);
      values.push_back(cell.ours.mean);
      compared.cells.push_back(std::move(cell));
      ComparedCell honest =
          compared_cell(runs, set, method, "linear_unfairness", MeasuredRows::kTest);
      honest.measure = "fitted to training rows";
      compared.cells.push_back(std::move(honest));
    }
  }
  compared.notes = unfairness_notes();
  result.claims = unfairness_claims(printed, here);
  return result;
}

std::vector<PaperStudy> table_studies(bool has_faces) {
  std::vector<PaperStudy> studies;
  for (const RfpcaSet& set : rfpca_sets()) {
    if (set.is_faces() && !has_faces) continue;
    studies.push_back(rfpca_tables_study(set));
    studies.push_back(rfpca_tables_fairpca_study(set));
    if (has_faces && !set.is_faces()) studies.push_back(rfpca_settings_study(set));
  }
  return studies;
}

Experiment error_experiment(const RfpcaErrorTable& table, const std::string& number) {
  return {.id = table.id,
          .paper = Paper::kRfpca,
          .number = number,
          .title = table.title,
          .studies = table_studies(true),
          .files = {table.file},
          .present = [table](StudyRuns& runs) { return present_errors(runs, table); }};
}

}  // namespace

std::vector<Experiment> rfpca_table_experiments() {
  const RfpcaErrorTable test{.id = "rfpca-table1",
                             .title = "Errors of test rows, 15 data sets, d = 3",
                             .file = "published_results/rfpca_table1_out_of_sample.csv",
                             .rows = MeasuredRows::kTest};
  const RfpcaErrorTable train{.id = "rfpca-table3",
                              .title = "Errors of training rows, 15 data sets, d = 3",
                              .file = "published_results/rfpca_table3_in_sample.csv",
                              .rows = MeasuredRows::kTrain};
  Experiment unfairness{.id = "rfpca-table4",
                        .paper = Paper::kRfpca,
                        .number = "Table 4",
                        .title = "Linear unfairness of test rows, 14 data sets, d = 3",
                        .studies = table_studies(false),
                        .files = {"published_results/rfpca_table4_deltaF_linear.csv"},
                        .present = present_unfairness};
  return {error_experiment(test, "Table 1"), error_experiment(train, "Table 3"), unfairness};
}

}  // namespace fairpca
