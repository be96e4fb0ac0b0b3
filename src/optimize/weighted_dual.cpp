// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/weighted_dual.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "optimize/level_bundle.h"
#include "optimize/messages.h"
#include "optimize/spectral_view.h"
#include "options/check_field.h"

namespace fairpca {
namespace {

/// Below this size all eigenpairs are computed: they cost little more than the leading ones.
constexpr Index kSmall = 100;
/// Precision of the small models, relative to the matrices.
constexpr double kModelTolerance = 1e-10;

/// Eigenvalues in the models of many groups, until one misleads: in general position k of them tie
/// at the optimum with k (k + 1) / 2 <= m; twice as many, and some, leave room for the way there.
/// (Matrices with common eigenvectors may tie m + 1.)
Index narrow_window(Index count) {
  return 8 + 2 * static_cast<Index>(std::sqrt(2.0 * static_cast<double>(count)));
}

void check(const FantopeProblem& problem) {
  if (problem.matrices.empty()) reject(optimize_message<"no-matrices">());
  const Index p = problem.matrices.front().get().rows();
  for (const Matrix& matrix : problem.matrices) {
    if (matrix.rows() == p && matrix.cols() == p) continue;
    reject(optimize_message<"matrix-sizes">("rows"_is(matrix.rows()), "columns"_is(matrix.cols()),
                                            "expected"_is(p)));
  }
  if (problem.d < 1 || problem.d >= p) {
    reject(optimize_message<"projection-dimension">("most"_is(p - 1), "d"_is(problem.d)));
  }
  const auto count = static_cast<Index>(problem.matrices.size());
  if (problem.criterion == FantopeCriterion::kWorst && problem.offsets.size() != count) {
    reject(optimize_message<"offsets-per-matrix">("offsets"_is(problem.offsets.size()),
                                                  "matrices"_is(count)));
  }
  if (problem.criterion != FantopeCriterion::kLogarithms) return;
  for (Index j = 0; j < count; ++j) {
    if (problem.matrices[static_cast<std::size_t>(j)].get().trace() > 0) continue;
    reject(optimize_message<"matrix-without-trace">("number"_is(j + 1)));
  }
}

/// Newton steps on a second-order model of the dual, and steps of the level bundle method where
/// the model misleads.
class DualBundleNewton {
 public:
  DualBundleNewton(const FantopeProblem& problem, SpectralSolver& spectral,
                   const WeightedDualOptions& options)
      : problem_(problem), spectral_(spectral), options_(options), bundle_(problem_) {
    const Index p = problem.matrices.front().get().rows();
    const auto count = static_cast<Index>(problem.matrices.size());
    if (problem_.criterion == FantopeCriterion::kLogarithms) problem_.offsets = Vector::Zero(count);
    known_ = p <= kSmall ? p : std::min(p, 2 * problem.d + 10 + count);
    width_ = std::min({known_, count + 4, narrow_window(count)});
  }

  WeightedDualResult run(const std::function<Flow()>& observer) {
    const auto count = static_cast<Index>(problem_.matrices.size());
    Vector weights = Vector::Constant(count, 1.0 / static_cast<double>(count));
    while (true) {
      if (observer && observer() == Flow::kStop) {
        result_.status = DualStatus::kStopped;
        break;
      }
      evaluate(weights);
      if (is_optimal() && is_still_optimal_when_verified()) break;
      if (result_.iterations >= options_.max_iterations) break;
      weights = next_weights();
      if (is_optimal() && is_still_optimal_when_verified()) break;
    }
    if (result_.iterations > 0) finish();
    return std::move(result_);
  }

 private:
  bool worst() const { return problem_.criterion == FantopeCriterion::kWorst; }

  double dual_value(const SpectralView& view) const {
    const double term =
        worst() ? problem_.offsets.dot(view.weights) : (1 + view.weights.array().log()).sum();
    return term - view.sum_upper_bound;
  }

  bool is_optimal() const {
    return problem_.is_solved(result_.value, result_.bound, options_.tolerance);
  }

  bool is_still_optimal_when_verified() {
    verify(problem_.matrices, problem_.d, spectral_, best_);
    result_.bound = dual_value(best_);
    result_.status = is_optimal() ? DualStatus::kOptimal : DualStatus::kMaxIterations;
    return is_optimal();
  }

  void offer(Combination combination) {
    const double value = problem_.value(combination.captured);
    if (!(value < result_.value)) return;
    result_.value = value;
    primal_ = std::move(combination);
  }

  Candidate candidate(const SpectralView& view, Matrix coefficients) const {
    Vector values = captured(view, coefficients);
    return {view.basis, std::move(coefficients), std::move(values)};
  }

  void offer_and_keep(Candidate candidate) {
    offer({{candidate}, {1.0}, candidate.captured});
    bundle_.add(std::move(candidate));
  }

  /// One eigen-solve: the bound, the projection on the leading eigenvectors and the best point of
  /// the cluster at the weights.
  void evaluate(const Vector& weights) {
    SpectralView view = view_at(problem_.matrices, weights, problem_.d, known_, spectral_);
    ++result_.iterations;
    if (!worst()) {  // on the ray through w the best scale is where sigma_d(A(w)) = m
      view.scale(static_cast<double>(view.count()) / view.values.head(problem_.d).sum());
    }
    const Window window = nearest_window(view, problem_.d, width_);
    const Matrix top = Vector::Ones(problem_.d - window.begin).asDiagonal();
    Matrix occupied = Matrix::Zero(window.size(), window.size());
    occupied.topLeftCorner(top.rows(), top.cols()) = top;
    offer_and_keep(candidate(view, cluster_coefficients(view, window, occupied)));
    const ClusterSaddle face = cluster_problem(problem_, view, window);
    const Matrix q = solve_cluster_saddle(face, kModelTolerance).fantope;
    offer_and_keep(candidate(view, cluster_coefficients(view, window, q)));
    if (best_.count() == 0 || dual_value(view) > result_.bound) {
      best_ = std::move(view);
      best_window_ = window;
      best_fantope_ = q;
      model_used_ = false;
      result_.bound = dual_value(best_);
    }
  }

  Vector next_weights() {
    const double gap = result_.value - result_.bound;
    failures_ = gap < 0.5 * last_gap_ ? 0 : failures_ + 1;
    last_gap_ = gap;
    if (failures_ > 0) width_ = std::min(known_, problem_.offsets.size() + 4);
    const bool repeated = model_used_;
    Vector weights = failures_ % 2 == 1 || repeated ? level_step() : newton_step();
    if (!worst()) return weights;
    weights = weights.cwiseMax(0.0);
    return weights / weights.sum();
  }

  /// The maximum of the second-order model around the best weights.
  Vector newton_step() {
    model_used_ = true;
    constexpr int kRounds = 2;  // the curvature depends on Q, which the model tells
    Vector weights = best_.weights;
    Matrix q = best_fantope_;
    ClusterSaddle saddle = cluster_problem(problem_, best_, best_window_);
    for (int round = 0; round < kRounds; ++round) {
      saddle.curvature = outer_curvature(best_, problem_.d, best_window_, q);
      const ClusterSaddlePoint solution = solve_cluster_saddle(saddle, kModelTolerance);
      weights = solution.weights;
      q = solution.fantope;
    }
    offer_and_keep(candidate(best_, moved_coefficients(best_, best_window_, q, weights)));
    return weights;
  }

  /// The weights that LevelBundle::propose() gives.
  Vector level_step() {
    // Any level in (0, 1) between bound and value converges (Lemarechal, Nemirovskii & Nesterov
    // 1995); this one decides the speed alone.
    constexpr double kLevel = 0.6;
    while (true) {
      const double level = result_.bound + kLevel * (result_.value - result_.bound);
      LevelBundle::Proposal proposal = bundle_.propose(best_.weights, level);
      offer(std::move(proposal.combination));
      if (proposal.weights) return *proposal.weights;
      if (is_optimal()) return best_.weights;
    }
  }

  void finish() {
    verify(problem_.matrices, problem_.d, spectral_, best_);
    result_.bound = dual_value(best_);
    result_.certified = best_.certified;
    result_.weights = best_.weights;
    result_.point = primal_.point(problem_.d);
    result_.captured = captured(problem_.matrices, result_.point);
    result_.value = problem_.value(result_.captured);
  }

  FantopeProblem problem_;
  SpectralSolver& spectral_;
  const WeightedDualOptions& options_;
  Index known_ = 0, width_ = 0;
  LevelBundle bundle_;
  SpectralView best_;  ///< where the bound was found
  Window best_window_;
  Matrix best_fantope_;
  Combination primal_;
  bool model_used_ = false;  ///< at best_
  int failures_ = 0;
  double last_gap_ = std::numeric_limits<double>::infinity();
  WeightedDualResult result_;
};

}  // namespace

double FantopeProblem::value(const Vector& captured) const {
  return criterion == FantopeCriterion::kWorst ? (offsets - captured).maxCoeff()
                                               : -captured.array().log().sum();
}

bool FantopeProblem::is_solved(double value, double bound, double tolerance) const {
  if (criterion == FantopeCriterion::kLogarithms) return value - bound <= tolerance;
  double scale = 0;
  for (const Matrix& matrix : matrices) scale = std::max(scale, std::abs(matrix.trace()));
  return value - bound <= std::max(tolerance * std::abs(value), 1e-12 * scale);
}

void WeightedDualOptions::validate() const {
  check_field("tolerance", tolerance,
              {.least = 0, .most = 1, .excludes_least = true, .excludes_most = true});
  check_field("max_iterations", max_iterations, {.least = 1});
}

WeightedDualResult solve_weighted_dual(const FantopeProblem& problem, SpectralSolver& spectral,
                                       const WeightedDualOptions& options,
                                       const std::function<Flow()>& observer) {
  check(problem);
  options.validate();
  return DualBundleNewton(problem, spectral, options).run(observer);
}

}  // namespace fairpca
