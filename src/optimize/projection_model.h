// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "optimize/projection_curvature.h"
#include "optimize/projection_minimax.h"

namespace fairpca {

/// A frame V with what the matrices say of it.
struct ProjectionPoint {
  Matrix frame;     ///< V, p x d
  Matrix images;    ///< A_1 V, A_2 V, ... side by side
  Vector captured;  ///< (<A_j, VV'>)_j
  CapturedPieces pieces;
  double value = 0;  ///< of the largest piece

  ProjectionPoint() = default;
  ProjectionPoint(const MatrixRefs& matrices,
                  const std::function<CapturedPieces(const Vector&)>& pieces_at, Matrix at);
};

/// A step K along the complement of the frame.
struct ProjectionStep {
  Vector weights;                 ///< of the model's pieces
  Matrix tangent;                 ///< the frame moves to the span of frame + tangent
  Vector captured_change;         ///< of what is captured, to first order
  double predicted_decrease = 0;  ///< of the largest piece, by the model
};

/// The pieces near a frame: linear in the step K, plus the curvature of the projection under given
/// slopes, 2 (lambda_i - mu_j) for the pair of an eigenvector inside and one outside the frame of
/// C = -sum_j slopes_j A_j (docs/methods/many-groups.md).
class ProjectionModel {
 public:
  /// Of all pieces those with the largest values.  The point must outlive the model.
  ProjectionModel(const MatrixRefs& matrices, const ProjectionPoint& point, const Vector& slopes);

  /// Minimises the largest piece with every curvature taken as positive, and `damping` times their
  /// spread added; `correction` is added to what is captured, `start` tells where the weights
  /// were.
  ProjectionStep convex_step(double damping, const Vector& correction, const Vector& start);

  /// The step to the stationary point of the model with its curvatures as they are, the pieces
  /// that have a weight in `weights` being equal there; empty where that is no minimum, where a
  /// weight would be negative, or where no curvature is negative (the convex step is the same).
  std::optional<ProjectionStep> newton_step(const Vector& correction, const Vector& weights);

  /// sum_k weights_k df_k / dv_j.
  Vector mixed_slopes(const Vector& weights) const { return slopes_.transpose() * weights; }
  /// Weights of all pieces of the point, in their order, and of the model's among them; empty
  /// where there are no weights for so many.
  Vector weights_of_all(const Vector& weights) const;
  Vector weights_of_model(const Vector& all) const;

 private:
  ProjectionStep step_from(const Vector& weights, const Vector& coordinates) const;
  Vector corrected(const Vector& correction) const { return values_ + slopes_ * correction; }

  const ProjectionPoint& point_;
  Index all_pieces_ = 0;
  std::vector<Index> chosen_;  ///< pieces of the point
  Vector values_;              ///< theirs
  Matrix slopes_;
  ProjectionCurvature curvature_;
  Matrix gradients_;  ///< df_k / dK, one row of coordinates each
};

}  // namespace fairpca
