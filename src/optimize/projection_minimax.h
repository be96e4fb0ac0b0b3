// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>

#include "fairpca/error.h"
#include "fairpca/optimize/matrix_refs.h"

namespace fairpca {

/// Smooth functions f_1, ..., f_K of what a projection captures, v_j = <A_j, P>, at one v: all of
/// them, or at least those near the largest, in any order.
struct CapturedPieces {
  Vector values;  ///< f_k(v)
  Matrix slopes;  ///< K x m, df_k / dv_j
};

struct ProjectionMinimaxOptions {
  /// Converged when the model of the maximum predicts a decrease of less than tolerance *
  /// max(|value|, scale), scale the largest |v_j df_k / dv_j|.
  double tolerance = 1e-10;
  int max_iterations = 200;
  /// sum_k weights_k df_k / dv_j for weights that may be near those of the minimum: the curvature
  /// of the first step.  Empty: the largest piece's.
  Vector first_slopes = {};
  /// The best of earlier descents, for one of several.  This one is given up where thirty times the
  /// decrease that the model predicts would not bring the value below that of the earlier, and
  /// where it comes near that frame.
  double earlier_value = std::numeric_limits<double>::infinity();
  Matrix earlier_frame = {};
};

struct ProjectionMinimaxResult {
  Matrix frame;     ///< V, p x d
  Vector captured;  ///< (<A_j, VV'>)_j
  double value = std::numeric_limits<double>::infinity();
  Vector weights;  ///< of the pieces: sum_k weights_k grad f_k = 0 at a stationary point
  Vector slopes;   ///< sum_k weights_k df_k / dv_j
  bool converged = false;
  bool met_earlier = false;  ///< given up near the earlier frame, which is better
  int iterations = 0;
};

/// A local minimum of max_k f_k over projections on exactly d dimensions, from `start` (p x d,
/// orthonormal columns).
///
/// Sequential quadratic programming on the Grassmann manifold: each step minimises the maximum of
/// the linearised pieces plus the curvature of the projection under the current weights, which the
/// eigenbases of V'CV and of C on the complement make diagonal; a quadratic program in the weights
/// remains.  Near the minimum curvatures are taken with their signs, and steps corrected to second
/// order, so that the error is squared.  For large p the steps stay in the span of V and the A_j V,
/// which is renewed until it brings nothing more.  The value never rises.
ProjectionMinimaxResult minimize_over_projections(
    const MatrixRefs& matrices, const std::function<CapturedPieces(const Vector&)>& pieces,
    Matrix start, const ProjectionMinimaxOptions& options = {},
    const std::function<Flow()>& observer = {});

}  // namespace fairpca
