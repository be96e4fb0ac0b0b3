// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/rfpca/rfpca_studies.h"
#include "experiments/study_runs.h"
#include "experiments/study_values.h"

namespace fairpca {

/// A column of the paper's Tables 1, 3 and 4.
struct RfpcaMethod {
  std::string title;
  std::string column;             ///< of the published tables
  std::string own;                ///< arm of the paper's own algorithm; empty: none
  std::string ours;               ///< arm of our default solver
  bool is_group_centred = false;  ///< of rfpca_tables_fairpca_study()
};

/// RFPCA, FairPCA, CFPCA with the mean constraint, CFPCA with both.
const std::vector<RfpcaMethod>& rfpca_methods();

/// The sets whose studies were not left out.
std::vector<RfpcaSet> sets_run(const StudyRuns& runs);

/// Mean over the ten splits of what an arm of a method has; none: no number.
MeanValue rfpca_mean(StudyRuns& runs, const RfpcaSet& set, const RfpcaMethod& method,
                     const std::string& arm, const std::string& measure, MeasuredRows rows);

/// Least and largest mean over the splits that RFPCA's exact optima can have, whatever setting of
/// the grid is chosen in each split.
struct SettingRange {
  double least = 0, largest = 0;
  bool contains(double value) const { return least <= value && value <= largest; }
};
SettingRange setting_range(StudyRuns& runs, const RfpcaSet& set, const std::string& measure,
                           MeasuredRows rows);

/// How often a method is lowest.
struct LowestCounts {
  int gap = 0, error = 0, both = 0, sets = 0;
};

/// Means of all methods (in the order of rfpca_methods()) on one set.
struct SetMeans {
  std::vector<double> gap, error;
  std::string set = {};  ///< its title
};
/// Of the method of this number, from 0.
LowestCounts lowest_counts(const std::vector<SetMeans>& sets, std::size_t method = 0);

/// Of all splits: whether the exact search ended lower, alike or higher than the paper's algorithm.
struct ObjectiveCounts {
  int lower = 0, equal = 0, higher = 0;
  double largest_gain = 0;  ///< relative

  int splits() const { return lower + equal + higher; }
  /// Adds the splits of a study; arms in two solvers of one problem at one setting.
  void add(StudyRuns& runs, const PaperStudy& study, const std::string& exact,
           const std::string& own);
};

}  // namespace fairpca
