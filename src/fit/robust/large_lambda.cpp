// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/large_lambda.h"

#include <algorithm>
#include <utility>

#include "fit/robust/messages.h"
#include "fit/robust/robust_objective.h"

namespace fairpca {

std::optional<Message> LambdaRule::apply(RobustProblem& problem) {
  if (rule_ == LargeLambda::kKeep) return std::nullopt;
  double smallest = problem.lambda;
  std::optional<Index> failed;
  const RobustPairs pairs(problem);
  for (const std::vector<Index>& groups : pairs.attributes()) {
    for (const Index g : groups) {
      smallest = std::min(smallest, problem.shares(g));
      if (failed || problem.lambda <= problem.shares(g)) continue;
      if (least_error(problem, g) < problem.radii(g)) failed = g;
    }
  }
  if (!failed) return std::nullopt;
  const double given = std::exchange(problem.lambda, smallest);
  return robust_message<"lambda-reset">("lambda"_is(given), "used"_is(smallest),
                                        "theorem"_is(problem.shares.size() == 2 ? "3.2" : "B.2"),
                                        "group"_is(Quoted{problem.group_name(*failed)}),
                                        "error"_is(least_error(problem, *failed)),
                                        "radius"_is(problem.radii(*failed)));
}

void LambdaRule::tell(const RobustProblem& used, const std::optional<Message>& reset,
                      ProjectionSolution& solution) const {
  if (rule_ == LargeLambda::kKeep) return;
  solution.numbers.push_back({"lambda_used", used.lambda});
  if (reset) solution.warnings.insert(solution.warnings.begin(), *reset);
}

double LambdaRule::least_error(const RobustProblem& problem, Index group) {
  const auto at = static_cast<std::size_t>(group);
  least_.resize(problem.second_moments.size());
  if (!least_[at]) {
    const Matrix& moment = problem.second_moments[at];
    least_[at] = std::max(moment.trace() - spectral_.top(moment, d_).values.sum(), 0.0);
  }
  return *least_[at];
}

}  // namespace fairpca
