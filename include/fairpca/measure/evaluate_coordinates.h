// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "fairpca/measure/evaluate_rows.h"

namespace fairpca {

/// A model of somebody else: what is known of it.
struct OtherModel {
  std::string name = {};  ///< for messages and reports
  Vector mean = {};  ///< of the columns; empty: that of the training rows, else of those measured
  Matrix components = {};  ///< p x d; empty: not known
};

/// Rows and what the model makes of them; row i of each belongs to row i of `rows`.
struct GivenRows {
  RowSource& rows;  ///< numeric features alone, in the space in which errors are measured
  RowsRef numbers;  ///< n x p, the same features
  /// n x d; nullopt: (x - mean)' components.
  std::optional<RowsRef> coordinates = {};
  /// n x p; nullopt: of orthonormal components mean + components z, otherwise there are none, and
  /// no measure of errors.
  std::optional<RowsRef> reconstructions = {};
};

/// What was measured, and of what model: its components only where they explain the rows.
struct CoordinateEvaluation {
  Model model;
  TimedEvaluation result;
};

/// Measures somebody else's model, of which only coordinates and reconstructions need be known.
///
/// Where the components are orthonormal, and explain the coordinates and reconstructions given to
/// 1e-6, it is measured as one of ours, with standardisation left to whoever fitted it; otherwise
/// errors are those of the rows, and what needs components is left out with a note.  MMD takes its
/// bandwidth by the authors' rule from the training rows, else from those measured: from plain PCA
/// of them where the components are known, otherwise from their coordinates.
/// Throws InvalidArgument for arrays of other shapes, numbers that are not finite, and
/// Center::kGroup without components.
CoordinateEvaluation evaluate_coordinates(const OtherModel& model, const GivenRows& evaluated,
                                          const EvaluateSettings& settings = {},
                                          const GivenRows* training = nullptr);

}  // namespace fairpca
