// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include "fairpca/optimize/descent.h"
#include "optimize/descent_loop.h"
#include "optimize/lbfgs_memory.h"

namespace fairpca {
namespace {

class LimitedMemoryBfgs final : public DirectionRule {
 public:
  LimitedMemoryBfgs(const Manifold& manifold, const LbfgsOptions& options, LbfgsMemory& memory)
      : manifold_(manifold), options_(options), memory_(memory) {}

  Proposal propose(const Iterate& at) override {
    if (memory_.order.empty()) return {-at.gradient, 1 / at.gradient_norm};
    return {-inverse_hessian_times(at), 1};
  }

  void learn(const Iterate& from, const Matrix& step, const Iterate& to) override {
    carry_memory(manifold_, from.point, to.point, memory_);
    const Matrix s = manifold_.transport(from.point, to.point, step);
    const Matrix y = to.gradient - manifold_.transport(from.point, to.point, from.gradient);
    const double sy = manifold_.inner(to.point, s, y), ss = manifold_.inner(to.point, s, s);
    if (!(sy >= options_.caution * from.gradient_norm * ss) || !(sy > 0)) return;
    const Index slot = free_slot();
    memory_.steps.middleCols(slot * s.cols(), s.cols()) = s;
    memory_.changes.middleCols(slot * s.cols(), s.cols()) = y;
    memory_.curvature[static_cast<std::size_t>(slot)] = sy;
    memory_.order.push_back(slot);
  }

  bool forget() override {
    const bool knew = !memory_.order.empty();
    memory_ = {};
    return knew;
  }

 private:
  auto step(Index slot) const {
    return memory_.steps.middleCols(slot * manifold_.cols(), manifold_.cols());
  }
  auto change(Index slot) const {
    return memory_.changes.middleCols(slot * manifold_.cols(), manifold_.cols());
  }
  double curvature(Index slot) const { return memory_.curvature[static_cast<std::size_t>(slot)]; }

  /// Of the oldest pair, if there is no other.
  Index free_slot() {
    auto& [steps, changes, curvatures, order] = memory_;
    const Index slots = static_cast<Index>(curvatures.size());
    if (static_cast<Index>(order.size()) == std::min<Index>(slots, options_.memory)) {
      if (slots == options_.memory) {
        const Index oldest = order.front();
        order.erase(order.begin());
        return oldest;
      }
      curvatures.push_back(0);
      if (steps.cols() < (slots + 1) * manifold_.cols()) {
        const Index capacity = std::min<Index>(options_.memory, 2 * slots + 8);
        steps.conservativeResize(manifold_.rows(), capacity * manifold_.cols());
        changes.conservativeResize(manifold_.rows(), capacity * manifold_.cols());
      }
      return slots;
    }
    Index slot = 0;
    while (std::find(order.begin(), order.end(), slot) != order.end()) ++slot;
    return slot;
  }

  /// The two-loop recursion.
  Matrix inverse_hessian_times(const Iterate& at) const {
    const std::vector<Index>& order = memory_.order;
    Matrix q = at.gradient;
    std::vector<double> weights(order.size());
    for (std::size_t i = order.size(); i-- > 0;) {
      weights[i] = manifold_.inner(at.point, step(order[i]), q) / curvature(order[i]);
      q -= weights[i] * change(order[i]);
    }
    const Index newest = order.back();
    q *= curvature(newest) / manifold_.inner(at.point, change(newest), change(newest));
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double back = manifold_.inner(at.point, change(order[i]), q) / curvature(order[i]);
      q += (weights[i] - back) * step(order[i]);
    }
    return q;
  }

  const Manifold& manifold_;
  const LbfgsOptions& options_;
  LbfgsMemory& memory_;
};

}  // namespace

void carry_memory(const Manifold& manifold, const Matrix& from, const Matrix& to,
                  LbfgsMemory& memory) {
  if (memory.order.empty()) return;
  const Index d = manifold.cols(), used = static_cast<Index>(memory.curvature.size()) * d;
  manifold.transport_all(from, to, memory.steps.leftCols(used));
  manifold.transport_all(from, to, memory.changes.leftCols(used));
  for (const Index slot : memory.order) {
    memory.curvature[static_cast<std::size_t>(slot)] = manifold.inner(
        to, memory.steps.middleCols(slot * d, d), memory.changes.middleCols(slot * d, d));
  }
  // Transport by projection may turn a pair's curvature around; such a pair has expired.
  std::erase_if(memory.order, [&](Index slot) {
    return !(memory.curvature[static_cast<std::size_t>(slot)] > 0);
  });
}

DescentResult minimize_lbfgs(const Manifold& manifold, const Objective& objective, Matrix start,
                             const LbfgsOptions& options, const DescentObserver& observer,
                             LbfgsMemory* memory) {
  options.validate();
  LbfgsMemory own;
  LimitedMemoryBfgs rule(manifold, options, memory != nullptr ? *memory : own);
  return run_descent(manifold, objective, std::move(start), options.descent, observer, rule);
}

}  // namespace fairpca
