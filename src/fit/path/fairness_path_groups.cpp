// SPDX-License-Identifier: BSD-3-Clause
#include "fit/path/fairness_path_groups.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "fairpca/fit/fair_pca.h"

namespace fairpca {
namespace {

class ManyGroupPath {
 public:
  ManyGroupPath(const PreparedMoments& moments, Index d, const PathOptions& options,
                SpectralSolver& spectral, const SolveObserver& observer)
      : moments_(moments),
        options_(options),
        spectral_(spectral),
        observer_(observer),
        matrices_(second_moments(moments)) {
    path_.dimensions = d;
    path_.certified = true;
    path_.distance = std::numeric_limits<double>::quiet_NaN();
    for (const GroupStatistics& group : moments.groups) {
      path_.groups.push_back(group.group.name);
      shares_.push_back(group.share);
    }
    double total = 0;
    for (const double share : shares_) total += share;
    for (double& share : shares_) share /= total;
  }

  FairnessPath run() {
    mark("pca", best_for(shares_));
    const ProjectionSolution fair =
        solve_fair_pca(matrices_, path_.dimensions, {}, spectral_, observer_);
    mark("fair-pca", fair);
    mark_robust();
    sweep(fair.dual_weights);
    path_.eigensolves = spectral_.solves();
    return std::move(path_);
  }

 private:
  void mark_robust() {
    std::vector<RobustProblem> problems;
    for (const double lambda : options_.lambdas) {
      problems.push_back(robust_problem(moments_, {.lambda = lambda, .alpha = options_.alpha}));
    }
    const std::vector<ProjectionSolution> solutions =
        solve_robust_fair_pca_grid(problems, path_.dimensions, {}, spectral_, observer_);
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      mark(fmt::format("robust-fair-pca lambda={}", options_.lambdas[i]), solutions[i]);
    }
  }

  /// The least sum of weight_g e_g, exact and certified.
  ProjectionSolution best_for(const std::vector<double>& weights) {
    const Index p = moments_.covariance.rows();
    Matrix combined = Matrix::Zero(p, p);
    for (std::size_t g = 0; g < weights.size(); ++g) combined += weights[g] * matrices_[g].get();
    const TopEigenpairs pairs = spectral_.top(combined, path_.dimensions);
    ProjectionSolution solution;
    solution.components = pairs.vectors;
    solution.dual_weights = weights;
    solution.objective = combined.trace() - pairs.values.sum();
    solution.bound = std::min(solution.objective, combined.trace() - pairs.sum_upper_bound());
    solution.certified = pairs.certified;
    solution.status = pairs.certified ? Status::kOptimal : Status::kConverged;
    return solution;
  }

  PathPoint point_of(const ProjectionSolution& solution) const {
    std::vector<double> errors;
    for (const Matrix& matrix : matrices_) {
      const Matrix image = matrix.selfadjointView<Eigen::Lower>() * solution.components;
      const Vector along = solution.components.cwiseProduct(image).colwise().sum().transpose();
      // A fractional reconstruction V diag(l) V' leaves (1 - l)^2 of a direction's variance.
      const double captured =
          solution.weights.size() == 0
              ? along.sum()
              : (along.array() * solution.weights.array() * (2 - solution.weights.array())).sum();
      errors.push_back(std::max(matrix.trace() - captured, 0.0));
    }
    return path_point(moments_, solution.dual_weights, std::move(errors));
  }

  void mark(const std::string& name, const ProjectionSolution& solution) {
    path_.marks.push_back({.name = name,
                           .point = point_of(solution),
                           .objective = solution.objective,
                           .bound = solution.bound,
                           .status = solution.status,
                           .certified = solution.certified,
                           .components = solution.components});
  }

  void sweep(const std::vector<double>& fair_weights) {
    if (fair_weights.size() != shares_.size()) return;
    const int steps = std::min(options_.max_points, 21) - 1;
    for (int step = 0; step <= steps; ++step) {
      if (observer_ && observer_() == Flow::kStop) {
        path_.complete = false;
        return;
      }
      const double share = static_cast<double>(step) / steps;
      std::vector<double> weights;
      for (std::size_t g = 0; g < shares_.size(); ++g) {
        weights.push_back((1 - share) * shares_[g] + share * fair_weights[g]);
      }
      const ProjectionSolution best = best_for(weights);
      path_.certified = path_.certified && best.certified;
      path_.errors_front.push_back(point_of(best));
      path_.errors_front.back().bound = best.bound;
    }
  }

  const PreparedMoments& moments_;
  const PathOptions& options_;
  SpectralSolver& spectral_;
  const SolveObserver& observer_;
  MatrixRefs matrices_;
  std::vector<double> shares_;
  FairnessPath path_;
};

}  // namespace

FairnessPath fairness_path_groups(const PreparedMoments& moments, Index d,
                                  const PathOptions& options, SpectralSolver& spectral,
                                  const SolveObserver& observer) {
  return ManyGroupPath(moments, d, options, spectral, observer).run();
}

}  // namespace fairpca
