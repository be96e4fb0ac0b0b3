// SPDX-License-Identifier: BSD-3-Clause
#include <deque>
#include <vector>

#include "fairpca/optimize/descent.h"
#include "optimize/descent_loop.h"

namespace fairpca {
namespace {

class LimitedMemoryBfgs final : public DirectionRule {
 public:
  LimitedMemoryBfgs(const Manifold& manifold, const LbfgsOptions& options)
      : manifold_(manifold), options_(options) {}

  Proposal propose(const Iterate& at) override {
    if (pairs_.empty()) return {-at.gradient, 1 / at.gradient_norm};
    return {-inverse_hessian_times(at), 1};
  }

  void learn(const Iterate& from, const Matrix& step, const Iterate& to) override {
    const auto carry = [&](const Matrix& xi) {
      return manifold_.transport(from.point, to.point, xi);
    };
    for (Pair& pair : pairs_) {
      pair.s = carry(pair.s);
      pair.y = carry(pair.y);
      pair.sy = manifold_.inner(to.point, pair.s, pair.y);
    }
    // Transport by projection may turn a pair's curvature around; such a pair has expired.
    std::erase_if(pairs_, [](const Pair& pair) { return !(pair.sy > 0); });
    Pair newest{carry(step), to.gradient - carry(from.gradient)};
    newest.sy = manifold_.inner(to.point, newest.s, newest.y);
    const double ss = manifold_.inner(to.point, newest.s, newest.s);
    if (!(newest.sy >= options_.caution * from.gradient_norm * ss) || !(newest.sy > 0)) return;
    if (static_cast<int>(pairs_.size()) == options_.memory) pairs_.pop_front();
    pairs_.push_back(std::move(newest));
  }

  bool forget() override {
    const bool knew = !pairs_.empty();
    pairs_.clear();
    return knew;
  }

 private:
  struct Pair {
    Matrix s, y;  ///< step and change of the gradient, tangent at the current point
    double sy = 0;
  };

  /// The two-loop recursion.
  Matrix inverse_hessian_times(const Iterate& at) const {
    const auto inner = [&](const Matrix& a, const Matrix& b) {
      return manifold_.inner(at.point, a, b);
    };
    Matrix q = at.gradient;
    std::vector<double> weights(pairs_.size());
    for (std::size_t i = pairs_.size(); i-- > 0;) {
      weights[i] = inner(pairs_[i].s, q) / pairs_[i].sy;
      q -= weights[i] * pairs_[i].y;
    }
    const Pair& newest = pairs_.back();
    q *= newest.sy / inner(newest.y, newest.y);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      q += (weights[i] - inner(pairs_[i].y, q) / pairs_[i].sy) * pairs_[i].s;
    }
    return q;
  }

  const Manifold& manifold_;
  const LbfgsOptions& options_;
  std::deque<Pair> pairs_;  ///< oldest first
};

}  // namespace

DescentResult minimize_lbfgs(const Manifold& manifold, const Objective& objective, Matrix start,
                             const LbfgsOptions& options, const DescentObserver& observer) {
  options.validate();
  LimitedMemoryBfgs rule(manifold, options);
  return run_descent(manifold, objective, std::move(start), options.descent, observer, rule);
}

}  // namespace fairpca
