// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "experiments/study_runs.h"

namespace fairpca {

/// Errors and losses of groups A and B about their own means.
struct GroupLosses {
  std::array<double, 2> error = {}, loss = {};
};

/// What the stored replication of FairPCA has for one d, computed here.
struct ReplicatedLine {
  Index d = 0;
  GroupLosses pca, fair;  ///< fair: our exact solution
  GroupLosses
      weights_of_error;  ///< multiplicative weights as in the authors' main_re: eta 20 / d, T 5
  GroupLosses weights_of_loss;  ///< and in their main_loss: eta 1, T 10
};

enum class Replicated { kLfw, kCredit };

/// Computed on the data of the replication (mhli971/Fair-PCA): LFW, d = 1 to 20; Credit with all 22
/// columns, d = 1 to 22.  Once in these runs.
const std::vector<ReplicatedLine>& replicated_lines(StudyRuns& runs, Replicated data);

/// The file of the data.
std::string replicated_file(Replicated data);
/// Stored tables of the replication, below the data folder: of errors and of losses.
std::string stored_errors_file(Replicated data);
std::string stored_losses_file(Replicated data);

}  // namespace fairpca
