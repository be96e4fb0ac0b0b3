// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "fairpca/manifolds/manifold.h"
#include "fairpca/optimize/descent_result.h"
#include "fairpca/optimize/objective.h"

namespace fairpca {

/// Factor of the step from iterate k = 0, 1, ...: V_{k+1} = retract(V_k, -t_k grad f(V_k)).
using StepSequence = std::function<double(int k)>;

StepSequence constant_step(double factor);
/// factor / sqrt(k + 1).
StepSequence diminishing_step(double factor);

/// Values rise now and then: the best iterate, or the last one as it comes.
enum class KeptIterate { kBest, kLast };

struct SubgradientOptions {
  int max_iterations = 1000;
  StepSequence steps = diminishing_step(1);
  KeptIterate keep = KeptIterate::kBest;
  void validate() const;  ///< throws InvalidArgument, naming the field and its range
};

/// Riemannian subgradient descent, for functions with kinks: steps of given size along the
/// projected subgradient, no line search and no stopping test.
///
/// Ends with kMaxIterations; kConverged only where a subgradient vanishes; kNotFinite if a value,
/// subgradient or step is not finite (the kept iterate is from before).  Throws InvalidArgument
/// unless `start` is a point of the manifold, to 1e-8.
DescentResult subgradient_descent(const Manifold& manifold, const Objective& objective,
                                  Matrix start, const SubgradientOptions& options = {},
                                  const DescentObserver& observer = {});

}  // namespace fairpca
