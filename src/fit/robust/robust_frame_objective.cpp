// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_frame_objective.h"

#include <algorithm>

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
  const RobustTerms terms = robust_terms(problem_, errors(point));
  return pairs_.sum(terms, pairs_.largest(terms, 1).front());
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
  const RobustTerms terms = robust_terms(problem_, at);
  const RobustPiece worst = pairs_.largest(terms, 1).front();
  const Vector slopes = pairs_.row(robust_term_slopes(problem_, at), worst);
  const double sign = frame_ == Frame::kKept ? -2 : 2;
  gradient_at_point = Matrix::Zero(point.rows(), point.cols());
  for (Index g = 0; g < groups; ++g) {
    gradient_at_point += sign * slopes(g) * images[static_cast<std::size_t>(g)];
  }
  return pairs_.sum(terms, worst);
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
