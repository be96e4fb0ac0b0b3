// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment.h"
#include "experiments/rfpca/rfpca_numbers.h"

namespace fairpca {

/// Table 1 or 3.
struct RfpcaErrorTable {
  std::string id, title;
  std::string file;  ///< its published numbers
  MeasuredRows rows = MeasuredRows::kTest;
};

/// Means of all sets as they were printed, as they are here, and as they are here with CFPCA as
/// the authors' program ran it.
struct ErrorMeans {
  std::vector<SetMeans> printed = {}, here = {}, as_run = {};
};

/// How often RFPCA is said to be best, by the printed numbers and by ours.
std::vector<Claim> error_claims(const RfpcaErrorTable& table, const ErrorMeans& means);

/// The exact optimum against those of the papers' algorithms (with Table 1 alone, as it is of
/// training rows in both), and the descent tuned over its whole grid.
std::vector<Claim> solver_claims(StudyRuns& runs, const std::vector<RfpcaSet>& sets,
                                 MeasuredRows rows);

/// Rows are sets, columns the methods of rfpca_methods().
std::vector<Claim> unfairness_claims(const std::vector<std::vector<double>>& printed,
                                     const std::vector<std::vector<double>>& here);
std::vector<std::string> unfairness_notes();

}  // namespace fairpca
