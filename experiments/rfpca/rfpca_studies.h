// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/paper_study.h"

namespace fairpca {

/// A data set of the paper's Table 2.
struct RfpcaSet {
  std::string title;        ///< as the tables have it
  std::string name;         ///< of its studies: `default-credit`
  std::string file;         ///< below the data folder
  std::string splits = {};  ///< ten columns; empty: none are known (LFW)
  Index features = 0;
  bool has_whole_grid = false;  ///< the descent is also tuned by itself, over the whole grid

  bool is_faces() const { return splits.empty(); }
};

/// In the order of the tables, LFW last.
const std::vector<RfpcaSet>& rfpca_sets();
const RfpcaSet& rfpca_set(const std::string& name);

/// Ten splits, d = 3: PCA, RFPCA, CFPCA, on second moments about the overall mean.
PaperStudy rfpca_tables_study(const RfpcaSet& set);

/// The same splits: FairPCA on second moments about the groups' own means, as the program behind
/// the published columns has it.
PaperStudy rfpca_tables_fairpca_study(const RfpcaSet& set);

/// The same splits: one arm `rfpca-1`, `rfpca-2`, ... for each setting of rfpca_grid().
PaperStudy rfpca_settings_study(const RfpcaSet& set);

/// Equal halves, five times, d = 2, 4, ..., 20 below p.
PaperStudy rfpca_dimensions_study(const RfpcaSet& set);
PaperStudy rfpca_dimensions_fairpca_study(const RfpcaSet& set);

/// All rows, d = 3, one arm for each setting.
PaperStudy rfpca_pareto_study(const RfpcaSet& set);
PaperStudy rfpca_pareto_fairpca_study(const RfpcaSet& set);
/// The paper's own algorithm from starts that `run`, from 1, draws.
PaperStudy rfpca_pareto_run_study(const RfpcaSet& set, int run);
inline constexpr int kParetoRuns = 5;

/// Grids of section 5 of the paper.
std::vector<OptionValues> rfpca_grid();
std::vector<OptionValues> eta_grid();
std::vector<OptionValues> delta_grid();

}  // namespace fairpca
