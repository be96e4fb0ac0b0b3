// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/experiments.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/data_sources.h"
#include "experiments/fairpca/fairpca.h"
#include "experiments/frmppca/frmppca.h"
#include "experiments/mbfpca/mbfpca.h"
#include "experiments/messages.h"
#include "experiments/rfpca/rfpca.h"
#include "fairpca/rows/schema.h"

namespace fairpca {
namespace {

void append(std::vector<Experiment>& all, std::vector<Experiment> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

std::vector<Experiment> all_experiments() {
  std::vector<Experiment> all;
  append(all, {});
  append(all, rfpca_experiments());
  append(all, fairpca_experiments());
  append(all, mbfpca_experiments());
  append(all, frmppca_experiments());
  return all;
}

void add_file(std::vector<std::string>& files, const std::string& file) {
  const bool is_there = std::find(files.begin(), files.end(), file) != files.end();
  if (!file.empty() && !is_there) files.push_back(file);
}

/// All files of an experiment, but for those of studies that are left out.
std::vector<std::string> needed_files(const Experiment& experiment,
                                      const std::vector<std::string>& left_out) {
  std::vector<std::string> files;
  for (const PaperStudy& study : experiment.studies) {
    if (holds_a_word(study.key, left_out)) continue;
    add_file(files, study.file);
    add_file(files, study.splits.file);
  }
  for (const std::string& file : experiment.files) add_file(files, file);
  return files;
}

}  // namespace

const PaperFacts& facts_of(Paper paper) {
  static const PaperFacts facts[] = {
      {"fairpca", "FairPCA",
       "S. Samadi, U. Tantipongpipat, J. Morgenstern, M. Singh, S. Vempala (2018): The Price of "
       "Fair PCA: One Extra Dimension"},
      {"rfpca", "RFPCA",
       "H. Vu, T. Tran, M.-C. Yue, V. A. Nguyen (2022): Distributionally Robust Fair Principal "
       "Components via Geodesic Descents"},
      {"mbfpca", "MbF-PCA",
       "J. Lee, G. Kim, M. Olfat, M. Hasegawa-Johnson, C. D. Yoo (2022): Fast and Efficient "
       "MMD-based Fair PCA via Optimization over Stiefel Manifold",
       "Figure 5 of the paper is a sketch without data, so it has no id here. The cells that Table "
       "1 "
       "highlights (the authors' solver ended at its limit of iterations) are compared as all "
       "others; what "
       "our solvers reach there is in the notes below the tables."},
      {"frmppca", "FR-MPPCA",
       "B. C. Nascimento (2025): A Fair Approach for Mixture of Probabilistic PCA",
       "Log-likelihoods are per row, in the units of the data (docs/methods/mixture-ppca.md). "
       "Every "
       "run is made with three seeds, of the split and of the start: statements show the numbers "
       "of "
       "seed 0 and hold where they do with all three; tables have the means of the three. FR-MPPCA "
       "without a step is that at the step whose worst group is best, so that its gaps are not "
       "those "
       "of the first or last step. MPPCA (full) is the dissertation's: a mixture of five Gaussians "
       "with full covariances, and a PCA in each. MPPCA (same q) is a mixture of five "
       "probabilistic "
       "PCA of the q of FR-MPPCA, which differs from it in the weights of groups alone."}};
  return facts[static_cast<std::size_t>(paper)];
}

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = all_experiments();
  return all;
}

const Experiment& find_experiment(std::string_view id) {
  std::vector<std::string> ids;
  for (const Experiment& experiment : experiments()) {
    if (experiment.id == id) return experiment;
    ids.push_back(experiment.id);
  }
  const std::vector<std::string> nearest = nearest_names(std::string(id), ids);
  const std::string advice = nearest.empty()
                                 ? std::string("ids are like rfpca-table1, or all")
                                 : fmt::format("did you mean {}?", fmt::join(nearest, ", "));
  reject(experiments_message<"experiment-unknown">("name"_is(Quoted{id}), "advice"_is(advice)));
}

std::vector<std::string> files_of(const Experiment& experiment) {
  return needed_files(experiment, {});
}

std::vector<MissingDataSet> missing_data(const std::vector<const Experiment*>& asked,
                                         const std::filesystem::path& folder,
                                         const std::vector<std::string>& left_out) {
  std::vector<std::string> missing;
  for (const Experiment* experiment : asked) {
    for (const std::string& file : needed_files(*experiment, left_out)) {
      if (folder.empty() || !std::filesystem::exists(folder / file)) add_file(missing, file);
    }
  }
  std::vector<MissingDataSet> sets;
  for (const std::string& file : missing) {
    const std::string source = source_of(file);
    auto set = std::find_if(sets.begin(), sets.end(),
                            [&](const MissingDataSet& one) { return one.source == source; });
    if (set == sets.end()) set = sets.insert(sets.end(), {source, {}});
    set->files.push_back(file);
  }
  return sets;
}

void check_left_out(const std::vector<const Experiment*>& asked,
                    const std::vector<std::string>& left_out) {
  std::vector<std::string> keys;
  for (const Experiment* experiment : asked) {
    for (const PaperStudy& study : experiment->studies) add_file(keys, study.key);
  }
  for (const std::string& word : left_out) {
    const bool is_known = std::any_of(keys.begin(), keys.end(), [&word](const std::string& key) {
      return holds_a_word(key, {word});
    });
    if (is_known) continue;
    constexpr std::size_t kMostNamed = 8;
    std::string advice = keys.empty() ? "it has no studies to leave out" : "they are called ";
    for (std::size_t i = 0; i < std::min(keys.size(), kMostNamed); ++i) {
      advice += fmt::format("{}{}", i == 0 ? "" : ", ", keys[i]);
    }
    if (keys.size() > kMostNamed) advice += ", ...";
    reject(experiments_message<"no-study-to-leave-out">("word"_is(word), "advice"_is(advice)));
  }
}

}  // namespace fairpca
