// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/measure/row_scores.h"
#include "fairpca/message.h"
#include "fairpca/model/model.h"
#include "fairpca/moments/prepared_moments.h"
#include "fairpca/spectral/top_eigenpairs.h"

namespace fairpca {

/// One group of the evaluated rows; the numbers of a hidden group are NaN.
struct GroupEvaluation {
  std::string name;
  std::vector<std::pair<std::string, std::string>> levels;
  Index rows = 0;
  double reconstruction_error = std::numeric_limits<double>::quiet_NaN();
  /// sigma_d(M_g) - <P, M_g>: what the group loses against its own PCA.  M_g is of these rows about
  /// the model's mean, d the model's requested dimension.
  double loss = std::numeric_limits<double>::quiet_NaN();
  /// <P', M_g> - <P, M_g>, P' the PCA of the rows of all published groups to d dimensions: what the
  /// group loses against being treated like everybody.  Negative where the model serves it better.
  double loss_overall = std::numeric_limits<double>::quiet_NaN();
  /// 1 - error / tr M_g; NaN when tr M_g = 0
  double explained_variance_ratio = std::numeric_limits<double>::quiet_NaN();
  std::optional<double> log_likelihood = {};  ///< mean ln p(x), where rows were scored
};

/// How well a model reconstructs rows; all numbers per row, in the model's scaled space.
struct Evaluation {
  Index rows = 0;
  Index overall_rows = 0;  ///< the rows that overall numbers are of
  double reconstruction_error = std::numeric_limits<double>::quiet_NaN();
  double explained_variance_ratio = std::numeric_limits<double>::quiet_NaN();
  /// Largest difference between the errors of two published groups of one attribute; NaN where
  /// hidden groups leave none.
  double gap = 0;
  std::optional<double> log_likelihood = {};  ///< mean ln p(x), where rows were scored
  std::vector<GroupEvaluation> groups;
  std::vector<Message> warnings;  ///< of small groups
};

/// Measures `model` on rows given by their moments (encoded as the model encodes).
/// Per-group numbers are about the group's own mean under Center::kGroup; overall ones never.
/// What may be published (docs/methods/small-groups.md): groups with fewer than `min_group_size`
/// rows are hidden.  One eigen-solve, and one per published group.  Throws InvalidArgument when the
/// moments have no rows or are encoded otherwise; a mixture also needs `scores`, and
/// Center::kOverall.
Evaluation evaluate(const Model& model, const GroupMoments& moments,
                    const std::vector<Group>& groups, Center center, SpectralSolver& spectral,
                    const RowScores* scores = nullptr, Index min_group_size = 10);

}  // namespace fairpca
