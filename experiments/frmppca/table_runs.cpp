// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/table_runs.h"

#include <ctime>

#include <fmt/format.h>

#include "experiments/frmppca/values_file.h"
#include "fairpca/rows/sampled_rows.h"

namespace fairpca {
namespace {

std::unique_ptr<RowSource> rows_of_table(const StudyRuns& runs, const FrmppcaTable& table,
                                         std::uint64_t seed) {
  PaperStudy study{.key = table.key, .file = table.file};
  study.synthetic = table.generator;
  study.synthetic_options.seed = seed;
  study.roles = table.roles;
  std::unique_ptr<RowSource> rows = runs.open(study);
  if (!runs.is_quick() || table.file.empty() || table.quick_rows == 0) return rows;
  return sampled_rows(std::move(rows), SampleSettings{.rows = table.quick_rows});
}

LikelihoodSetting setting_of_run(const StudyRuns& runs, const FrmppcaTable& table,
                                 std::uint64_t seed) {
  LikelihoodSetting setting = table.setting;
  setting.seed = seed;
  if (runs.is_quick()) {
    setting.max_steps = 3;
    setting.max_iterations = 10;
  }
  return setting;
}

MethodValues measured_table(const StudyRuns& runs, const FrmppcaTable& table,
                            const LikelihoodSetting& setting) {
  const std::unique_ptr<RowSource> rows = rows_of_table(runs, table, setting.seed);
  const LikelihoodRun::Pass pass = [&](const std::string& stage) {
    return runs.pass(fmt::format("{}, seed {}: {}", table.key, setting.seed, stage));
  };
  if (table.positive.empty()) {
    LikelihoodRun run(*rows, setting, pass);
    run.add_mixture();
    run.add_fair_mixture(false);
    return run.values();
  }
  const SplitRows split =
      split_rows(*rows, {.seed = setting.seed, .positive = table.positive}, pass("read"));
  AdaptedRows training = training_rows(*rows, split);
  LikelihoodRun run(training, setting, pass);
  run.add_pca();
  run.add_gaussian_mixture();
  run.add_mixture();
  run.add_fair_mixture(true);
  run.measure_classifier(*rows, split);
  return run.values();
}

/// Everything that the numbers depend on besides the data.
std::string setting_words(const LikelihoodSetting& setting, const FrmppcaTable& table,
                          bool is_quick) {
  return fmt::format(
      "K {} q {} step {} steps {} iterations {} standardize {} seed {} rows {} errors",
      setting.components, setting.dimensions, setting.step, setting.max_steps,
      setting.max_iterations, setting.standardize, setting.seed, is_quick ? table.quick_rows : 0);
}

MethodValues values_of_seed(const StudyRuns& runs, const FrmppcaTable& table, std::uint64_t seed) {
  const LikelihoodSetting setting = setting_of_run(runs, table, seed);
  const std::string words = setting_words(setting, table, runs.is_quick());
  const std::filesystem::path file =
      runs.options().folder / "likelihoods" / fmt::format("{}-seed{}.json", table.key, seed);
  if (runs.options().resumes) {
    if (std::optional<MethodValues> values = read_values(words, file)) return *std::move(values);
  }
  if (runs.takes_stored_only()) runs.lacks(table.key);
  const std::clock_t start = std::clock();
  MethodValues values = measured_table(runs, table, setting);
  values.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  write_values(values, words, file);
  return values;
}

}  // namespace

const SeedValues& values_of_table(StudyRuns& runs, const FrmppcaTable& table) {
  return runs.kept<SeedValues>(table.key, [&] {
    SeedValues seeds;
    const std::uint64_t count = runs.is_quick() ? 1 : kLikelihoodSeeds;
    for (std::uint64_t i = 0; i < count; ++i) {
      seeds.push_back(values_of_seed(runs, table, runs.options().seed + i));
      runs.add_seconds(seeds.back().seconds);
    }
    return seeds;
  });
}

}  // namespace fairpca
