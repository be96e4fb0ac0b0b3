// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <map>

#include "linear_algebra/symmetric_eigen.h"
#include "model/reconstruction.h"
#include "verify/eigenvalue_bounds.h"
#include "verify/messages.h"
#include "verify/proof.h"

namespace fairpca {
namespace {

/// By which a gap may exceed the cap, beside the total variance: of a cap that was given, and of
/// one relative to a gap of PCA, which is recomputed.
constexpr double kCapRounding = 1e-12, kRelativeCapRounding = 1e-9;

class GapProof {
 public:
  explicit GapProof(const ProvenProblem& problem)
      : problem_(problem), attributes_(problem.attributes()), gamma_(given_multipliers()) {
    const ProblemSettings& settings = problem.settings;
    cap_ = settings.max_gap ? *settings.max_gap : settings.relative_max_gap * gap_of(pca_frame());
    allowed_ =
        cap_ + problem.total_variance() * (settings.max_gap ? kCapRounding : kRelativeCapRounding);
  }

  Proof run() const {
    Proof proof = prove_pca(problem_);
    const double gap = gap_of(problem_.frame());
    if (gap <= allowed_) {
      proof.claims.push_back({"constraint", ClaimStatus::kProven,
                              verify_message<"gap-within">("gap"_is(gap), "cap"_is(cap_))});
    } else {
      proof.claims.push_back(beyond_cap(gap));
    }
    const bool is_said = problem_.model.provenance.status == "infeasible";
    if (!is_said) proof.bound = std::max(*proof.bound, bound());
    return proof;
  }

 private:
  /// gamma_g = weight_g - share_g, made to sum to 0 in every attribute.
  Vector given_multipliers() const {
    Vector gamma = Vector::Zero(problem_.groups());
    const std::vector<double>& weights = problem_.multipliers().dual_weights;
    if (weights.size() != static_cast<std::size_t>(gamma.size())) return gamma;
    std::map<Index, std::pair<double, double>> sums;
    for (Index g = 0; g < gamma.size(); ++g) {
      const auto at = static_cast<std::size_t>(g);
      gamma(g) = weights[at] - problem_.prepared.groups[at].share;
      auto& [sum, count] = sums[attributes_[at]];
      sum += gamma(g);
      ++count;
    }
    for (Index g = 0; g < gamma.size(); ++g) {
      const auto& [sum, count] = sums.at(attributes_[static_cast<std::size_t>(g)]);
      gamma(g) -= sum / count;
    }
    return gamma.allFinite() ? gamma : Vector(Vector::Zero(gamma.size()));
  }

  Matrix pca_frame() const {
    return symmetric_eigen(problem_.prepared.covariance).vectors.rightCols(problem_.d());
  }

  double gap_of(const Matrix& frame) const {
    std::map<Index, std::pair<double, double>> ranges;
    for (Index g = 0; g < problem_.groups(); ++g) {
      const Matrix& moment = problem_.second_moment(g);
      const double error = moment.trace() - variances_along(frame, moment).sum();
      const auto [range, is_first] =
          ranges.try_emplace(attributes_[static_cast<std::size_t>(g)], error, error);
      range->second.first = std::min(range->second.first, error);
      range->second.second = std::max(range->second.second, error);
    }
    double largest = 0;
    for (const auto& [attribute, range] : ranges) {
      largest = std::max(largest, range.second - range.first);
    }
    return largest;
  }

  /// tr A - U_d(A) - (cap / 2) sum |gamma_g|, A = S + sum gamma_g M_g.
  double bound() const {
    const Matrix shifted = problem_.prepared.covariance + problem_.combined(gamma_);
    return shifted.trace() - top_sum_bound(shifted, problem_.d()) -
           cap_ / 2 * gamma_.cwiseAbs().sum();
  }

  /// With multipliers of sum |gamma_g| = 2 no gap is below tr A - U_d(A), A = sum gamma_g M_g.
  double smallest_gap() const {
    const double sum = gamma_.cwiseAbs().sum();
    if (!(sum > 0)) return 0;
    const Matrix differences = problem_.combined(gamma_ * (2 / sum));
    return differences.trace() - top_sum_bound(differences, problem_.d());
  }

  /// A model that says so is right where no projection meets the cap.
  VerifiedClaim beyond_cap(double gap) const {
    const bool is_said = problem_.model.provenance.status == "infeasible";
    const double smallest = smallest_gap();
    if (is_said && smallest > cap_) {
      return {"constraint", ClaimStatus::kProven,
              verify_message<"cap-out-of-reach">("cap"_is(cap_), "smallest"_is(smallest),
                                                 "gap"_is(gap))};
    }
    return {"constraint", ClaimStatus::kFailed,
            verify_message<"gap-beyond">("gap"_is(gap), "cap"_is(cap_))};
  }

  const ProvenProblem& problem_;
  std::vector<Index> attributes_;
  Vector gamma_;
  double cap_ = 0, allowed_ = 0;
};

}  // namespace

Proof prove_gap_capped(const ProvenProblem& problem) {
  return GapProof(problem).run();
}

}  // namespace fairpca
