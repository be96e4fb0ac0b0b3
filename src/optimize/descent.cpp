// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/optimize/descent.h"

#include <utility>

#include "optimize/descent_loop.h"
#include "options/check_field.h"

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

}  // namespace

void DescentOptions::validate() const {
  check_field("max_iterations", max_iterations, {.least = 0});
  check_field("gradient_tolerance", gradient_tolerance, {.least = 0});
  check_field("sufficient_decrease", sufficient_decrease,
              {.least = 0, .most = 0.5, .excludes_least = true, .excludes_most = true});
  check_field("max_backtracks", max_backtracks, {.least = 0});
  if (curvature != 0) {
    check_field(
        "curvature", curvature,
        {.least = sufficient_decrease, .most = 1, .excludes_least = true, .excludes_most = true});
  }
  check_field("value_noise", value_noise, {.least = 0});
}

void LbfgsOptions::validate() const {
  descent.validate();
  check_field("memory", memory, {.least = 1});
  check_field("caution", caution, {.least = 0});
}

DescentResult minimize(const Manifold& manifold, const Objective& objective, Matrix start,
                       const DescentOptions& options, const DescentObserver& observer) {
  BarzilaiBorwein rule(manifold);
  return run_descent(manifold, objective, std::move(start), options, observer, rule);
}

}  // namespace fairpca
