// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "linear_algebra/qr.h"
#include "model/reconstruction.h"
#include "parallel/parallel_for.h"
#include "verify/eigenvalue_bounds.h"
#include "verify/messages.h"
#include "verify/proof.h"
#include "verify/tolerance.h"

namespace fairpca {
namespace {

/// What a group's captured variance is subtracted from.  sigma_j(M_g) enters the objective from
/// above and a bound from below.
struct GroupOffsets {
  Vector upper, lower;
};

/// Weights >= 0 of sum 1; empty where the numbers given allow none.
Vector normalized(const Vector& given, Index groups) {
  if (given.size() != groups) return {};
  const Vector positive = given.cwiseMax(0.0);
  const double sum = positive.sum();
  return sum > 0 && std::isfinite(sum) ? Vector(positive / sum) : Vector();
}

class FairPcaProof {
 public:
  explicit FairPcaProof(const ProvenProblem& problem)
      : problem_(problem), criterion_(problem.settings.criterion), traces_(problem.groups()) {
    for (Index g = 0; g < traces_.size(); ++g) traces_(g) = problem.second_moment(g).trace();
    if (criterion_ != ProvenCriterion::kLoss) return;
    own_.resize(static_cast<std::size_t>(problem.groups()));
    parallel_for(own_.size(), problem.threads, [&](std::size_t g) {
      own_[g].emplace(problem.second_moment(static_cast<Index>(g)));
    });
  }

  Proof run() const {
    Proof proof;
    proof.scale = is_nash() ? 1 : problem_.total_variance();
    Vector captured(problem_.groups());
    for (Index g = 0; g < captured.size(); ++g) {
      captured(g) = problem_.captured(problem_.second_moment(g));
    }
    const GroupOffsets offsets = offsets_at(problem_.d());
    proof.objective = objective(offsets.upper, captured);
    const std::vector<double>& given = problem_.multipliers().dual_weights;
    const Vector weights = normalized(
        Eigen::Map<const Vector>(given.data(), static_cast<Index>(given.size())), captured.size());
    if (weights.size() > 0) {
      proof.bound =
          bound(weights, offsets.lower, top_sum_bound(problem_.combined(weights), problem_.d()));
    }
    if (problem_.settings.nested) add_prefixes(proof);
    return proof;
  }

 private:
  bool is_nash() const { return criterion_ == ProvenCriterion::kNash; }

  GroupOffsets offsets_at(Index j) const {
    if (criterion_ == ProvenCriterion::kError) return {traces_, traces_};
    GroupOffsets offsets{Vector::Zero(traces_.size()), Vector::Zero(traces_.size())};
    for (std::size_t g = 0; g < own_.size(); ++g) {
      offsets.upper(static_cast<Index>(g)) = own_[g]->upper_sum(j);
      offsets.lower(static_cast<Index>(g)) = own_[g]->lower_sum(j);
    }
    return offsets;
  }

  double objective(const Vector& offsets, const Vector& captured) const {
    return is_nash() ? -captured.array().log().sum() : (offsets - captured).maxCoeff();
  }

  /// `top` is at least <sum_g w_g M_g, P> for every P that is allowed.
  std::optional<double> bound(const Vector& weights, const Vector& offsets, double top) const {
    if (!is_nash()) return weights.dot(offsets) - top;
    if (!(weights.minCoeff() > 0) || !(top > 0)) return std::nullopt;
    const auto groups = static_cast<double>(weights.size());
    return weights.array().log().sum() - groups * std::log(top / groups);
  }

  /// How far component j may be from the best one given those before it.
  double gap_of(Index j) const {
    const Matrix& frame = problem_.frame();
    const Matrix before = frame.leftCols(j - 1);
    const Matrix rest = j > 1 ? orthogonal_complement(before)
                              : Matrix(Matrix::Identity(frame.rows(), frame.rows()));
    Vector known(problem_.groups()), captured(problem_.groups());
    for (Index g = 0; g < known.size(); ++g) {
      const Vector along = variances_along(frame.leftCols(j), problem_.second_moment(g));
      captured(g) = along.sum();
      known(g) = along.head(j - 1).sum();
    }
    const GroupOffsets offsets = offsets_at(j);
    const Vector weights =
        normalized(problem_.multipliers().nested_weights.row(j - 1).transpose(), known.size());
    constexpr double kOpen = std::numeric_limits<double>::infinity();
    if (weights.size() == 0) return kOpen;
    const Matrix inner = rest.transpose() * problem_.combined(weights) * rest;
    const double top = top_sum_bound((inner + inner.transpose()) / 2, 1) + weights.dot(known);
    const std::optional<double> least = bound(weights, offsets.lower, top);
    return least ? objective(offsets.upper, captured) - *least : kOpen;
  }

  void add_prefixes(Proof& proof) const {
    if (problem_.multipliers().nested_weights.size() == 0) return;
    double largest = -std::numeric_limits<double>::infinity();
    Index worst = 1;
    const Index steps = std::min(problem_.d(), problem_.frame().cols());
    std::vector<double> gaps(static_cast<std::size_t>(steps));
    parallel_for(gaps.size(), problem_.threads,
                 [&](std::size_t j) { gaps[j] = gap_of(static_cast<Index>(j) + 1); });
    for (Index j = 1; j <= steps; ++j) {
      if (!(gaps[static_cast<std::size_t>(j - 1)] > largest)) continue;
      largest = gaps[static_cast<std::size_t>(j - 1)];
      worst = j;
    }
    const bool is_closed =
        largest <= trusted_tolerance(problem_) * std::max(std::abs(proof.objective), proof.scale);
    proof.claims.push_back(is_closed
                               ? VerifiedClaim{"prefixes", ClaimStatus::kProven,
                                               verify_message<"prefixes-proven">(
                                                   "gap"_is(largest), "component"_is(worst))}
                               : VerifiedClaim{"prefixes", ClaimStatus::kReported,
                                               verify_message<"prefixes-open">(
                                                   "gap"_is(largest), "component"_is(worst))});
  }

  const ProvenProblem& problem_;
  ProvenCriterion criterion_;
  Vector traces_;
  std::vector<std::optional<EigenvalueBounds>> own_;
};

}  // namespace

Proof prove_fair_pca(const ProvenProblem& problem) {
  return FairPcaProof(problem).run();
}

}  // namespace fairpca
