// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fairpca/model/model.h"
#include "fairpca/moments/prepared_moments.h"
#include "fairpca/spectral/top_eigenpairs.h"

namespace fairpca {

struct GroupEvaluation {
  std::string name;
  std::vector<std::pair<std::string, std::string>> levels;
  Index rows = 0;
  double reconstruction_error = 0;
  double loss = 0;              ///< sigma_d(M_g) - <P, M_g>, M_g of these rows about the model's mean
  double explained_variance_ratio = 0;
};

struct Evaluation {
  Index rows = 0;
  double reconstruction_error = 0;
  double explained_variance_ratio = 0;
  double gap = 0;  ///< largest difference between two groups' errors
  std::vector<GroupEvaluation> groups;
};

/// Measures `model` on rows given by their moments (encoded as the model encodes).
/// Per-group errors about the group's own mean under Center::kGroup.
Evaluation evaluate(const Model& model, const GroupMoments& moments,
                    const std::vector<Group>& groups, Center center, SpectralSolver& spectral);

}  // namespace fairpca
