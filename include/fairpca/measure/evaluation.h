// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/matrix.h"
#include "fairpca/measure/drift.h"
#include "fairpca/measure/measures.h"
#include "fairpca/message.h"

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
  std::optional<double> log_likelihood = {};  ///< mean ln p(x), of probabilistic models
};

/// What was measured of a model on rows; numbers per row, in the model's scaled space.
struct Evaluation {
  Index rows = 0;
  Index overall_rows = 0;  ///< the rows that overall numbers are of
  double reconstruction_error = std::numeric_limits<double>::quiet_NaN();
  double explained_variance_ratio = std::numeric_limits<double>::quiet_NaN();
  /// Largest difference between the errors of two published groups of one attribute; NaN where
  /// hidden groups leave none.
  double gap = 0;
  std::optional<double> log_likelihood = {};  ///< mean ln p(x), of probabilistic models
  std::vector<GroupEvaluation> groups;
  std::vector<MeasuredValue> measures;  ///< all that were asked for, in the order of the registry
  std::vector<FeatureValue> features;   ///< communalities, where asked for
  Drift drift = {};                     ///< since the fit
  std::vector<Message> notes;           ///< what was left out or settled
  std::vector<Message> warnings;        ///< of small groups
};

}  // namespace fairpca
