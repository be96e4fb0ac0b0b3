// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/optimize/descent.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "optimize/descent_loop.h"

namespace fairpca {
namespace {

/// Along the negative gradient, first as far as the last step's change of the gradient suggests.
class BarzilaiBorwein final : public DirectionRule {
 public:
  explicit BarzilaiBorwein(const Manifold& manifold) : manifold_(manifold) {}

  Proposal propose(const Iterate& at) override {
    const double cautious = 1 / at.gradient_norm;  // a step of length 1
    return {-at.gradient, curvature_known_ ? step_ : cautious};
  }

  void learn(const Iterate& from, const Matrix& step, const Iterate& to) override {
    const Matrix s = manifold_.transport(from.point, to.point, step);
    const Matrix y = to.gradient - manifold_.transport(from.point, to.point, from.gradient);
    const double ss = manifold_.inner(to.point, s, s), sy = manifold_.inner(to.point, s, y),
                 yy = manifold_.inner(to.point, y, y);
    curvature_known_ = sy > 0 && yy > 0;
    long_step_ = !long_step_;
    if (curvature_known_) step_ = long_step_ ? ss / sy : sy / yy;
  }

  bool forget() override { return std::exchange(curvature_known_, false); }

 private:
  const Manifold& manifold_;
  bool curvature_known_ = false;
  bool long_step_ = false;  ///< the two Barzilai-Borwein formulas take turns
  double step_ = 0;
};

void require(bool holds, const char* field, const char* range, double given) {
  if (!holds) throw InvalidArgument(fmt::format("{} must be {}; it is {}", field, range, given));
}

}  // namespace

void DescentOptions::validate() const {
  require(max_iterations >= 0, "max_iterations", ">= 0", max_iterations);
  require(gradient_tolerance >= 0 && std::isfinite(gradient_tolerance), "gradient_tolerance",
          "finite and >= 0", gradient_tolerance);
  require(sufficient_decrease > 0 && sufficient_decrease < 0.5, "sufficient_decrease",
          "in (0, 1/2)", sufficient_decrease);
  require(max_backtracks >= 0, "max_backtracks", ">= 0", max_backtracks);
  require(curvature == 0 || (curvature > sufficient_decrease && curvature < 1), "curvature",
          "0 or in (sufficient_decrease, 1)", curvature);
  require(value_noise >= 0 && std::isfinite(value_noise), "value_noise", "finite and >= 0",
          value_noise);
}

void LbfgsOptions::validate() const {
  descent.validate();
  require(memory >= 1, "memory", ">= 1", memory);
  require(caution >= 0 && std::isfinite(caution), "caution", "finite and >= 0", caution);
}

DescentResult minimize(const Manifold& manifold, const Objective& objective, Matrix start,
                       const DescentOptions& options, const DescentObserver& observer) {
  BarzilaiBorwein rule(manifold);
  return run_descent(manifold, objective, std::move(start), options, observer, rule);
}

}  // namespace fairpca
