// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/likelihood_tables.h"

#include <functional>

#include <fmt/format.h>

#include "experiments/frmppca/likelihood_run.h"
#include "experiments/study_values.h"
#include "text/counted.h"

namespace fairpca {
namespace {

using NumberOfMethod = std::function<double(const MethodValues::Entry&)>;

MeanValue over_seeds(const SeedValues& seeds, const std::string& method,
                     const NumberOfMethod& number) {
  std::vector<double> numbers;
  for (const MethodValues& values : seeds) numbers.push_back(number(values.entry(method)));
  return mean_of(numbers);
}

/// A line of cells: one per method, the Gaussian mixture beside our MPPCA.
void add_cells(ComparedTable& table, const SeedValues& seeds, const std::string& row,
               const std::string& measure, bool is_higher_better, const NumberOfMethod& number) {
  for (const MethodValues::Entry& entry : seeds.front().methods) {
    if (entry.method == kGaussianMixture) continue;
    ComparedCell cell{.row = row, .method = entry.method, .measure = measure};
    cell.ours = over_seeds(seeds, entry.method, number);
    cell.is_higher_better = is_higher_better;
    if (entry.method == kMixture && seeds.front().has(kGaussianMixture)) {
      cell.own = over_seeds(seeds, kGaussianMixture, number);
    }
    table.cells.push_back(std::move(cell));
  }
}

std::vector<std::string> notes_of_means(const SeedValues& seeds) {
  std::string note =
      fmt::format("Means over {}, with their deviations", counted(seeds.size(), "seed", "seeds"));
  if (seeds.front().has(kGaussianMixture)) {
    note += fmt::format(". In the lines of MPPCA the paper's algorithm is {}, our solver {}",
                        shown_method(kGaussianMixture), shown_method(kMixture));
  }
  return {std::move(note)};
}

struct DecisionMeasure {
  const char* key;   ///< id and statistic
  const char* name;  ///< as in section 1.1
};
constexpr DecisionMeasure kDecisionMeasures[] = {
    {"demographic_parity_difference/signed_difference", "statistical parity difference"},
    {"demographic_parity_difference/value", "largest difference of selection rates"},
    {"average_odds_difference/value", "average odds difference"},
    {"average_absolute_odds_difference/value", "average absolute odds difference"},
    {"accuracy/difference", "difference of accuracies (overall accuracy equality)"},
    {"accuracy/value", "accuracy"}};

}  // namespace

ComparedTable measure_table(const SeedValues& seeds, LikelihoodMeasure measure,
                            const std::string& id, const std::string& title) {
  ComparedTable table{.id = id, .title = title};
  const std::string label = label_of(measure);
  const bool is_higher_better = measure != LikelihoodMeasure::kError;
  add_cells(table, seeds, "all rows", label, is_higher_better,
            [=](const MethodValues::Entry& entry) { return entry.values[measure].overall; });
  for (std::size_t g = 0; g < seeds.front().groups.size(); ++g) {
    add_cells(table, seeds, seeds.front().groups[g], label, is_higher_better,
              [=](const MethodValues::Entry& entry) { return entry.values[measure].groups.at(g); });
  }
  add_cells(table, seeds, "gap", fmt::format("gap of the {}", label), false,
            [=](const MethodValues::Entry& entry) { return entry.values[measure].gap(); });
  table.notes = notes_of_means(seeds);
  return table;
}

void put_published(const PublishedGroupValue& value, ComparedTable& table) {
  for (ComparedCell& cell : table.cells) {
    if (cell.row != value.group || cell.method != value.method) continue;
    cell.published.mean = value.value;
    cell.digits = value.digits;
    cell.reason = "read off a drawing (\"approximately\"); its split and seed are not given";
  }
}

ComparedTable decision_table(const SeedValues& seeds, const std::string& id,
                             const std::string& title) {
  ComparedTable table{.id = id, .title = title};
  for (const DecisionMeasure& measure : kDecisionMeasures) {
    const std::string key = measure.key;
    if (!seeds.front().searched().decisions.contains(key)) continue;  // signed: two groups alone
    add_cells(table, seeds, measure.name, measure.name, key == "accuracy/value",
              [key](const MethodValues::Entry& entry) { return entry.decisions.at(key); });
  }
  table.notes = notes_of_means(seeds);
  return table;
}

}  // namespace fairpca
