// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/corrected_problem.h"

#include <utility>

namespace fairpca {

CorrectedProblem::CorrectedProblem(const MmdProblem& sample, const MmdProblem& all,
                                   const Matrix& point)
    : sample_(sample), point_(point) {
  Vector of_all, of_sample;
  all.values(point, of_all, true);
  sample.values(point, of_sample, true);
  shifts_ = of_all - of_sample;
  for (Index j = 0; j < constraints(); ++j) {
    const Vector one = Vector::Unit(constraints(), j);
    Matrix difference = all.gradient(point, one) - sample.gradient(point, one);
    difference -= point * (point.transpose() * difference);
    directions_.push_back(std::move(difference));
  }
}

double CorrectedProblem::values(const Matrix& point, Vector& constraints, bool keep) const {
  const double value = sample_.values(point, constraints, keep);
  constraints += shifts_;
  const Matrix turned = point.transpose() * point_;
  for (Index j = 0; j < constraints.size(); ++j) {
    const Matrix moved = point.transpose() * directions_[static_cast<std::size_t>(j)];
    constraints(j) += moved.cwiseProduct(turned).sum();
  }
  return value;
}

Matrix CorrectedProblem::gradient(const Matrix& point, const Vector& weights) const {
  Matrix direction = Matrix::Zero(point_.rows(), point_.cols());
  for (Index j = 0; j < weights.size(); ++j) {
    direction += weights(j) * directions_[static_cast<std::size_t>(j)];
  }
  return sample_.gradient(point, weights) + direction * (point_.transpose() * point) +
         point_ * (direction.transpose() * point);
}

}  // namespace fairpca
