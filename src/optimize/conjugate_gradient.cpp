// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <utility>

#include "fairpca/optimize/descent.h"
#include "optimize/descent_loop.h"

namespace fairpca {
namespace {

class ConjugateGradient final : public DirectionRule {
 public:
  explicit ConjugateGradient(const Manifold& manifold) : manifold_(manifold) {}

  Proposal propose(const Iterate& at) override {
    const double cautious = 1 / at.gradient_norm;
    if (!knows_) {
      direction_ = -at.gradient;
      slope_ = -at.gradient_norm * at.gradient_norm;
      return {direction_, cautious};
    }
    direction_ = -at.gradient + beta_ * carried_;
    double slope = manifold_.inner(at.point, at.gradient, direction_);
    if (!(slope < -1e-3 * at.gradient_norm * manifold_.norm(at.point, direction_))) {
      direction_ = -at.gradient;
      slope = -at.gradient_norm * at.gradient_norm;
    }
    // At the first step the decrease of the last one is predicted.
    const double first = std::clamp(length_ * slope_ / slope, 1e-3 * length_, 1e3 * length_);
    slope_ = slope;
    return {direction_, first};
  }

  void learn(const Iterate& from, const Matrix& step, const Iterate& to) override {
    const Matrix before = manifold_.transport(from.point, to.point, from.gradient);
    const double change = manifold_.inner(to.point, to.gradient, to.gradient - before);
    beta_ = std::max(0.0, change / (from.gradient_norm * from.gradient_norm));
    carried_ = manifold_.transport(from.point, to.point, direction_);
    length_ = manifold_.norm(from.point, step) / manifold_.norm(from.point, direction_);
    knows_ = true;
  }

  bool forget() override { return std::exchange(knows_, false); }

 private:
  const Manifold& manifold_;
  bool knows_ = false;
  Matrix direction_, carried_;
  double beta_ = 0, slope_ = 0, length_ = 0;
};

}  // namespace

DescentResult minimize_conjugate_gradient(const Manifold& manifold, const Objective& objective,
                                          Matrix start, DescentOptions options,
                                          const DescentObserver& observer) {
  if (options.curvature == 0) options.curvature = 0.4;
  ConjugateGradient rule(manifold);
  return run_descent(manifold, objective, std::move(start), options, observer, rule);
}

}  // namespace fairpca
