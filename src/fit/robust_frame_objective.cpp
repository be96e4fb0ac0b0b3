// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust_frame_objective.h"

#include <algorithm>

#include "fit/robust_pieces.h"

namespace fairpca {

Vector RobustFrameObjective::errors(const Matrix& point) const {
  Vector result(problem_.shares.size());
  for (Index g = 0; g < result.size(); ++g) {
    const Matrix& moment = problem_.second_moments[static_cast<std::size_t>(g)];
    const double inner = point.cwiseProduct(moment * point).sum();
    result(g) = std::max(frame_ == Frame::kKept ? moment.trace() - inner : inner, 0.0);
  }
  return result;
}

double RobustFrameObjective::value(const Matrix& point) const {
  return robust_objective(problem_, errors(point));
}

Matrix RobustFrameObjective::gradient(const Matrix& point) const {
  Matrix result;
  value_and_gradient(point, result);
  return result;
}

double RobustFrameObjective::value_and_gradient(const Matrix& point,
                                                Matrix& gradient_at_point) const {
  const Index groups = problem_.shares.size();
  std::vector<Matrix> images;
  Vector at(groups);
  for (Index g = 0; g < groups; ++g) {
    const Matrix& moment = problem_.second_moments[static_cast<std::size_t>(g)];
    images.push_back(moment * point);
    const double inner = point.cwiseProduct(images.back()).sum();
    at(g) = std::max(frame_ == Frame::kKept ? moment.trace() - inner : inner, 0.0);
  }
  const RobustPieces pieces = robust_pieces(problem_, at);
  Index worst = 0;
  const double value = pieces.values.maxCoeff(&worst);
  const double sign = frame_ == Frame::kKept ? -2 : 2;
  gradient_at_point = Matrix::Zero(point.rows(), point.cols());
  for (Index g = 0; g < groups; ++g) {
    gradient_at_point += sign * pieces.slopes(worst, g) * images[static_cast<std::size_t>(g)];
  }
  return value;
}

Matrix robust_pca_frame(const RobustProblem& problem, Index d, SpectralSolver& spectral) {
  const Index p = problem.second_moments.front().get().rows();
  Matrix total = Matrix::Zero(p, p);
  for (Index g = 0; g < problem.shares.size(); ++g) {
    total += problem.shares(g) * problem.second_moments[static_cast<std::size_t>(g)].get();
  }
  return spectral.estimate(total, d).vectors;
}

}  // namespace fairpca
