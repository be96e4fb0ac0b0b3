// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/fantope_barrier.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "linear_algebra/solve.h"
#include "linear_algebra/symmetric_eigen.h"
#include "optimize/symmetric_vector.h"

namespace fairpca {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
/// Newton's decrement at which the last step is taken: it is squared by that step.  What is left is
/// the relative error of multipliers, which the bound shows where many of its eigenvalues are
/// equal.
constexpr double kLastDecrement = 1e-3;
/// One below this whose square does not follow is rounding: the end as well.
constexpr double kSmallDecrement = 0.05;
/// Below it the whole step stays in the interior (self-concordance), and no search is needed.
constexpr double kWholeStep = 0.25;

/// The program in coordinates in which the current X is I: X = L Z L', Z = I.
struct LocalProgram {
  Matrix root;                   ///< L
  Matrix gain;                   ///< L'gain L
  Matrix ceiling;                ///< L^-1 D^-1 L'^-1: Z stays below it
  Matrix trace;                  ///< L'D L
  Matrix directions;             ///< L'g_j
  std::vector<Matrix> squares;   ///< L'A_k L
  std::vector<Matrix> inverses;  ///< (t_k ceiling - squares_k)^-1
  Matrix above;                  ///< (ceiling - I)^-1
  Vector slacks;                 ///< limit_j - |L'g_j|^2
  double room = 0;               ///< d - tr P, where less trace is allowed
};

/// The level of penalty k.
Index level_of(const SubspaceProgram& program, std::size_t k) {
  return program.takes_largest_penalty ? 0 : static_cast<Index>(k);
}

/// Nothing where the point is not in the interior.
std::optional<LocalProgram> local_program(const SubspaceProgram& program,
                                          const SubspacePoint& point) {
  const Cholesky factor(point.x);
  if (!factor.succeeded()) return std::nullopt;
  LocalProgram local;
  local.root = factor.lower();
  const Matrix scaled =
      factor.solve_lower(Matrix(program.lengths.cwiseSqrt().cwiseInverse().asDiagonal()));
  local.ceiling = scaled * scaled.transpose();
  local.gain = local.root.transpose() * program.gain * local.root;
  local.trace = local.root.transpose() * program.lengths.asDiagonal() * local.root;
  local.directions = local.root.transpose() * program.directions;
  local.slacks = program.limits - local.directions.colwise().squaredNorm().transpose();
  local.room = program.trace - local.trace.trace();
  if (local.slacks.size() > 0 && !(local.slacks.minCoeff() > 0)) return std::nullopt;
  if (program.allows_less_trace && !(local.room > 0)) return std::nullopt;
  const Cholesky above(local.ceiling - Matrix::Identity(program.size(), program.size()));
  if (!above.succeeded()) return std::nullopt;
  local.above = above.inverse();
  for (std::size_t k = 0; k < program.squares.size(); ++k) {
    local.squares.emplace_back(local.root.transpose() * program.squares[k] * local.root);
    const Cholesky below(point.levels(level_of(program, k)) * local.ceiling - local.squares[k]);
    if (!below.succeeded()) return std::nullopt;
    local.inverses.push_back(below.inverse());
  }
  return local;
}

/// Columns of pairs of matrices (G, H), vectorised: of the form D, D' -> tr(D G D' H).
struct KroneckerTerms {
  Matrix first, second;
  Index used = 0;

  KroneckerTerms(Index size, Index count) : first(size * size, count), second(size * size, count) {}
  void add(double weight, const Matrix& g, const Matrix& h) {
    first.col(used) = weight * g.reshaped();
    second.col(used++) = h.transpose().reshaped();
  }
};

/// Adds the matrix of the form sum over terms of tr(D G D' H) for vectorised D and D' to the lower
/// triangle.  The terms must be symmetric together: with (G, H) also (H', G').
void add_kronecker(const KroneckerTerms& terms, Index r, Matrix& hessian) {
  const double half = std::sqrt(0.5);
  Matrix slab;
  Index column = 0;
  for (Index c = 0; c < r; ++c) {
    // slab(a, b + r (d - c)) = sum of G(a, c) H(d, b).
    slab.noalias() =
        terms.first.middleRows(r * c, r) * terms.second.bottomRows(r * (r - c)).transpose();
    for (Index d = c; d < r; ++d, ++column) {
      const auto block = slab.middleCols(r * (d - c), r);
      const double weight = d == c ? half : 1;
      Index at = symmetric_size(r) - symmetric_size(r - c);
      for (Index b = c; b < r; ++b) {
        const Index rest = r - b;
        auto target = hessian.col(column).segment(at, rest);
        const double diagonal = target(0) + weight * 2 * half * block(b, b);
        target += weight * (block.col(b).tail(rest) + block.row(b).tail(rest).transpose());
        target(0) = diagonal;
        at += rest;
      }
    }
  }
}

/// Gradient and Hessian of the barrier function over its weight, in (vectorised Z, t).
struct Derivatives {
  Vector gradient;
  Matrix hessian;  ///< lower triangle
};

Derivatives derivatives_at(const SubspaceProgram& program, const LocalProgram& local,
                           double weight) {
  const Index r = program.size(), n = symmetric_size(r), levels = program.levels();
  const Matrix identity = Matrix::Identity(r, r);
  Derivatives result{Vector::Zero(n + levels), Matrix::Zero(n + levels, n + levels)};
  Matrix gradient = local.above - identity - local.gain / weight;
  Vector level_gradient = Vector::Constant(levels, program.penalty_weight / weight);
  KroneckerTerms terms(r, 1 + 4 * static_cast<Index>(program.squares.size()));
  terms.add(1, local.above, local.above);
  for (std::size_t k = 0; k < program.squares.size(); ++k) {
    const Matrix& inverse = local.inverses[k];
    const Matrix image = local.squares[k] * inverse;
    const Matrix outer = image * local.squares[k] + local.squares[k];
    const Matrix shrunk = inverse * local.ceiling;
    const Matrix twice = shrunk * inverse;
    terms.add(1, image, image);
    terms.add(1, image.transpose(), image.transpose());
    terms.add(1, outer, inverse);
    terms.add(1, inverse, outer);
    gradient += image + image.transpose();
    const Index t = level_of(program, k);
    level_gradient(t) -= shrunk.trace();
    const Matrix cross = local.squares[k] * twice;
    result.hessian.row(n + t).head(n) -= vectorize(cross + cross.transpose()).transpose();
    result.hessian(n + t, n + t) += shrunk.cwiseProduct(shrunk.transpose()).sum();
  }
  add_kronecker(terms, r, result.hessian);
  result.hessian.diagonal().head(n).array() += 1;
  const auto add_linear = [&](const Matrix& normal, double slack) {
    gradient += normal / slack;
    const Vector vector = vectorize(normal) / slack;
    result.hessian.topLeftCorner(n, n).selfadjointView<Eigen::Lower>().rankUpdate(vector);
  };
  for (Index j = 0; j < local.slacks.size(); ++j) {
    add_linear(local.directions.col(j) * local.directions.col(j).transpose(), local.slacks(j));
  }
  if (program.allows_less_trace) add_linear(local.trace, local.room);
  result.gradient << vectorize(gradient), level_gradient;
  return result;
}

struct NewtonStep {
  Matrix z;
  Vector levels;
  double decrement = kInfinite;
};

/// 1 / sqrt(1 + a_i a_j), in the order of vectorize().
Vector inverse_root_weights(const Vector& a) {
  Vector weights(symmetric_size(a.size()));
  Index at = 0;
  for (Index col = 0; col < a.size(); ++col) {
    const Index rest = a.size() - col;
    weights.segment(at, rest) = (1 + a(col) * a.tail(rest).array()).rsqrt();
    at += rest;
  }
  return weights;
}

/// Newton's step without penalties.  But for the limits the Hessian is D -> D + A D A, diagonal in
/// the eigenbasis of A; each limit adds a matrix of rank 1, which leaves a system with one unknown
/// for each.
std::optional<NewtonStep> step_without_penalties(const SubspaceProgram& program,
                                                 const LocalProgram& local, double weight) {
  const Index r = program.size(), limits = local.slacks.size();
  const SymmetricEigen eigen = symmetric_eigen(local.above);
  const Matrix& basis = eigen.vectors;
  const Matrix directions = basis.transpose() * local.directions;
  const Matrix trace = basis.transpose() * local.trace * basis;
  const Vector roots = inverse_root_weights(eigen.values);
  Matrix normals(roots.size(), limits + (program.allows_less_trace ? 1 : 0));
  Matrix gradient = -(basis.transpose() * local.gain * basis) / weight;
  gradient.diagonal() += eigen.values;
  gradient.diagonal().array() -= 1;
  const auto add_normal = [&](Index j, const Matrix& normal, double slack) {
    gradient += normal / slack;
    normals.col(j) = vectorize(normal).cwiseProduct(roots) / slack;
  };
  for (Index j = 0; j < limits; ++j) {
    add_normal(j, directions.col(j) * directions.col(j).transpose(), local.slacks(j));
  }
  if (program.allows_less_trace) add_normal(limits, trace, local.room);
  const Cholesky inner(Matrix::Identity(normals.cols(), normals.cols()) +
                       normals.transpose() * normals);
  if (!inner.succeeded() || !gradient.allFinite()) return std::nullopt;
  const auto solve = [&](const Vector& right) {
    const Vector scaled = right.cwiseProduct(roots);
    const Vector correction = inner.solve(Vector(normals.transpose() * scaled));
    return Vector((scaled - normals * correction).cwiseProduct(roots));
  };
  const Vector slopes = vectorize(gradient);
  Vector step = -solve(slopes);
  if (!program.allows_less_trace) {
    const Vector along = vectorize(trace), solved = solve(along);
    step -= along.dot(step) / along.dot(solved) * solved;
  }
  NewtonStep result;
  result.decrement = std::sqrt(std::max(0.0, -slopes.dot(step)));
  if (!std::isfinite(result.decrement)) return std::nullopt;
  result.z = basis * matricize(step, r) * basis.transpose();
  return result;
}

std::optional<NewtonStep> newton_step(const SubspaceProgram& program, const LocalProgram& local,
                                      double weight) {
  if (program.squares.empty()) return step_without_penalties(program, local, weight);
  const Index r = program.size(), n = symmetric_size(r);
  const Derivatives derivatives = derivatives_at(program, local, weight);
  const Cholesky factor(derivatives.hessian);
  if (!factor.succeeded() || !derivatives.gradient.allFinite()) return std::nullopt;
  Matrix right(derivatives.gradient.size(), 2);
  right.col(0) = derivatives.gradient;
  right.col(1) << vectorize(local.trace), Vector::Zero(program.levels());
  const Matrix solved = factor.solve(right);
  Vector step = -solved.col(0);
  if (!program.allows_less_trace) {
    step += right.col(1).dot(solved.col(0)) / right.col(1).dot(solved.col(1)) * solved.col(1);
  }
  NewtonStep result;
  result.decrement = std::sqrt(std::max(0.0, -derivatives.gradient.dot(step)));
  if (!std::isfinite(result.decrement)) return std::nullopt;
  result.z = matricize(step.head(n), r);
  result.levels = step.tail(program.levels());
  return result;
}

double log_determinant(const Matrix& matrix) {
  const Cholesky factor(matrix);
  return factor.succeeded() ? factor.log_determinant() : -kInfinite;
}

/// The barrier function over its weight after `length` of the step, but for a constant.
double merit(const SubspaceProgram& program, const SubspacePoint& point, const LocalProgram& local,
             const NewtonStep& step, double weight, double length) {
  const Index r = program.size();
  const Matrix moved = Matrix::Identity(r, r) + length * step.z;
  double value = -local.gain.cwiseProduct(moved).sum() / weight +
                 program.penalty_weight * length * step.levels.sum() / weight -
                 log_determinant(moved) - log_determinant(local.ceiling - moved);
  for (std::size_t k = 0; k < program.squares.size() && value < kInfinite; ++k) {
    const Index t = level_of(program, k);
    value -= log_determinant((point.levels(t) + length * step.levels(t)) * local.ceiling -
                             moved * local.squares[k] * moved);
  }
  const auto add_slack = [&value](double slack) {
    value = slack > 0 ? value - std::log(slack) : kInfinite;
  };
  for (Index j = 0; j < local.slacks.size(); ++j) {
    const auto g = local.directions.col(j);
    add_slack(local.slacks(j) - length * g.dot(step.z * g));
  }
  if (program.allows_less_trace) {
    add_slack(local.room - length * local.trace.cwiseProduct(step.z).sum());
  }
  if (std::isnan(value)) return kInfinite;
  return value;
}

/// A length with a sufficient decrease, found by shortening; 0 where rounding hides it.
double step_length(const SubspaceProgram& program, const SubspacePoint& point,
                   const LocalProgram& local, const NewtonStep& step, double weight, double first) {
  constexpr double kSufficient = 0.1, kShorter = 0.6, kShortest = 1e-10;
  const double now = merit(program, point, local, step, weight, 0);
  const double slope = step.decrement * step.decrement;
  for (double length = first; length > kShortest; length *= kShorter) {
    if (merit(program, point, local, step, weight, length) <= now - kSufficient * length * slope) {
      return length;
    }
  }
  return 0;
}

}  // namespace

Index SubspaceProgram::levels() const {
  return takes_largest_penalty ? std::min<Index>(1, static_cast<Index>(squares.size()))
                               : static_cast<Index>(squares.size());
}

double SubspaceProgram::penalty(std::size_t k, const Matrix& x) const {
  const Vector roots = lengths.cwiseSqrt();
  const Matrix scaled = x * roots.asDiagonal();
  return std::max(0.0, symmetric_eigenvalues(scaled.transpose() * squares[k] * scaled).maxCoeff());
}

double SubspaceProgram::value(const Matrix& x) const {
  double sum = 0, largest = 0;
  for (std::size_t k = 0; k < squares.size(); ++k) {
    const double one = penalty(k, x);
    sum += one;
    largest = std::max(largest, one);
  }
  return gain.cwiseProduct(x).sum() - penalty_weight * (takes_largest_penalty ? largest : sum);
}

CenterResult center(const SubspaceProgram& program, double weight, double first_step, int max_steps,
                    SubspacePoint& point) {
  CenterResult result;
  double last = kInfinite;
  while (result.steps < max_steps && !result.succeeded) {
    const std::optional<LocalProgram> local = local_program(program, point);
    if (!local) return result;
    const std::optional<NewtonStep> step = newton_step(program, *local, weight);
    if (!step) return result;
    const double first = result.steps++ == 0 ? first_step : 1;
    const double length = step->decrement < kWholeStep
                              ? 1
                              : step_length(program, point, *local, *step, weight, first);
    if (length == 0) return result;
    const Matrix moved = Matrix::Identity(program.size(), program.size()) + length * step->z;
    point.x = local->root * moved * local->root.transpose();
    point.x = ((point.x + point.x.transpose()) / 2).eval();
    point.levels += length * step->levels;
    const bool is_rounding = last < kSmallDecrement && step->decrement > last / 2;
    result.succeeded = step->decrement < kLastDecrement || is_rounding;
    last = step->decrement;
  }
  return result;
}

SubspaceMultipliers multipliers_at(const SubspaceProgram& program, double weight,
                                   const SubspacePoint& point) {
  SubspaceMultipliers result;
  const Matrix images = point.x * program.directions;
  const Vector captured = program.directions.cwiseProduct(images).colwise().sum().transpose();
  result.limits = weight * (program.limits - captured).cwiseInverse();
  const Vector roots = program.lengths.cwiseSqrt();
  const Matrix scaled = point.x * roots.asDiagonal();
  for (std::size_t k = 0; k < program.squares.size(); ++k) {
    const SymmetricEigen eigen = symmetric_eigen(scaled.transpose() * program.squares[k] * scaled);
    const Vector slopes =
        weight * (point.levels(level_of(program, k)) - eigen.values.array()).inverse();
    result.root_factors.emplace_back(scaled * eigen.vectors * slopes.asDiagonal() *
                                     eigen.vectors.transpose() * roots.cwiseInverse().asDiagonal());
    result.nuclear_norms.push_back(2 * slopes.dot(eigen.values.cwiseMax(0.0).cwiseSqrt()));
  }
  return result;
}

}  // namespace fairpca
