// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/fantope_subspaces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linear_algebra/pivoted_qr.h"
#include "linear_algebra/symmetric_eigen.h"
#include "optimize/fantope_barrier.h"

namespace fairpca {
namespace {

// These constants decide how fast bound and value meet, not what they are.  Chosen on 20 to 100
// columns, d = 5, penalty weights of 0.01 to 10 and limits of 1 to 1e-24 of a squared difference.

/// Of the barrier, beside the trace of the gain: at the start, in the first subspace, and then for
/// each subspace a tenth of the one before.
constexpr double kStartWeight = 1e-2, kFirstWeight = 1e-4, kShrink = 0.1;
/// Eigenvalues of P above this count as part of its range.
constexpr double kActive = 0.02;
/// Where all eigenvalues of P in the first subspace are above this share of the largest, the
/// subspace is far too small.
constexpr double kCrowded = 0.5;
/// Dimensions of the range of P beyond which the alternating method is faster; of tiny limits it
/// makes little, so that more effort is worth while.
constexpr Index kMostDimensions = 20, kMostForTinyLimits = 40;
/// Directions beyond which it is faster: with penalties a Newton step costs the sixth power of
/// their number, without (fantope_barrier.h) the fourth.
constexpr Index kMostLimits = 250;
/// Of sqrt(limit) beside the length of a direction.
constexpr double kTiny = 0.02;
/// Beside the trace of the gain: larger penalties spread P over nearly all dimensions.
constexpr double kLargestPenalty = 1e3;
/// A larger multiplier, beside the trace of the gain, adds more rounding than it lowers the bound.
constexpr double kLargestMultiplier = 5e5;
/// Directions shorter than this outside of the subspace are rounding.
constexpr double kShortestOutside = 1e-9;
/// Subspaces at most, and how many may pass without the gap being halved.
constexpr int kMaxSubspaces = 40, kPatience = 6;
constexpr int kMaxNewtonSteps = 300;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// A program in units in which gain and roots are of size 1 and directions of length 1.
struct UnitProgram {
  Matrix gain, directions;
  std::vector<Matrix> roots, squares;
  Vector limits, lengths;
  double penalty_weight = 0, scale = 1, root_scale = 1;
};

UnitProgram unit_program(const FantopeProgram& program, SpectralSolver& spectral) {
  UnitProgram unit;
  unit.scale = program.gain.trace();
  unit.gain = program.gain / unit.scale;
  double largest = 0;
  const bool has_penalty = program.penalty_weight > 0;
  for (std::size_t k = 0; k < program.roots.size() && has_penalty; ++k) {
    unit.squares.emplace_back(program.roots[k].transpose() * program.roots[k]);
    largest = std::max(largest, spectral.estimate(unit.squares.back(), 1).values(0));
  }
  unit.root_scale = largest > 0 ? std::sqrt(largest) : 1;
  unit.penalty_weight = program.penalty_weight * unit.root_scale * unit.root_scale / unit.scale;
  for (std::size_t k = 0; k < unit.squares.size(); ++k) {
    unit.roots.emplace_back(program.roots[k] / unit.root_scale);
    unit.squares[k] /= unit.root_scale * unit.root_scale;
  }
  unit.lengths = program.directions.colwise().squaredNorm().transpose();
  unit.directions = program.directions.colwise().normalized();
  unit.limits = program.limits.cwiseQuotient(unit.lengths);
  return unit;
}

/// An orthonormal basis of the directions, along the axes of sum_j f_j f_j' / limit_j, and the
/// lengths 1 / sqrt of its eigenvalues, at most 1: what the limits leave along each axis.
struct LimitedAxes {
  Matrix basis;
  Vector lengths;
};

LimitedAxes limited_axes(const UnitProgram& program) {
  if (program.directions.cols() == 0) return {program.directions, Vector()};
  const PivotedQr factors(program.directions, 1e-10);  // differences of means add up to 0
  const Matrix span = factors.first_columns(factors.rank());
  const Matrix scaled = (span.transpose() * program.directions) *
                        program.limits.cwiseSqrt().cwiseInverse().asDiagonal();
  const SymmetricEigen eigen = symmetric_eigen(scaled * scaled.transpose());
  return {span * eigen.vectors, eigen.values.cwiseSqrt().cwiseInverse().cwiseMin(1.0)};
}

Matrix symmetrized(const Matrix& matrix) {
  return (matrix + matrix.transpose()) / 2;
}

/// The best point and bound so far, in the units of UnitProgram.
struct SubspaceBest {
  double value = -kUnbounded, bound = kUnbounded;
  Matrix point;
  Matrix rest;  ///< whose largest eigenvalues, with `constant`, are the bound
  double constant = 0;
  Vector multipliers;
  std::vector<Matrix> root_multipliers;
};

class SubspaceSearch {
 public:
  SubspaceSearch(const FantopeProgram& program, Index d, SpectralSolver& spectral,
                 const FantopeProgramOptions& options)
      : program_(program),
        unit_(unit_program(program, spectral)),
        axes_(limited_axes(unit_)),
        d_(d),
        spectral_(spectral),
        options_(options) {
    const bool is_tiny = unit_.limits.size() > 0 && unit_.limits.minCoeff() < kTiny * kTiny;
    most_ = is_tiny ? kMostForTinyLimits : kMostDimensions;
  }

  FantopeProgramResult run() {
    if (!start()) return std::move(result_);
    double halved = kUnbounded;
    for (int step = 0, since = 0; step < kMaxSubspaces && since < kPatience; ++step, ++since) {
      if (!solve_in_subspace()) break;
      check();
      const double gap = best_.bound - best_.value;
      if (gap < halved / 2) {
        halved = gap;
        since = 0;
      }
      if (gap <= options_.tolerance && finish()) return std::move(result_);
      if (options_.observer && options_.observer() == Flow::kStop) {
        result_.stopped = true;
        break;
      }
      if (result_.iterations >= options_.max_iterations || !next_subspace(gap)) break;
    }
    finish();
    return std::move(result_);
  }

 private:
  Index size() const { return inside_.cols() + axes_.basis.cols(); }

  /// The top eigenvectors of S across the directions, and the central path there down to the first
  /// weight; false where the directions leave too few, or P would take up all of them.
  bool start() {
    const Index p = unit_.gain.rows(), m = axes_.basis.cols(), others = p - m;
    const Index count = std::min(others, 2 * d_ + 6);
    const Index most_limits = unit_.squares.empty() ? kMostLimits : most_;
    if (count < d_ || m > most_limits || size_is_fixed(count + m)) return false;
    const Matrix across = Matrix::Identity(p, p) - axes_.basis * axes_.basis.transpose();
    const Matrix gain = across * unit_.gain * across - axes_.basis * axes_.basis.transpose();
    inside_ = spectral_.estimate(symmetrized(gain), count).vectors;
    // Half of what the limits leave along the axes, all else evenly: in the interior.
    Vector weights(count + m);
    weights.tail(m).setConstant(0.5 * static_cast<double>(d_) / static_cast<double>(p * (m + 1)));
    const double along = weights.tail(m).dot(axes_.lengths.cwiseAbs2());
    const double trace = (program_.allows_less_trace ? 0.9 : 1) * static_cast<double>(d_);
    weights.head(count).setConstant((trace - along) / static_cast<double>(count));
    point_.x = weights.asDiagonal();
    restrict();
    set_levels(Vector());
    for (weight_ = kStartWeight; weight_ > kFirstWeight * (1 + 1e-6); weight_ *= kShrink) {
      if (!solve_in_subspace()) return false;
      first_step_ = kShrink;
    }
    if (count == others || most_ > kMostDimensions) return true;
    const Vector values = symmetric_eigenvalues(point_.x.topLeftCorner(count, count));
    return values.minCoeff() < kCrowded * values.maxCoeff();
  }

  /// P = I is the only point of the Fantope, or its penalty is beyond what is solved here.
  bool size_is_fixed(Index dimensions) const {
    return (dimensions == d_ && !program_.allows_less_trace) ||
           unit_.penalty_weight > kLargestPenalty;
  }

  /// The program over the current subspace.
  void restrict() {
    basis_.resize(inside_.rows(), size());
    basis_ << inside_, axes_.basis * axes_.lengths.asDiagonal();
    small_.gain = basis_.transpose() * unit_.gain * basis_;
    small_.squares.clear();
    images_.clear();
    for (const Matrix& square : unit_.squares) {
      images_.emplace_back(square * basis_);
      small_.squares.emplace_back(symmetrized(basis_.transpose() * images_.back()));
    }
    small_.directions = basis_.transpose() * unit_.directions;
    small_.limits = unit_.limits;
    small_.lengths = basis_.colwise().squaredNorm().transpose();
    small_.penalty_weight = unit_.penalty_weight;
    small_.trace = static_cast<double>(d_);
    small_.takes_largest_penalty = program_.takes_largest_penalty;
    small_.allows_less_trace = program_.allows_less_trace;
  }

  /// |B_k P|_2^2, or the largest of them.
  Vector least_levels() const {
    Vector least = Vector::Zero(small_.levels());
    for (std::size_t k = 0; k < small_.squares.size(); ++k) {
      const Index t = small_.takes_largest_penalty ? 0 : static_cast<Index>(k);
      least(t) = std::max(least(t), small_.penalty(k, point_.x));
    }
    return least;
  }

  /// Levels above the least ones by `slacks`, or by about what the start of the path has.
  void set_levels(const Vector& slacks) {
    const Vector least = least_levels();
    point_.levels = least;
    if (slacks.size() > 0) {
      point_.levels += slacks;
    } else if (least.size() > 0) {
      point_.levels += 0.1 * least;
      point_.levels.array() += kStartWeight * static_cast<double>(size()) / unit_.penalty_weight;
    }
  }

  bool solve_in_subspace() {
    const int left = options_.max_iterations - result_.iterations;
    if (left <= 0) return false;
    const CenterResult centered =
        center(small_, weight_, first_step_, std::min(left, kMaxNewtonSteps), point_);
    result_.iterations += centered.steps;
    return centered.succeeded;
  }

  /// Value and bound at the point of the central path.
  void check() {
    const double value = small_.value(point_.x);
    if (value > best_.value) {
      best_.value = value;
      best_.point = symmetrized(basis_ * point_.x * basis_.transpose());
    }
    SubspaceMultipliers multipliers = multipliers_at(small_, weight_, point_);
    multipliers.limits = multipliers.limits.cwiseMin(kLargestMultiplier);
    rest_ = unit_.gain -
            unit_.directions * multipliers.limits.asDiagonal() * unit_.directions.transpose();
    double squares = 0, total = 0;
    for (std::size_t k = 0; k < images_.size(); ++k) {
      const Matrix product = images_[k] * multipliers.root_factors[k] * basis_.transpose();
      rest_ -= product + product.transpose();
      total += multipliers.nuclear_norms[k];
      squares += multipliers.nuclear_norms[k] * multipliers.nuclear_norms[k];
    }
    const double penalties = small_.takes_largest_penalty ? total * total : squares;
    const double constant = (penalties > 0 ? penalties / (4 * unit_.penalty_weight) : 0) +
                            multipliers.limits.dot(unit_.limits);
    rest_ = symmetrized(rest_);
    pairs_ = spectral_.estimate(rest_, std::min(rest_.rows(), std::max(most_, 2 * d_)));
    const double bound = most_captured(pairs_) + constant;
    if (bound < best_.bound) keep_bound(bound, constant, multipliers);
  }

  void keep_bound(double bound, double constant, const SubspaceMultipliers& multipliers) {
    best_.bound = bound;
    best_.constant = constant;
    best_.rest = rest_;
    best_.multipliers = multipliers.limits;
    best_.root_multipliers.clear();
    for (std::size_t k = 0; k < images_.size(); ++k) {
      best_.root_multipliers.emplace_back(2 * (unit_.roots[k] * basis_) *
                                          multipliers.root_factors[k] * basis_.transpose());
    }
  }

  /// Of the matrix with these pairs, by any P that is allowed.
  double most_captured(const TopEigenpairs& pairs) const {
    const Vector values = (pairs.values.head(d_).array() + pairs.excess).matrix();
    return program_.allows_less_trace ? values.cwiseMax(0.0).sum() : values.sum();
  }

  /// The range of P, as much of the rest of the last subspace as there is room for, and the top
  /// eigenvectors of the matrix behind the bound.  False where that is too large.
  bool next_subspace(double gap) {
    const Index c = inside_.cols(), others = inside_.rows() - axes_.basis.cols();
    const SymmetricEigen eigen = symmetric_eigen(point_.x.topLeftCorner(c, c));
    const auto used = static_cast<Index>((eigen.values.array() > kActive).count());
    const Index active = std::min(c, std::max(d_, used));
    if (active > std::max(most_, 2 * d_)) return false;
    const Index fresh = std::min(pairs_.vectors.cols(), active + 2);
    const Index most = std::min(others, std::max(kMostDimensions, active + fresh));
    const Index kept = std::min(c, std::max(active, most - fresh));
    const Matrix rotation = eigen.vectors.rightCols(kept).rowwise().reverse();
    const Vector slacks = point_.levels - least_levels();
    inside_ = grown(inside_ * rotation, fresh);
    // As far as the last step of the gap suggests, and not beyond what the tolerance asks for.
    const double next = weight_ * std::clamp(0.5 * options_.tolerance / gap, kShrink, 0.5);
    carry_over(rotation, next);
    restrict();
    fit_trace(kept);
    set_levels(slacks);
    first_step_ = next / weight_;
    weight_ = next;
    return true;
  }

  /// These columns and what the first eigenvectors behind the bound have outside of them and of
  /// the axes, orthonormal.
  Matrix grown(const Matrix& columns, Index fresh) const {
    Matrix all(columns.rows(), columns.cols() + fresh);
    all.leftCols(columns.cols()) = columns;
    Index count = columns.cols();
    for (Index j = 0; j < fresh && count < columns.rows() - axes_.basis.cols(); ++j) {
      Vector direction = pairs_.vectors.col(j);
      const auto project = [&] {
        direction -= axes_.basis * (axes_.basis.transpose() * direction).eval();
        direction -= all.leftCols(count) * (all.leftCols(count).transpose() * direction).eval();
      };
      project();
      if (direction.norm() < kShortestOutside) continue;
      direction.normalize();
      project();
      all.col(count++) = direction.normalized();
    }
    return all.leftCols(count);
  }

  /// X in the rotated subspace; fresh directions get what the central path has at the next weight,
  /// weight / distance of their Rayleigh quotient from eigenvalue d.
  void carry_over(const Matrix& rotation, double next) {
    const Index c = rotation.rows(), kept = rotation.cols();
    const Index count = inside_.cols(), m = axes_.basis.cols();
    Matrix x = Matrix::Zero(count + m, count + m);
    x.topLeftCorner(kept, kept) = rotation.transpose() * point_.x.topLeftCorner(c, c) * rotation;
    x.block(0, count, kept, m) = rotation.transpose() * point_.x.topRightCorner(c, m);
    x.block(count, 0, m, kept) = x.block(0, count, kept, m).transpose();
    x.bottomRightCorner(m, m) = point_.x.bottomRightCorner(m, m);
    const double edge = pairs_.values(d_ - 1);
    for (Index j = kept; j < count; ++j) {
      const double distance = edge - inside_.col(j).dot(rest_ * inside_.col(j));
      x(j, j) = next / std::max(distance, 10 * next);
    }
    point_.x = symmetrized(x);
  }

  /// tr P = d again, in the interior: less of everything, or more of the fresh directions, or of
  /// all; nothing where less is allowed and has been reached.
  void fit_trace(Index kept) {
    const Index count = inside_.cols();
    const double trace = small_.lengths.dot(point_.x.diagonal());
    const double whole = program_.allows_less_trace ? small_.trace * (1 - weight_) : small_.trace;
    if (trace > whole) {
      point_.x *= whole / trace;
    } else if (program_.allows_less_trace) {
      return;
    } else if (count > kept) {
      point_.x.diagonal().segment(kept, count - kept).array() +=
          (whole - trace) / static_cast<double>(count - kept);
    } else {
      lift_inside(whole - trace);
    }
  }

  /// Adds to the trace a share of what the eigenvalues across the axes leave to 1: none passes it,
  /// and the limits do not see it.
  void lift_inside(double missing) {
    const Index count = inside_.cols(), m = axes_.basis.cols();
    auto inside = point_.x.topLeftCorner(count, count);
    const double share = missing / (static_cast<double>(count) - inside.trace());
    inside *= 1 - share;
    inside.diagonal().array() += share;
    point_.x.topRightCorner(count, m) *= std::sqrt(1 - share);
    point_.x.bottomLeftCorner(m, count) = point_.x.topRightCorner(count, m).transpose();
  }

  /// The best point and bound in the units of the program, the bound certified; whether they meet.
  bool finish() {
    if (best_.point.size() == 0 || best_.rest.size() == 0) return false;
    result_.point = best_.point;
    result_.value = program_.value(result_.point);
    const TopEigenpairs pairs = spectral_.top(best_.rest, d_);
    result_.bound = unit_.scale * (most_captured(pairs) + best_.constant);
    result_.certified = pairs.certified;
    result_.multipliers = unit_.scale * best_.multipliers.cwiseQuotient(unit_.lengths);
    result_.root_multipliers.clear();
    for (const Matrix& root : best_.root_multipliers) {
      result_.root_multipliers.emplace_back(unit_.scale / unit_.root_scale * root);
    }
    result_.converged = result_.bound - result_.value <= options_.tolerance * unit_.scale;
    return result_.converged;
  }

  const FantopeProgram& program_;
  UnitProgram unit_;
  LimitedAxes axes_;
  Index d_, most_ = kMostDimensions;
  SpectralSolver& spectral_;
  const FantopeProgramOptions& options_;
  Matrix inside_;  ///< orthonormal, across the axes
  Matrix basis_;   ///< inside_ and the axes in units of their limits
  SubspaceProgram small_;
  std::vector<Matrix> images_;  ///< B_k'B_k basis_
  SubspacePoint point_;
  double weight_ = kStartWeight, first_step_ = 1;
  Matrix rest_;          ///< whose largest eigenvalues are part of the last bound
  TopEigenpairs pairs_;  ///< of `rest_`
  SubspaceBest best_;
  FantopeProgramResult result_;
};

}  // namespace

FantopeProgramResult maximize_in_subspaces(const FantopeProgram& program, Index d,
                                           SpectralSolver& spectral,
                                           const FantopeProgramOptions& options) {
  // Without limits and penalties the alternating method starts at the solution.
  const bool is_plain = program.limits.size() == 0 && !(program.penalty_weight > 0);
  if (is_plain || !(program.gain.trace() > 0)) return {};
  return SubspaceSearch(program, d, spectral, options).run();
}

}  // namespace fairpca
