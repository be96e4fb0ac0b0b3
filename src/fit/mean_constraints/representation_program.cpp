// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mean_constraints/representation_program.h"

#include <algorithm>
#include <cmath>

#include "fairpca/error.h"
#include "fairpca/manifolds/grassmann.h"
#include "fit/mean_constraints/messages.h"
#include "fit/mean_constraints/rotate_out.h"
#include "fit/numbers.h"
#include "fit/overall_scale.h"
#include "linear_algebra/qr.h"
#include "linear_algebra/symmetric_eigen.h"
#include "model/reconstruction.h"
#include "optimize/fantope_program.h"
#include "optimize/penalty.h"

namespace fairpca {
namespace {

/// Of the relaxation that gives limits on means their multipliers.
constexpr double kMeanTolerance = 1e-7;
/// Differences of means that are shorter, beside the overall scale, are none.
constexpr double kNegligible = 1e-12;
/// Of the gap at which solve_mean_limits() is optimal, beside the total variance.
constexpr double kLimitsTolerance = 1e-6;

Matrix mean_columns(const std::vector<GroupComparison>& comparisons) {
  Matrix columns(comparisons.front().mean.size(), static_cast<Index>(comparisons.size()));
  for (std::size_t j = 0; j < comparisons.size(); ++j) {
    columns.col(static_cast<Index>(j)) = comparisons[j].mean;
  }
  return columns;
}

/// The columns that are not negligible beside `scale`.
Matrix nonzero_columns(const Matrix& columns, double scale) {
  std::vector<Index> kept;
  for (Index j = 0; j < columns.cols(); ++j) {
    if (columns.col(j).norm() > kNegligible * scale) kept.push_back(j);
  }
  return columns(Eigen::all, kept);
}

/// The multipliers of the limits, one per comparison: those of a negligible difference are 0.
std::vector<double> limit_multipliers(const RepresentationProblem& problem,
                                      const Vector& multipliers) {
  const Matrix columns = mean_columns(problem.comparisons);
  const double scale = overall_scale(problem.covariance);
  std::vector<double> all(problem.comparisons.size(), 0.0);
  Index at = 0;
  for (Index j = 0; j < columns.cols() && at < multipliers.size(); ++j) {
    if (columns.col(j).norm() > kNegligible * scale) {
      all[static_cast<std::size_t>(j)] = multipliers(at++);
    }
  }
  return all;
}

/// The factors of W basis', by the singular vectors of W that are not rounding.
LowRankMatrix low_rank(const Matrix& multiplier, const Matrix& basis) {
  const Matrix vectors = symmetric_eigen(multiplier.transpose() * multiplier).vectors;
  const Matrix images = multiplier * vectors;
  const double least = 1e-13 * multiplier.norm();
  std::vector<Index> kept;
  for (Index j = images.cols() - 1; j >= 0; --j) {
    if (images.col(j).norm() > least) kept.push_back(j);
  }
  return {images(Eigen::all, kept), basis * vectors(Eigen::all, kept)};
}

/// W_k of both roots of every comparison; empty where all are 0.
std::vector<LowRankMatrix> covariance_multipliers(const RepresentationProblem& problem,
                                                  const std::vector<Matrix>& of_roots,
                                                  const Matrix& basis) {
  std::vector<LowRankMatrix> all;
  const Index p = basis.rows();
  Index rank = 0;
  std::size_t at = 0;
  for (const GroupComparison& comparison : problem.comparisons) {
    const bool has_roots = comparison.covariance.cwiseAbs().maxCoeff() > 0;
    for (int root = 0; root < 2; ++root) {
      const bool is_known = has_roots && at < of_roots.size();
      all.push_back(is_known ? low_rank(of_roots[at++], basis)
                             : LowRankMatrix{Matrix(p, 0), Matrix(p, 0)});
      rank += all.back().left.cols();
    }
  }
  return rank == 0 ? std::vector<LowRankMatrix>() : all;
}

/// -<S, VV'> / tr S and (f_j'VV'f_j / |f_j|^2)_j.
class MeanLimits final : public ConstrainedObjective {
 public:
  MeanLimits(const Matrix& covariance, const Matrix& directions)
      : covariance_(covariance), directions_(directions.colwise().normalized()) {}

  Index constraints() const override { return directions_.cols(); }
  double values(const Matrix& point, Vector& constraints, bool /*keep*/) const override {
    constraints = (point.transpose() * directions_).colwise().squaredNorm().transpose();
    return -point.cwiseProduct(covariance_ * point).sum() / covariance_.trace();
  }
  Matrix gradient(const Matrix& point, const Vector& weights) const override {
    return -2 / covariance_.trace() * covariance_ * point +
           2 * directions_ * (weights.asDiagonal() * (directions_.transpose() * point)).eval();
  }

 private:
  const Matrix& covariance_;
  Matrix directions_;
};

/// The symmetric roots of phi_+ I + Q and phi_- I - Q with the smallest shifts phi, or with the
/// larger of them in both.
void add_roots(const Matrix& difference, bool equal_shifts, SpectralSolver& spectral,
               std::vector<Matrix>& roots) {
  const TopEigenpairs pairs = spectral.all(difference);
  const Vector& values = pairs.values;
  if (values.cwiseAbs().maxCoeff() == 0) return;
  const double norm = values.cwiseAbs().maxCoeff();
  const double plus = equal_shifts ? norm : std::max(0.0, -values.minCoeff());
  const double minus = equal_shifts ? norm : std::max(0.0, values.maxCoeff());
  const auto root = [&](const Vector& eigenvalues) {
    return Matrix(pairs.vectors * eigenvalues.cwiseMax(0.0).cwiseSqrt().asDiagonal() *
                  pairs.vectors.transpose());
  };
  roots.push_back(root(values.array() + plus));
  roots.push_back(root(minus - values.array()));
}

/// A basis of the directions that equal means leave; all of them where delta > 0.
Matrix allowed_basis(const Matrix& means, double delta, double scale, SpectralSolver& spectral) {
  const Index p = means.rows();
  const Matrix excluded = delta > 0 ? Matrix(p, 0) : orthonormal_basis(means, scale);
  if (excluded.cols() == 0) return Matrix::Identity(p, p);
  if (excluded.cols() == p) return Matrix(p, 0);
  const Matrix kept = Matrix::Identity(p, p) - excluded * excluded.transpose();
  return spectral.estimate(kept, p - excluded.cols()).vectors;
}

/// The program in the coordinates of `basis`.
FantopeProgram program_of(const RepresentationProblem& problem, const Matrix& basis,
                          SpectralSolver& spectral) {
  FantopeProgram program;
  program.gain = basis.transpose() * problem.covariance * basis;
  program.penalty_weight = problem.penalty_weight;
  program.takes_largest_penalty = program.allows_less_trace = problem.is_as_printed;
  if (problem.penalty_weight > 0) {
    for (const GroupComparison& comparison : problem.comparisons) {
      add_roots(comparison.covariance, problem.is_as_printed, spectral, program.roots);
    }
    for (Matrix& root : program.roots) root = (root * basis).eval();
  }
  program.directions = Matrix(basis.cols(), 0);
  if (problem.delta > 0) {
    program.directions = basis.transpose() * nonzero_columns(mean_columns(problem.comparisons),
                                                             overall_scale(problem.covariance));
  }
  program.limits = Vector::Constant(program.directions.cols(), problem.delta * problem.delta);
  return program;
}

FantopeProgramOptions program_options(const ConstrainedFairPcaOptions& options, double tolerance,
                                      const SolveObserver& observer) {
  return {.tolerance = tolerance, .max_iterations = options.max_iterations, .observer = observer};
}

/// Whether no point of the Fantope is within the limits: f_j'P f_j add up to at least the d
/// smallest eigenvalues of sum_j f_j f_j'.
bool is_out_of_reach(const FantopeProgram& program, Index d, SpectralSolver& spectral) {
  if (program.directions.cols() == 0 || program.allows_less_trace) return false;
  const Matrix sum = program.directions * program.directions.transpose();
  return -spectral.estimate(-sum, d).values.sum() > program.limits.sum() + 1e-12 * sum.trace();
}

/// What the solver of the program found, and what stands in where that is no point.
struct Relaxation {
  FantopeProgramResult solved;
  bool is_beyond = false;  ///< the point is the one nearest to limits that none is within
};

Relaxation solve_relaxation(const FantopeProgram& program, Index d,
                            const FantopeProgramOptions& options, SpectralSolver& spectral) {
  Relaxation result;
  FantopeProgramResult& solved = result.solved;
  solved.multipliers = Vector::Zero(program.limits.size());
  solved.bound = kInfinity;
  if (!is_out_of_reach(program, d, spectral)) {
    solved = maximize_over_fantope(program, d, spectral, options);
    if (solved.point.size() > 0) return result;
    if (solved.stopped) throw Stopped();
  }
  result.is_beyond = true;
  solved.certified = solved.converged = false;
  const Matrix units = program.directions.colwise().normalized();
  const Matrix frame = spectral.estimate(-units * units.transpose(), d).vectors;
  solved.point = frame * frame.transpose();
  solved.value = program.value(solved.point);
  solved.bound = std::max(solved.bound, solved.value);
  return result;
}

/// Why a program that is not beyond reach ended short of its tolerance, and the way out.
Message gap_warning(const RepresentationProblem& problem, double gap, double tolerance) {
  Message warning =
      mean_constraints_message<"relaxation-not-solved">("gap"_is(gap), "tolerance"_is(tolerance));
  const double longest = mean_columns(problem.comparisons).colwise().norm().maxCoeff();
  const bool is_tiny = problem.delta > 0 && problem.delta < 1e-2 * longest;
  if (is_tiny) warning.offer({"delta", "0"}, "is a far easier program than almost equal means");
  if (problem.penalty_weight > 0) {
    warning.offer({"relaxation_tolerance"}, "can be raised");
    warning.offer({"mu"}, "can be lowered");
  }
  warning.offer({"max_iterations"}, "can be raised");
  return warning;
}

/// The top eigenvectors of a relaxed solution may carry more of a difference than delta: rotates
/// them away from one difference after the other, repeatedly, since a rotation may undo another.
void keep_means_within(const RepresentationProblem& problem, Matrix& frame) {
  constexpr int kSweeps = 100;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool within = true;
    for (const GroupComparison& comparison : problem.comparisons) {
      within = within && (frame.transpose() * comparison.mean).norm() <= problem.delta;
      rotate_out(frame, comparison.mean, (1 - 1e-9) * problem.delta);
    }
    if (within) return;
  }
}

double largest_covariance_difference(const std::vector<GroupComparison>& comparisons,
                                     const Matrix& frame, SpectralSolver& spectral) {
  double largest = 0;
  for (const GroupComparison& comparison : comparisons) {
    const Matrix inner = frame.transpose() * comparison.covariance * frame;
    largest = std::max(largest, spectral.all(inner).values.cwiseAbs().maxCoeff());
  }
  return largest;
}

/// Eigenvalues of P*, largest first, and the variances along its eigenvectors; those of directions
/// that equal means rule out come last, with eigenvalue 0.
void keep_spectrum(const RepresentationProblem& problem, const TopEigenpairs& pairs,
                   const Matrix& basis, CovarianceSummary& summary) {
  const Index p = basis.rows(), inside = basis.cols();
  Matrix vectors(p, p);
  vectors.leftCols(inside) = basis * pairs.vectors;
  if (inside < p) vectors.rightCols(p - inside) = orthogonal_complement(basis);
  const Vector variances = variances_along(vectors, problem.covariance);
  summary.relaxation_variances.assign(variances.begin(), variances.end());
  summary.relaxation_eigenvalues.assign(pairs.values.begin(), pairs.values.end());
  summary.relaxation_eigenvalues.resize(static_cast<std::size_t>(p), 0.0);
}

/// tr P <= d allows a solution with less.
void tell_trace(double trace, Index d, ProjectionSolution& solution) {
  constexpr double kWhole = 0.01;
  solution.numbers.push_back({"relaxation_trace", trace});
  if (trace >= static_cast<double>(d) - kWhole) return;
  Message warning = mean_constraints_message<"relaxation-of-less-trace">(
      "trace"_is(trace), "dimensions"_is(Counted{d, "dimension", "dimensions"}));
  warning.offer({"mu"}, "can be lowered");
  warning.offer({"formulation", "default"}, "asks for all of them");
  solution.warnings.push_back(std::move(warning));
}

}  // namespace

ProjectionSolution solve_mean_limits(const RepresentationProblem& problem, Index d,
                                     const ConstrainedFairPcaOptions& options,
                                     SpectralSolver& spectral, const SolveObserver& observer) {
  const Index p = problem.covariance.rows();
  const FantopeProgram program = program_of(problem, Matrix::Identity(p, p), spectral);
  const FantopeProgramResult relaxed =
      solve_relaxation(program, d, program_options(options, kMeanTolerance, observer), spectral)
          .solved;
  const double trace = problem.covariance.trace();
  const Vector lengths = program.directions.colwise().squaredNorm().transpose();
  PenaltyOptions penalty;
  penalty.first_tolerance = 1e-3;
  penalty.last_tolerance = 1e-9;
  penalty.first_penalty = (relaxed.multipliers.cwiseProduct(lengths) / trace).cwiseMax(1e-3);
  penalty.observer = observer;
  const Matrix start = spectral.estimate(relaxed.point, d).vectors;
  const PenaltyResult found = minimize_augmented_lagrangian(
      Grassmann(p, d), MeanLimits(problem.covariance, program.directions),
      program.limits.cwiseQuotient(lengths), start, penalty);
  const Matrix basis = allowed_basis(mean_columns(problem.comparisons), 0,
                                     overall_scale(problem.covariance), spectral);
  const bool give_way = !found.feasible && !found.stopped && basis.cols() >= d;
  ProjectionSolution solution;
  solution.components =
      give_way
          ? basis * spectral.estimate(basis.transpose() * problem.covariance * basis, d).vectors
          : found.point;
  const Matrix& frame = solution.components;
  solution.objective = std::max(0.0, trace - frame.cwiseProduct(problem.covariance * frame).sum());
  solution.bound = std::clamp(trace - relaxed.bound, 0.0, solution.objective);
  solution.certified = relaxed.certified;
  solution.dual_weights.assign(relaxed.multipliers.begin(), relaxed.multipliers.end());
  solution.iterations = relaxed.iterations + found.iterations;
  solution.multipliers.dual_weights = limit_multipliers(problem, relaxed.multipliers);
  solution.tolerance = kLimitsTolerance;
  const bool closed = solution.objective - solution.bound <= kLimitsTolerance * trace;
  solution.status = relaxed.stopped || found.stopped ? Status::kStopped
                    : !found.feasible && !give_way   ? Status::kInfeasible
                    : closed && relaxed.certified    ? Status::kOptimal
                    : relaxed.converged              ? Status::kConverged
                                                     : Status::kMaxIterations;
  if (solution.status == Status::kMaxIterations) {
    const double gap = (solution.objective - solution.bound) / trace;
    solution.warnings.push_back(gap_warning(problem, gap, kMeanTolerance));
  }
  return solution;
}

ProjectionSolution solve_covariance_program(const RepresentationProblem& problem, Index d,
                                            const ConstrainedFairPcaOptions& options,
                                            SpectralSolver& spectral,
                                            const SolveObserver& observer) {
  const Matrix basis = allowed_basis(mean_columns(problem.comparisons), problem.delta,
                                     overall_scale(problem.covariance), spectral);
  const FantopeProgram program = program_of(problem, basis, spectral);
  const Relaxation relaxation = solve_relaxation(
      program, d, program_options(options, options.relaxation_tolerance, observer), spectral);
  const FantopeProgramResult& relaxed = relaxation.solved;
  const double trace = problem.covariance.trace();
  const TopEigenpairs pairs = spectral.all(relaxed.point);
  ProjectionSolution solution;
  solution.components = basis * pairs.vectors.leftCols(d);
  if (problem.delta > 0 && options.formulation == FpcaFormulation::kDefault) {
    keep_means_within(problem, solution.components);
  }
  const Matrix frame = basis.transpose() * solution.components;
  solution.objective = trace - program.value(frame * frame.transpose());
  solution.bound = std::min(trace - relaxed.bound, solution.objective);
  solution.certified = relaxed.certified;
  solution.dual_weights.assign(relaxed.multipliers.begin(), relaxed.multipliers.end());
  solution.multipliers.dual_weights = limit_multipliers(problem, relaxed.multipliers);
  solution.multipliers.covariance_multipliers =
      covariance_multipliers(problem, relaxed.root_multipliers, basis);
  solution.tolerance = options.relaxation_tolerance;
  solution.iterations = relaxed.iterations;
  solution.status = relaxed.stopped     ? Status::kStopped
                    : relaxed.converged ? Status::kConverged
                                        : Status::kMaxIterations;
  const Matrix beyond = pairs.vectors.rightCols(pairs.vectors.cols() - d);
  const Vector leaked = beyond.cwiseProduct(program.gain * beyond).colwise().sum().transpose();
  const Vector weights = pairs.values.tail(beyond.cols()).cwiseMax(0.0);
  solution.covariances = {
      .mu = problem.penalty_weight,
      .relaxation_objective = trace - relaxed.value,
      .relaxation_gap = relaxed.bound - relaxed.value,
      .leaked_variance = weights.dot(leaked) / trace,
      .covariance_difference =
          largest_covariance_difference(problem.comparisons, solution.components, spectral),
      .covariance_difference_before = largest_covariance_difference(
          problem.comparisons, Matrix::Identity(basis.rows(), basis.rows()), spectral)};
  if (options.keep_relaxation) keep_spectrum(problem, pairs, basis, *solution.covariances);
  if (problem.is_as_printed) tell_trace(relaxed.point.trace(), d, solution);
  if (solution.status == Status::kMaxIterations && !relaxation.is_beyond) {
    solution.warnings.push_back(gap_warning(problem, (relaxed.bound - relaxed.value) / trace,
                                            options.relaxation_tolerance));
  }
  return solution;
}

}  // namespace fairpca
