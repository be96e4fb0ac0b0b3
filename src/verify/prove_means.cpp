// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "linear_algebra/qr.h"
#include "linear_algebra/singular_values.h"
#include "linear_algebra/symmetric_eigen.h"
#include "verify/eigenvalue_bounds.h"
#include "verify/group_differences.h"
#include "verify/messages.h"
#include "verify/proof.h"

namespace fairpca {
namespace {

/// Projected means that differ by less are equal: beside the longest mean, and beside the overall
/// scale, where rounding of the means shows.
constexpr double kEqualMeans = 1e-10, kEqualToScale = 1e-12;
/// By which |V'f|^2 may exceed delta^2.
constexpr double kLimitRounding = 1e-9;

Matrix symmetric_half(const Matrix& matrix) {
  return (matrix + matrix.transpose()) / 2;
}

double overall_length(const ProvenProblem& problem) {
  return std::sqrt(std::max(problem.total_variance(), 0.0));
}

double allowed_difference(double longest_mean, const ProvenProblem& problem) {
  return std::max(kEqualMeans * longest_mean, kEqualToScale * overall_length(problem));
}

VerifiedClaim equal_means_claim(double difference, double allowed) {
  if (difference <= allowed) {
    return {"constraint", ClaimStatus::kProven,
            verify_message<"means-match">("difference"_is(difference))};
  }
  return {"constraint", ClaimStatus::kFailed,
          verify_message<"means-differ">("difference"_is(difference), "allowed"_is(allowed))};
}

/// tr S - U_d(R'AR), or none where R has fewer than d columns.  Of `allows_less_trace` the positive
/// ones among the d largest eigenvalues count alone.
std::optional<double> bound_within(const ProvenProblem& problem, const Matrix& matrix,
                                   const Matrix& basis, bool allows_less_trace = false) {
  if (basis.cols() < problem.d()) return std::nullopt;
  const EigenvalueBounds inner(symmetric_half(basis.transpose() * matrix * basis));
  const double most = allows_less_trace ? inner.upper(problem.d()).cwiseMax(0.0).sum()
                                        : inner.upper_sum(problem.d());
  return problem.total_variance() - most;
}

/// The difference of covariances Q of one comparison: phi_+ I + Q and phi_- I - Q, with the
/// smallest shifts that make them positive semidefinite, or with |Q|_2 for both, and their roots.
class ShiftedCovariances {
 public:
  ShiftedCovariances(const Matrix& difference, bool equal_shifts)
      : difference_(difference), eigen_(symmetric_eigen(difference)), equal_(equal_shifts) {}

  bool is_zero() const { return difference_.cwiseAbs().maxCoeff() == 0; }
  double shift(double sign) const {
    if (equal_) return eigen_.values.cwiseAbs().maxCoeff();
    return std::max(0.0, -(sign * eigen_.values).minCoeff());
  }
  /// lambda_max(V'(phi I + sign Q) V).
  double largest_along(const Matrix& frame, double sign) const {
    const Matrix inner = symmetric_half(frame.transpose() * difference_ * frame);
    return shift(sign) + (sign * symmetric_eigenvalues(inner)).maxCoeff();
  }
  Matrix root(double sign) const {
    const Vector values = (sign * eigen_.values).array() + shift(sign);
    return eigen_.vectors * values.cwiseMax(0.0).cwiseSqrt().asDiagonal() *
           eigen_.vectors.transpose();
  }
  /// How far the square of root() is from what it is the root of.
  double rounding(const Matrix& root, double sign) const {
    const Index p = root.rows();
    return (root * root - sign * difference_ - shift(sign) * Matrix::Identity(p, p)).norm();
  }

 private:
  const Matrix& difference_;
  SymmetricEigen eigen_;
  bool equal_;
};

/// |L R'|_*, by the triangular factors of both.
double nuclear_norm(const LowRankMatrix& matrix) {
  if (matrix.left.cols() == 0) return 0;
  constexpr double kRounding = 1 + 1e-13;
  const Matrix inner = thin_qr(matrix.left).r * thin_qr(matrix.right).r.transpose();
  return kRounding * singular_values(inner).sum();
}

class ConstrainedProof {
 public:
  explicit ConstrainedProof(const ProvenProblem& problem)
      : problem_(problem), comparisons_(proven_comparisons(problem)) {
    for (const ProvenComparison& comparison : comparisons_) {
      longest_ = std::max(longest_, comparison.mean.norm());
    }
    const ProblemSettings& settings = problem.settings;
    const double asked =
        settings.relative_delta ? *settings.relative_delta * longest_ : settings.delta;
    delta_ = std::min(asked, longest_);
    is_as_printed_ = settings.formulation == ProvenFormulation::kPrinted;
    penalty_ = settings.mu * unit_of_penalty();
  }

  Proof run() const {
    Proof proof = overall_error(problem_);
    Matrix reduced = problem_.prepared.covariance;
    double constant = 0;
    if (penalty_ > 0) add_penalties(proof, reduced, constant);
    if (delta_ > 0) add_limits(reduced, constant);
    const Matrix basis = allowed_basis();
    if (basis.cols() == problem_.d()) {
      proof.bound = value_of_only_choice(basis);
    } else if (const std::optional<double> least =
                   bound_within(problem_, reduced, basis, is_as_printed_)) {
      proof.bound = *least - constant;
    }
    proof.claims.push_back(limit_claim());
    return proof;
  }

 private:
  /// Of mu, beside the variance.
  double unit_of_penalty() const {
    const double weight = problem_.prepared.weight;
    switch (problem_.settings.formulation) {
      case ProvenFormulation::kDefault:
        return 1;
      case ProvenFormulation::kAuthors:
        return std::sqrt(weight * problem_.total_variance());
      case ProvenFormulation::kPrinted:
        return 1 / weight;
    }
    return 1;
  }

  /// A sum over the penalties; as printed, the largest.
  void add_penalty(double& total, double penalty) const {
    total = is_as_printed_ ? std::max(total, penalty) : total + penalty;
  }

  /// sum of mu lambda_max(V'B_k^2 V) in the objective; in the bound, what W_k makes of it.
  void add_penalties(Proof& proof, Matrix& reduced, double& constant) const {
    const std::vector<LowRankMatrix>& multipliers = problem_.multipliers().covariance_multipliers;
    double largest = 0, squares = 0, norms = 0, rounding = 0;
    for (std::size_t k = 0; k < comparisons_.size(); ++k) {
      const ShiftedCovariances shifted(comparisons_[k].covariance, is_as_printed_);
      if (shifted.is_zero()) continue;
      for (const double sign : {1.0, -1.0}) {
        add_penalty(largest, shifted.largest_along(problem_.frame(), sign));
        const std::size_t at = 2 * k + (sign > 0 ? 0 : 1);
        if (at >= multipliers.size()) continue;
        const LowRankMatrix& w = multipliers[at];
        const Matrix root = shifted.root(sign);
        reduced -= symmetric_half((root * w.left) * w.right.transpose());
        const double norm = nuclear_norm(w);
        norms += norm;
        squares += norm * norm;
        rounding += shifted.rounding(root, sign);
      }
    }
    proof.objective += penalty_ * largest;
    constant += (is_as_printed_ ? norms * norms : squares) / (4 * penalty_) + penalty_ * rounding;
  }

  /// The objective where equal means leave no more than d directions: every frame spans them.
  double value_of_only_choice(const Matrix& basis) const {
    const Matrix inner = basis.transpose() * problem_.prepared.covariance * basis;
    double penalty = 0;
    for (const ProvenComparison& comparison : comparisons_) {
      const ShiftedCovariances shifted(comparison.covariance, is_as_printed_);
      if (!(penalty_ > 0) || shifted.is_zero()) continue;
      for (const double sign : {1.0, -1.0})
        add_penalty(penalty, shifted.largest_along(basis, sign));
    }
    return problem_.total_variance() - inner.trace() + penalty_ * penalty;
  }

  void add_limits(Matrix& reduced, double& constant) const {
    const std::vector<double>& nu = problem_.multipliers().dual_weights;
    for (std::size_t k = 0; k < std::min(nu.size(), comparisons_.size()); ++k) {
      if (!(nu[k] > 0)) continue;
      const Vector& f = comparisons_[k].mean;
      reduced -= nu[k] * f * f.transpose();
      constant += nu[k] * delta_ * delta_;
    }
  }

  /// All directions; with delta = 0 those in which no means differ.
  Matrix allowed_basis() const {
    const Index p = problem_.prepared.mean.size();
    if (delta_ > 0) return Matrix::Identity(p, p);
    Matrix columns(p, static_cast<Index>(comparisons_.size()));
    for (Index k = 0; k < columns.cols(); ++k) {
      columns.col(k) = comparisons_[static_cast<std::size_t>(k)].mean;
    }
    return complement_of(columns, overall_length(problem_));
  }

  VerifiedClaim limit_claim() const {
    double difference = 0;
    for (const ProvenComparison& comparison : comparisons_) {
      difference = std::max(difference, (problem_.frame().transpose() * comparison.mean).norm());
    }
    if (delta_ == 0) return equal_means_claim(difference, allowed_difference(longest_, problem_));
    if (difference * difference <= delta_ * delta_ * (1 + kLimitRounding)) {
      return {"constraint", ClaimStatus::kProven,
              verify_message<"means-within">("difference"_is(difference), "delta"_is(delta_))};
    }
    const bool is_said = problem_.model.provenance.status == "infeasible";
    return {"constraint", ClaimStatus::kFailed,
            verify_message<"means-beyond">(
                "difference"_is(difference), "delta"_is(delta_),
                "remark"_is(is_said ? " (the file says so: infeasible)" : ""))};
  }

  const ProvenProblem& problem_;
  std::vector<ProvenComparison> comparisons_;
  double longest_ = 0, delta_ = 0, penalty_ = 0;
  bool is_as_printed_ = false;
};

}  // namespace

Proof prove_mean_matching(const ProvenProblem& problem) {
  Proof proof = overall_error(problem);
  const std::vector<ProvenDistribution> groups =
      proven_distributions(problem, problem.settings.positive);
  double difference = 0, longest = 0;
  Matrix columns(problem.prepared.mean.size(), 0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    longest = std::max(longest, groups[g].mean.norm());
    for (std::size_t h = 0; h < g; ++h) {
      if (groups[g].attribute != groups[h].attribute) continue;
      const Vector f = groups[g].mean - groups[h].mean;
      difference = std::max(difference, (problem.frame().transpose() * f).norm());
      const bool is_first = std::none_of(
          groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(h),
          [&](const ProvenDistribution& one) { return one.attribute == groups[h].attribute; });
      if (!is_first) continue;  // differences from the first of an attribute span all others
      columns.conservativeResize(Eigen::NoChange, columns.cols() + 1);
      columns.rightCols(1) = f;
    }
  }
  proof.bound = bound_within(problem, problem.prepared.covariance,
                             complement_of(columns, overall_length(problem)));
  proof.claims.push_back(equal_means_claim(difference, allowed_difference(longest, problem)));
  return proof;
}

Proof prove_constrained(const ProvenProblem& problem) {
  return ConstrainedProof(problem).run();
}

}  // namespace fairpca
