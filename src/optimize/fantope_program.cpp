// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/fantope_program.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "linear_algebra/pivoted_qr.h"
#include "linear_algebra/solve.h"
#include "optimize/fantope_subspaces.h"

namespace fairpca {
namespace {

// The constants below decide how fast bound and value meet, not what they are: both are computed
// from any iterate and any multipliers.

constexpr int kStepsPerCheck = 10;
/// Of the point in the steps of the other blocks: Boyd et al. (2011), section 3.4.3, recommend 1.5
/// to 1.8.
constexpr double kOverRelaxation = 1.6;
/// rho is doubled or halved where one residual is this many times the other: residual balancing,
/// Boyd et al. (2011), section 3.4.1, who give 10 and 2 as typical.
constexpr double kResidualRatio = 5, kRhoFactor = 2;
/// A safeguard: directions are lengthened, at most by 1 / sqrt(kShortest), where the root of a
/// limit is below this share of the direction's length.
constexpr double kTinyShare = 0.02, kShortest = 1e-2;

Matrix symmetric_part(const Matrix& matrix) {
  return (matrix + matrix.transpose()) / 2;
}

/// The closest weights in [0, 1] of sum d, or of at most that: shifted by one number and clipped.
Vector clip_to_sum(const Vector& values, Index d, bool allows_less) {
  const Vector clipped = values.cwiseMax(0.0).cwiseMin(1.0);
  if (allows_less && clipped.sum() <= static_cast<double>(d)) return clipped;
  const auto sum_at = [&](double shift) {
    return (values.array() - shift).cwiseMax(0.0).cwiseMin(1.0).sum();
  };
  double low = values.minCoeff() - 1, high = values.maxCoeff();
  for (int step = 0; step < 200 && high - low > 1e-16 * (1 + std::abs(high)); ++step) {
    const double middle = (low + high) / 2;
    (sum_at(middle) > static_cast<double>(d) ? low : high) = middle;
  }
  return (values.array() - (low + high) / 2).cwiseMax(0.0).cwiseMin(1.0);
}

double squared_spectral_norm(const Matrix& matrix, SpectralSolver& spectral) {
  return spectral.estimate(matrix.transpose() * matrix, 1).values(0);
}

/// A matrix with its right singular vectors and singular values, largest first.
struct SingularParts {
  Matrix matrix, vectors;
  Vector singular;
};

SingularParts singular_parts(Matrix matrix, SpectralSolver& spectral) {
  TopEigenpairs pairs = spectral.estimate(matrix.transpose() * matrix, matrix.cols());
  return {std::move(matrix), std::move(pairs.vectors), pairs.values.cwiseMax(0.0).cwiseSqrt()};
}

/// Where the proximal operator argmin over Y of penalty_weight |Y|_2^2 + rho/2 |Y - A|_F^2 clips
/// the singular values of A, given largest first.
double clipping_level(const std::vector<double>& singular, double penalty_weight, double rho) {
  double sum = 0, level = 0;
  for (std::size_t active = 0; active < singular.size(); ++active) {
    if (active > 0 && singular[active] <= level) break;
    sum += singular[active];
    level = rho * sum / (2 * penalty_weight + rho * static_cast<double>(active + 1));
  }
  return level;
}

/// A matrix with its singular values clipped at `level`.
struct Clipped {
  Matrix kept;
  double removed = 0;  ///< nuclear norm of the part removed
};

Clipped clipped_at(const SingularParts& parts, double level) {
  Clipped clipped{parts.matrix, 0};
  for (Index i = 0; i < parts.singular.size() && parts.singular(i) > level; ++i) {
    const double share = 1 - level / parts.singular(i);
    clipped.kept.noalias() -=
        (share * (parts.matrix * parts.vectors.col(i))) * parts.vectors.col(i).transpose();
    clipped.removed += parts.singular(i) - level;
  }
  return clipped;
}

/// The proximal operators of the penalties, one by one, or of the largest: that of the matrices as
/// blocks of one, whose singular values are those of all.
std::vector<Clipped> shrink_spectral_norms(const std::vector<SingularParts>& all, bool together,
                                           double penalty_weight, double rho) {
  std::vector<double> pooled;
  for (const SingularParts& parts : all) {
    pooled.insert(pooled.end(), parts.singular.begin(), parts.singular.end());
  }
  std::sort(pooled.rbegin(), pooled.rend());
  std::vector<Clipped> clipped;
  for (const SingularParts& parts : all) {
    const std::vector<double> own(parts.singular.begin(), parts.singular.end());
    clipped.push_back(
        clipped_at(parts, clipping_level(together ? pooled : own, penalty_weight, rho)));
  }
  return clipped;
}

/// The alternating direction method of multipliers, in its scaled form (Boyd et al. 2011).
class Admm {
 public:
  /// `known` has the best point and bound so far.
  Admm(const FantopeProgram& program, Index d, SpectralSolver& spectral,
       const FantopeProgramOptions& options, FantopeProgramResult known)
      : program_(program),
        d_(d),
        spectral_(spectral),
        options_(options),
        scale_(program.gain.trace()),
        result_(std::move(known)) {
    const Index p = program.gain.rows();
    double largest = 0;
    for (const Matrix& root : program.roots) {
      largest = std::max(largest, squared_spectral_norm(root, spectral));
    }
    if (!(scale_ > 0)) scale_ = largest > 0 ? program.penalty_weight * largest : 1;
    // All roots are divided by one number, so that their squares still add up to a multiple of I.
    root_scale_ = largest > 0 ? std::sqrt(largest) : 1;
    penalty_weight_ = program.penalty_weight * root_scale_ * root_scale_ / scale_;
    gain_ = program.gain / scale_;
    for (const Matrix& root : program.roots) {
      roots_.push_back(root / root_scale_);
      diagonal_ += roots_.back().squaredNorm() / static_cast<double>(p);
    }
    directions_ = program.directions;
    lengths_ = directions_.colwise().squaredNorm();
    // Multipliers grow as limits shrink: longer directions keep them of the size of the gain.
    const Vector shares = program.limits.cwiseQuotient(lengths_).cwiseSqrt();
    lengths_ = lengths_.cwiseProduct((shares / kTinyShare).cwiseMax(kShortest).cwiseMin(1.0));
    for (Index j = 0; j < directions_.cols(); ++j) directions_.col(j) /= std::sqrt(lengths_(j));
    limits_ = program.limits.cwiseQuotient(lengths_);
    has_tiny_limits_ = shares.size() > 0 && shares.minCoeff() < kTinyShare;
    start();
  }

  FantopeProgramResult run() {
    for (int step = 1; result_.iterations < options_.max_iterations; ++step) {
      ++result_.iterations;
      iterate();
      const bool is_last = result_.iterations == options_.max_iterations;
      if (step % kStepsPerCheck != 0 && !is_last) continue;
      check();
      if (result_.converged) break;
      if (options_.observer && options_.observer() == Flow::kStop) {
        result_.stopped = true;
        break;
      }
      update_rho();
    }
    if (!result_.converged && complement_) offer(*complement_);
    return std::move(result_);
  }

 private:
  void start() {
    const Index p = gain_.rows();
    point_ = spectral_.estimate(gain_, d_).vectors;
    point_ = (point_ * point_.transpose()).eval();
    fantope_ = point_;
    dual_ = Matrix::Zero(p, p);
    for (const Matrix& root : roots_) {
      images_.emplace_back(root * point_);
      image_duals_.emplace_back(Matrix::Zero(root.rows(), p));
    }
    captured_ = captured(point_).cwiseMin(limits_);
    captured_duals_ = Vector::Zero(limits_.size());
    removed_.assign(roots_.size(), 0.0);
    const Matrix overlap = directions_.transpose() * directions_;
    coupling_ = overlap.cwiseAbs2();
    coupling_.diagonal().array() += 1 + diagonal_;
    rho_ = 0.1 + penalty_weight_;  // a guess: update_rho() corrects it
  }

  Vector captured(const Matrix& point) const {
    return directions_.cwiseProduct(point * directions_).colwise().sum().transpose();
  }

  /// (1 + m) P + sum_j F_j <F_j, P> = right-hand side.
  Matrix solve_point() const {
    Matrix right = gain_ / rho_ + fantope_ - dual_;
    for (std::size_t k = 0; k < roots_.size(); ++k) {
      right += symmetric_part(roots_[k].transpose() * (images_[k] - image_duals_[k]));
    }
    if (limits_.size() > 0) {
      const Vector shifted = captured_ - captured_duals_;
      right += directions_ * shifted.asDiagonal() * directions_.transpose();
      const Vector inner = solve_symmetric(coupling_, captured(right));
      right -= directions_ * inner.asDiagonal() * directions_.transpose();
    }
    return right / (1 + diagonal_);
  }

  void iterate() {
    point_ = solve_point();
    const Matrix last_fantope = fantope_;
    double squared_change = 0, squared_distance = 0;
    const auto relaxed = [](const auto& now, const auto& before) {
      return (kOverRelaxation * now + (1 - kOverRelaxation) * before).eval();
    };
    // Each block is the proximal operator at the relaxed point plus its scaled multiplier.
    const Matrix argument = relaxed(point_, fantope_) + dual_;
    const TopEigenpairs pairs = spectral_.estimate(symmetric_part(argument), argument.cols());
    fantope_ = pairs.vectors *
               clip_to_sum(pairs.values, d_, program_.allows_less_trace).asDiagonal() *
               pairs.vectors.transpose();
    dual_ = argument - fantope_;
    squared_change += (fantope_ - last_fantope).squaredNorm();
    squared_distance += (point_ - fantope_).squaredNorm();
    std::vector<Matrix> products;
    std::vector<SingularParts> arguments;
    for (std::size_t k = 0; k < roots_.size(); ++k) {
      products.emplace_back(roots_[k] * point_);
      arguments.push_back(
          singular_parts(relaxed(products[k], images_[k]) + image_duals_[k], spectral_));
    }
    std::vector<Clipped> clipped =
        shrink_spectral_norms(arguments, program_.takes_largest_penalty, penalty_weight_, rho_);
    for (std::size_t k = 0; k < roots_.size(); ++k) {
      const Matrix last_image = std::exchange(images_[k], std::move(clipped[k].kept));
      image_duals_[k] = arguments[k].matrix - images_[k];
      removed_[k] = clipped[k].removed;
      squared_change += (images_[k] - last_image).squaredNorm();
      squared_distance += (products[k] - images_[k]).squaredNorm();
    }
    change_ = std::sqrt(squared_change);
    distance_ = std::sqrt(squared_distance);
    const Vector captured_argument = relaxed(captured(point_), captured_) + captured_duals_;
    captured_ = captured_argument.cwiseMin(limits_);
    captured_duals_ = captured_argument - captured_;
  }

  /// A good point that captures nothing of the directions, for tiny limits the best, which is
  /// nearly what is sought; empty where the directions leave too few others.
  Matrix best_in_complement() const {
    const PivotedQr factors(directions_, 1e-10);  // differences of means add up to 0
    const Index p = directions_.rows(), others = p - factors.rank();
    if (others == 0 && program_.allows_less_trace) return Matrix::Zero(p, p);
    if (d_ > others && !program_.allows_less_trace) return {};
    const Matrix basis = factors.complement();
    FantopeProgram inner;
    inner.gain = basis.transpose() * program_.gain * basis;
    inner.penalty_weight = program_.penalty_weight;
    if (has_tiny_limits_) {
      for (const Matrix& root : program_.roots) inner.roots.emplace_back(root * basis);
    }
    inner.directions = Matrix(others, 0);
    inner.takes_largest_penalty = program_.takes_largest_penalty;
    inner.allows_less_trace = program_.allows_less_trace;
    const FantopeProgramResult found =
        maximize_over_fantope(inner, std::min(d_, others), spectral_, options_);
    return basis * found.point * basis.transpose();
  }

  /// A point within the limits: towards the complement of the directions, as far as needed.
  Matrix feasible_point() {
    if (limits_.size() == 0) return fantope_;
    const Vector excess = captured(fantope_) - limits_;
    if (excess.maxCoeff() <= 0) return fantope_;
    if (!complement_) complement_ = best_in_complement();
    if (complement_->size() == 0) return {};
    double share = 0;
    for (Index j = 0; j < excess.size(); ++j) {
      if (excess(j) > 0) share = std::max(share, excess(j) / (excess(j) + limits_(j)));
    }
    return (1 - share) * fantope_ + share * *complement_;
  }

  /// Keeps a point within the limits if it is the best so far.
  void offer(const Matrix& candidate) {
    if (candidate.size() == 0) return;
    const double value = program_.value(candidate);
    if (!(value > result_.value)) return;
    result_.value = value;
    result_.point = candidate;
  }

  /// Of the matrix with these pairs, by any P that is allowed.
  double most_captured(const TopEigenpairs& pairs) const {
    if (!program_.allows_less_trace) return pairs.sum_upper_bound();
    return (pairs.values.array() + pairs.excess).max(0.0).sum();
  }

  void check() {
    offer(feasible_point());
    Matrix rest = gain_;
    double constant = 0, total = 0;
    for (std::size_t k = 0; k < roots_.size(); ++k) {
      rest -= rho_ * symmetric_part(roots_[k].transpose() * image_duals_[k]);
      const double nuclear = rho_ * removed_[k];
      total += nuclear;
      if (nuclear > 0) constant += nuclear * nuclear / (4 * penalty_weight_);
    }
    if (program_.takes_largest_penalty && total > 0) {
      constant = total * total / (4 * penalty_weight_);
    }
    const Vector nu = rho_ * captured_duals_;
    rest -= directions_ * nu.asDiagonal() * directions_.transpose();
    constant += nu.dot(limits_);
    const TopEigenpairs pairs = spectral_.top(symmetric_part(rest), d_);
    const double bound = scale_ * (most_captured(pairs) + constant);
    if (bound < result_.bound) {
      result_.bound = bound;
      result_.certified = pairs.certified;
      result_.multipliers = scale_ * nu.cwiseQuotient(lengths_);
      result_.root_multipliers.clear();
      for (const Matrix& dual : image_duals_) {
        result_.root_multipliers.emplace_back(scale_ * rho_ / root_scale_ * dual);
      }
    }
    result_.converged = result_.bound - result_.value <= options_.tolerance * scale_;
  }

  /// Keeps primal and dual residuals within a factor of each other.
  void update_rho() {
    // Multipliers are of the size of the gain and the penalty weight: so is their residual
    // measured.
    const double primal = distance_ / std::sqrt(static_cast<double>(d_));
    const double dual = rho_ * change_ / (gain_.norm() + penalty_weight_);
    const double factor = primal > kResidualRatio * dual   ? kRhoFactor
                          : dual > kResidualRatio * primal ? 1 / kRhoFactor
                                                           : 1;
    if (factor == 1) return;
    rho_ *= factor;
    dual_ /= factor;
    captured_duals_ /= factor;
    for (std::size_t k = 0; k < roots_.size(); ++k) {
      image_duals_[k] /= factor;
      removed_[k] /= factor;
    }
  }

  const FantopeProgram& program_;
  Index d_;
  SpectralSolver& spectral_;
  const FantopeProgramOptions& options_;
  double scale_, root_scale_ = 1, penalty_weight_ = 0, diagonal_ = 0, rho_ = 0.1;
  Matrix gain_, directions_, coupling_;
  bool has_tiny_limits_ = false;
  std::optional<Matrix> complement_;
  std::vector<Matrix> roots_;
  Vector lengths_, limits_;
  Matrix point_, fantope_, dual_;
  double change_ = 0, distance_ = 0;  ///< of the last step, and between the parts after it
  std::vector<Matrix> images_, image_duals_;
  std::vector<double> removed_;
  Vector captured_, captured_duals_;
  FantopeProgramResult result_;  ///< the best so far
};

}  // namespace

double FantopeProgram::value(const Matrix& point) const {
  const double total = gain.cwiseProduct(point).sum();
  SpectralSolver spectral;
  double sum = 0, largest = 0;
  for (const Matrix& root : roots) {
    const double penalty = squared_spectral_norm(root * point, spectral);
    sum += penalty;
    largest = std::max(largest, penalty);
  }
  return total - penalty_weight * (takes_largest_penalty ? largest : sum);
}

FantopeProgramResult maximize_over_fantope(const FantopeProgram& program, Index d,
                                           SpectralSolver& spectral,
                                           const FantopeProgramOptions& options) {
  const Index p = program.gain.rows();
  if (d == p && program.limits.size() == 0 && !program.allows_less_trace) {
    FantopeProgramResult only;
    only.point = Matrix::Identity(p, p);
    only.certified = only.converged = true;
    only.value = only.bound = program.value(only.point);
    return only;
  }
  FantopeProgramOptions first = options;
  first.max_iterations = options.max_iterations / 2;
  FantopeProgramResult found = maximize_in_subspaces(program, d, spectral, first);
  if (found.converged || found.stopped) return found;
  return Admm(program, d, spectral, options, std::move(found)).run();
}

}  // namespace fairpca
