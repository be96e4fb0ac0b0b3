// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/quadratic_program.h"

#include <cmath>
#include <utility>
#include <vector>

#include "linear_algebra/qr.h"
#include "linear_algebra/solve.h"
#include "optimize/messages.h"

namespace fairpca {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Part of a normal outside the span of the active ones that is taken for rounding.
constexpr double kDependent = 1e-11;

void check(const QuadraticProgram& program) {
  const Index n = program.gradient.size(), rows = program.constraints.rows();
  if (n < 1 || program.hessian.rows() != n || program.hessian.cols() != n ||
      program.bounds.size() != rows || (rows > 0 && program.constraints.cols() != n) ||
      program.equalities < 0 || program.equalities > rows) {
    reject(optimize_message<"quadratic-program-sizes">(
        "hessian_rows"_is(program.hessian.rows()), "hessian_columns"_is(program.hessian.cols()),
        "gradient"_is(n), "constraints"_is(rows),
        "constraint_columns"_is(program.constraints.cols()), "bounds"_is(program.bounds.size()),
        "equalities"_is(program.equalities)));
  }
  if (!program.hessian.allFinite() || !program.gradient.allFinite() ||
      !program.constraints.allFinite() || !program.bounds.allFinite()) {
    reject(optimize_message<"quadratic-program-not-finite">());
  }
}

/// The constraints of the active set: row numbers, the sign they were added with (an equality may
/// be active from either side) and their multipliers, all >= 0 but for equalities.
struct ActiveSet {
  std::vector<Index> rows;
  std::vector<double> signs;
  std::vector<double> multipliers;

  Index size() const { return static_cast<Index>(rows.size()); }
  void add(Index row, double sign, double multiplier) {
    rows.push_back(row);
    signs.push_back(sign);
    multipliers.push_back(multiplier);
  }
  void drop(Index at) {
    rows.erase(rows.begin() + at);
    signs.erase(signs.begin() + at);
    multipliers.erase(multipliers.begin() + at);
  }
};

/// How x and the active multipliers move when the multiplier of a new constraint grows by 1.
struct ActiveStep {
  Vector x;
  Vector multipliers;  ///< of the active set; to be subtracted
  double slope = 0;    ///< growth of the new constraint's left side; 0: depends on the active ones
};

class DualActiveSet {
 public:
  DualActiveSet(const QuadraticProgram& program, const QuadraticOptions& options)
      : program_(program), options_(options), factor_(program.hessian) {
    if (!factor_.succeeded()) {
      reject(optimize_message<"hessian-not-definite">());
    }
    row_norms_ = program.constraints.rowwise().norm();
    settled_.assign(static_cast<std::size_t>(program.bounds.size()), false);
  }

  QuadraticSolution solve() {
    x_ = -factor_.solve(program_.gradient);
    QuadraticSolution result;
    for (Index row = 0; row < program_.equalities; ++row) {
      if (!enforce(row, result)) return finish(result);
    }
    for (Index row = most_violated(); row >= 0; row = most_violated()) {
      if (!enforce(row, result)) return finish(result);
    }
    result.status = QuadraticStatus::kOptimal;
    return finish(result);
  }

 private:
  double slack(Index row) const {
    return program_.constraints.row(row).dot(x_) - program_.bounds(row);
  }
  double slack_tolerance(Index row) const {
    return options_.tolerance * (row_norms_(row) * x_.norm() + std::abs(program_.bounds(row)));
  }

  Index most_violated() const {
    Index worst = -1;
    double largest = 0;
    for (Index row = program_.equalities; row < program_.constraints.rows(); ++row) {
      const double violation = -slack(row);
      if (violation <= slack_tolerance(row) || settled_[row]) continue;
      const double relative = violation / std::max(row_norms_(row), 1e-300);
      if (relative > largest) {
        largest = relative;
        worst = row;
      }
    }
    return worst;
  }

  ActiveStep direction(const Vector& normal) const {
    const Index n = x_.size(), active = active_.size();
    const Vector y = factor_.solve_lower(normal);
    Vector free = y;
    ActiveStep step;
    step.multipliers = Vector::Zero(active);
    if (active > 0) {
      Matrix normals(n, active);
      for (Index j = 0; j < active; ++j) {
        normals.col(j) = active_.signs[j] * program_.constraints.row(active_.rows[j]).transpose();
      }
      OrthogonalSplit split = orthogonal_split(factor_.solve_lower(normals), y);
      step.multipliers = std::move(split.coefficients);
      free = std::move(split.rest);
    }
    step.slope = free.squaredNorm();
    if (active == n || step.slope <= kDependent * kDependent * y.squaredNorm()) step.slope = 0;
    step.x = factor_.solve_upper(free);
    return step;
  }

  /// Adds `row` to the active set, dropping others on the way; false ends the solve.
  bool enforce(Index row, QuadraticSolution& result) {
    const double sign = row < program_.equalities && slack(row) > 0 ? -1.0 : 1.0;
    const Vector normal = sign * program_.constraints.row(row).transpose();
    double multiplier = 0;
    while (true) {
      if (++result.iterations > options_.max_iterations) return false;
      const ActiveStep step = direction(normal);
      const double violation = -sign * slack(row);
      const double full = step.slope > 0 ? violation / step.slope : kInfinity;
      Index blocking = -1;
      double partial = kInfinity;
      for (Index j = 0; j < active_.size(); ++j) {
        if (active_.rows[j] < program_.equalities || step.multipliers(j) <= 0) continue;
        const double length = active_.multipliers[j] / step.multipliers(j);
        if (length < partial) {
          partial = length;
          blocking = j;
        }
      }
      const double length = std::min(full, partial);
      if (!std::isfinite(length)) return no_way_to_enforce(row, sign, violation, step, result);
      for (Index j = 0; j < active_.size(); ++j) {
        active_.multipliers[j] -= length * step.multipliers(j);
      }
      multiplier += length;
      if (step.slope > 0 && length > 0) {
        x_ += length * step.x;
        settled_.assign(settled_.size(), false);
      }
      if (full <= partial) {
        active_.add(row, sign, multiplier);
        return true;
      }
      active_.drop(blocking);
    }
  }

  /// The normal depends on the active ones: the row holds already, or nothing satisfies all.
  bool no_way_to_enforce(Index row, double sign, double violation, const ActiveStep& step,
                         QuadraticSolution& result) {
    if (violation <= kDependent * (row_norms_(row) * x_.norm() + std::abs(program_.bounds(row)))) {
      settled_[row] = true;
      return true;
    }
    result.status = QuadraticStatus::kInfeasible;
    result.infeasibility_ray = Vector::Zero(program_.bounds.size());
    result.infeasibility_ray(row) = sign;
    for (Index j = 0; j < active_.size(); ++j) {
      result.infeasibility_ray(active_.rows[j]) -= active_.signs[j] * step.multipliers(j);
    }
    return false;
  }

  QuadraticSolution finish(QuadraticSolution& result) const {
    result.x = x_;
    result.multipliers = Vector::Zero(program_.bounds.size());
    for (Index j = 0; j < active_.size(); ++j) {
      result.multipliers(active_.rows[j]) = active_.signs[j] * active_.multipliers[j];
    }
    result.value = 0.5 * x_.dot(program_.hessian.selfadjointView<Eigen::Lower>() * x_) +
                   program_.gradient.dot(x_);
    return result;
  }

  const QuadraticProgram& program_;
  const QuadraticOptions& options_;
  Cholesky factor_;
  Vector row_norms_, x_;
  ActiveSet active_;
  std::vector<bool> settled_;  ///< violated at x_ by no more than the rounding of active ones
};

}  // namespace

QuadraticSolution solve_quadratic_program(const QuadraticProgram& program,
                                          const QuadraticOptions& options) {
  check(program);
  return DualActiveSet(program, options).solve();
}

}  // namespace fairpca
