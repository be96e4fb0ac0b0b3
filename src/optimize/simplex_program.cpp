// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/simplex_program.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "linear_algebra/solve.h"

namespace fairpca {
namespace {

/// Added to the diagonal, beside its largest element: where Q decides nothing, something must.
constexpr double kRidge = 1e-13;

class SimplexSearch {
 public:
  SimplexSearch(const Vector& linear, const Matrix& quadratic, const Vector& start)
      : linear_(linear.array() - linear.maxCoeff()), quadratic_(quadratic) {
    const Index count = linear.size();
    const double size = std::max(quadratic.diagonal().maxCoeff(), -linear_.minCoeff());
    // (sum w)^2 is 1 whatever w is; its matrix keeps the systems from being singular where the
    // best mixture has no curvature.
    quadratic_.array() += size;
    quadratic_.diagonal().array() += kRidge * size;
    rounding_ = 1e-13 * size;
    if (start.size() == count && start.maxCoeff() > 0) {
      weights_ = start.cwiseMax(0.0) / start.cwiseMax(0.0).sum();
    } else {
      Index largest = 0;
      linear.maxCoeff(&largest);
      weights_ = Vector::Unit(count, largest);
    }
    for (Index i = 0; i < count; ++i) {
      if (weights_(i) > 0) support_.push_back(i);
    }
  }

  Vector run() {
    // A safeguard against rounding that lets one weight enter and leave for ever.
    const Index most = 20 * linear_.size() + 20;
    for (Index round = 0; round < most; ++round) {
      settle();
      const Index entering = most_gaining();
      if (entering < 0) break;
      support_.push_back(entering);
    }
    return weights_ / weights_.sum();
  }

 private:
  /// The best weights on the support, which loses those that would be negative.
  void settle() {
    while (true) {
      const Vector wanted = best_on_support();
      const auto size = static_cast<Index>(support_.size());
      double length = 1;
      Index leaving = -1;
      for (Index i = 0; i < size; ++i) {
        const double now = weights_(support_[static_cast<std::size_t>(i)]);
        if (wanted(i) >= 0 || size == 1) continue;
        const double until = now / (now - wanted(i));
        if (until < length) {
          length = until;
          leaving = i;
        }
      }
      for (Index i = 0; i < size; ++i) {
        double& weight = weights_(support_[static_cast<std::size_t>(i)]);
        weight = std::max(weight + length * (wanted(i) - weight), 0.0);
      }
      if (leaving < 0) return;
      weights_(support_[static_cast<std::size_t>(leaving)]) = 0;
      support_.erase(support_.begin() + leaving);
    }
  }

  Vector best_on_support() {
    const auto size = static_cast<Index>(support_.size());
    const Cholesky factor(quadratic_(support_, support_));
    const Vector toward = factor.solve(Vector(linear_(support_)));
    const Vector even = factor.solve(Vector(Vector::Ones(size)));
    level_ = (toward.sum() - 1) / even.sum();
    return toward - level_ * even;
  }

  /// A weight that is 0 and whose rise gains most; -1 if none gains.
  Index most_gaining() const {
    const Vector gains = (linear_ - quadratic_ * weights_).array() - level_;
    Index best = -1;
    double most = rounding_;
    for (Index i = 0; i < gains.size(); ++i) {
      if (gains(i) <= most || std::find(support_.begin(), support_.end(), i) != support_.end()) {
        continue;
      }
      most = gains(i);
      best = i;
    }
    return best;
  }

  Vector linear_;
  Matrix quadratic_;
  Vector weights_;
  std::vector<Index> support_;  ///< elements that may be positive
  double level_ = 0;            ///< what all weights of the support gain alike
  double rounding_ = 0;
};

}  // namespace

Vector maximize_over_simplex(const Vector& linear, const Matrix& quadratic, const Vector& start) {
  return SimplexSearch(linear, quadratic, start).run();
}

}  // namespace fairpca
