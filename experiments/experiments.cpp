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
       "MMD-based Fair PCA via Optimization over Stiefel Manifold"},
      {"frmppca", "FR-MPPCA",
       "B. C. Nascimento (2025): A Fair Approach for Mixture of Probabilistic PCA"}};
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
  std::vector<std::string> files;
  for (const PaperStudy& study : experiment.studies) {
    add_file(files, study.file);
    add_file(files, study.splits.file);
  }
  for (const std::string& file : experiment.files) add_file(files, file);
  return files;
}

void check_files(const std::vector<const Experiment*>& asked, const std::filesystem::path& folder) {
  std::vector<std::string> missing, who;
  for (const Experiment* experiment : asked) {
    const std::size_t before = missing.size();
    for (const std::string& file : files_of(*experiment)) {
      if (folder.empty() || !std::filesystem::exists(folder / file)) add_file(missing, file);
    }
    if (missing.size() > before) who.push_back(experiment->id);
  }
  if (missing.empty()) return;
  constexpr std::size_t kMostNamed = 12;
  const std::size_t named = std::min(missing.size(), kMostNamed);
  std::string files;
  for (std::size_t i = 0; i < named; ++i) {
    files += fmt::format("\n  {}: {}", missing[i], source_of(missing[i]));
  }
  if (missing.size() > named) files += fmt::format("\n  and {} more", missing.size() - named);
  reject(experiments_message<"data-folder-missing">(
      "experiment"_is(who.size() == 1 ? who.front() : fmt::format("{} and others", who.front())),
      "files"_is(files)));
}

}  // namespace fairpca
