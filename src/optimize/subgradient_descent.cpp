// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/subgradient_descent.h"

#include <cmath>

#include "optimize/descent_start.h"
#include "optimize/messages.h"
#include "options/check_field.h"

namespace fairpca {
namespace {

/// The kept iterate of a run, in the result itself.
void keep(DescentResult& result, const Matrix& point, const IterationRecord& record) {
  result.point = point;
  result.value = record.value;
  result.gradient_norm = record.gradient_norm;
}

}  // namespace

StepSequence constant_step(double factor) {
  return [factor](int) { return factor; };
}

StepSequence diminishing_step(double factor) {
  return [factor](int k) { return factor / std::sqrt(k + 1.0); };
}

void SubgradientOptions::validate() const {
  check_field("max_iterations", max_iterations, {.least = 0});
  if (!steps) reject(optimize_message<"no-step-sequence">("option"_is(OptionName{"steps"})));
}

DescentResult subgradient_descent(const Manifold& manifold, const Objective& objective,
                                  Matrix start, const SubgradientOptions& options,
                                  const DescentObserver& observer) {
  options.validate();
  check_start(manifold, start);
  DescentResult result;
  Matrix point = std::move(start), euclidean;
  IterationRecord record;
  while (result.termination == Termination::kNotRun) {
    record.value = objective.value_and_gradient(point, euclidean);
    ++result.value_evaluations;
    ++result.gradient_evaluations;
    const Matrix subgradient = manifold.riemannian_gradient(point, euclidean);
    record.gradient_norm = manifold.norm(point, subgradient);
    record.iteration = result.iterations;
    result.history.push_back(record);

    const bool finite = std::isfinite(record.value) && std::isfinite(record.gradient_norm);
    const bool first = result.iterations == 0;
    if (finite || first) {
      const bool better = first || record.value < result.value;
      if (better || options.keep == KeptIterate::kLast) keep(result, point, record);
    }
    if (!finite) {
      result.termination = Termination::kNotFinite;
    } else if (observer && observer(record) == Flow::kStop) {
      result.termination = Termination::kStopped;
    } else if (record.gradient_norm == 0) {
      result.termination = Termination::kConverged;
    } else if (result.iterations == options.max_iterations) {
      result.termination = Termination::kMaxIterations;
    } else if (const double factor = options.steps(result.iterations); !std::isfinite(factor)) {
      result.termination = Termination::kNotFinite;
    } else {
      const Matrix step = -factor * subgradient;
      record.step_norm = std::abs(factor) * record.gradient_norm;
      point = manifold.retract(point, step);
      ++result.iterations;
    }
  }
  return result;
}

}  // namespace fairpca
