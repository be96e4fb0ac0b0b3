// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <map>

#include "model/reconstruction.h"
#include "parallel/parallel_for.h"
#include "verify/eigenvalue_bounds.h"
#include "verify/messages.h"
#include "verify/proof.h"
#include "verify/robust_terms.h"
#include "verify/support_polygon.h"

namespace fairpca {
namespace {

/// Of the halving of edges, beside the objective.
constexpr double kEdgeAccuracy = 1e-11;

class RobustProof {
 public:
  explicit RobustProof(const ProvenProblem& problem)
      : problem_(problem),
        lambda_(problem.settings.lambda),
        shares_(attribute_shares(problem)),
        radii_(problem.groups()),
        traces_(problem.groups()),
        errors_(problem.groups()) {
    const std::vector<double>& epsilon = problem.settings.epsilon;
    for (Index g = 0; g < radii_.size(); ++g) {
      const auto at = static_cast<std::size_t>(g);
      const GroupStatistics& group = problem.prepared.groups[at];
      const double size = problem.settings.counts_weights ? group.weight : group.effective_rows;
      radii_(g) = epsilon.empty() ? problem.settings.alpha / std::sqrt(size)
                                  : epsilon[std::min(at, epsilon.size() - 1)];
      traces_(g) = group.second_moment.trace();
      errors_(g) = std::max(traces_(g) - problem.captured(group.second_moment), 0.0);
    }
    const std::vector<Index> attributes = problem.attributes();
    for (Index g = 0; g < radii_.size(); ++g) {
      members_[attributes[static_cast<std::size_t>(g)]].push_back(g);
    }
    std::erase_if(members_, [](const auto& one) { return one.second.size() < 2; });
  }

  Proof run() {
    Proof proof;
    proof.scale = problem_.total_variance();
    find_least_errors();
    if (problem_.settings.resets_large_lambda) reset_lambda();
    proof.objective = objective();
    double best = bound_from_least_errors();
    const Multipliers& multipliers = problem_.multipliers();
    if (problem_.groups() == 2 && !multipliers.support_angles.empty()) {
      best = std::max(best, bound_from_angles(multipliers.support_angles, proof.objective));
    }
    if (!multipliers.pair_weights.empty()) {
      best = std::max(best, bound_from_pairs(multipliers.pair_weights, proof.objective));
    }
    proof.bound = std::min(best, proof.objective);
    return proof;
  }

 private:
  /// The sum over the groups of an attribute, of which `worse` weighs more and `better` less.
  double piece(const std::vector<Index>& groups, Index worse, Index better,
               const Vector& errors) const {
    double sum = 0;
    for (const Index g : groups) sum += proven_term(weight(g, worse, better), errors(g), radii_(g));
    return sum;
  }

  double weight(Index g, Index worse, Index better) const {
    return shares_(g) + (g == worse ? lambda_ : 0) - (g == better ? lambda_ : 0);
  }

  double objective() const {
    double largest = -std::numeric_limits<double>::infinity();
    for (const auto& [attribute, groups] : members_) {
      const double plain = piece(groups, -1, -1, errors_);
      for (const Index a : groups) {
        for (const Index b : groups) {
          if (a != b) largest = std::max(largest, plain + change(a, lambda_) + change(b, -lambda_));
        }
      }
    }
    return largest;
  }

  /// What it adds to a sum that group g weighs this much more.
  double change(Index g, double more) const {
    return proven_term(shares_(g) + more, errors_(g), radii_(g)) -
           proven_term(shares_(g), errors_(g), radii_(g));
  }

  void find_least_errors() {
    least_ = Vector::Zero(traces_.size());
    parallel_for(static_cast<std::size_t>(traces_.size()), problem_.threads, [&](std::size_t i) {
      const auto g = static_cast<Index>(i);
      const double most = top_sum_bound(problem_.second_moment(g), problem_.d());
      least_(g) = std::max(traces_(g) - most, 0.0);
    });
  }

  /// To the smallest share, where some group has a smaller share than lambda and a projection with
  /// an error below its radius.
  void reset_lambda() {
    double smallest = lambda_;
    bool fails = false;
    for (const auto& [attribute, groups] : members_) {
      for (const Index g : groups) {
        smallest = std::min(smallest, shares_(g));
        fails = fails || (lambda_ > shares_(g) && least_(g) < radii_(g));
      }
    }
    if (fails) lambda_ = smallest;
  }

  /// The mean of an attribute's pieces is at least its sum without a pair.
  double bound_from_least_errors() const {
    double bound = 0;
    for (const auto& [attribute, groups] : members_) {
      bound = std::max(bound, piece(groups, -1, -1, least_));
    }
    return bound;
  }

  double bound_from_angles(const std::vector<double>& angles, double objective) const {
    std::vector<HalfPlane> planes(angles.size());
    parallel_for(angles.size(), problem_.threads, [&](std::size_t k) {
      const Vector normal{{std::cos(angles[k]), std::sin(angles[k])}};
      planes[k] = {normal(0), normal(1),
                   normal.dot(traces_) - top_sum_bound(problem_.combined(normal), problem_.d())};
    });
    planes.push_back({1, 0, least_(0)});
    planes.push_back({0, 1, least_(1)});
    const std::vector<Index> both = {0, 1};
    const auto functions = [&](const ErrorPoint& x) {
      const Vector at{{x.x0, x.x1}};
      return std::pair(piece(both, 0, 1, at), piece(both, 1, 0, at));
    };
    return least_over_edges(support_polygon(traces_(0), traces_(1), planes), functions,
                            kEdgeAccuracy * std::max(std::abs(objective), 1e-300));
  }

  /// The largest errors of a frame better than the objective.
  Vector most_errors(double objective) const {
    Vector most = traces_.cwiseMax(least_);
    for (const auto& [attribute, groups] : members_) {
      const double all = piece(groups, -1, -1, least_);
      for (const Index g : groups) {
        const double own = proven_term(shares_(g), least_(g), radii_(g));
        const double room = std::max(objective - (all - own), own);
        const double root = std::max(std::sqrt(room / shares_(g)) - std::sqrt(radii_(g)), 0.0);
        most(g) = std::clamp(root * root, least_(g), most(g));
      }
    }
    return most;
  }

  double bound_from_pairs(const std::vector<PairWeight>& pairs, double objective) const {
    const Vector most = most_errors(objective);
    const std::vector<Index> attributes = problem_.attributes();
    double total = 0, constant = 0;
    Vector slopes = Vector::Zero(traces_.size());
    for (const PairWeight& pair : pairs) {
      const Index attribute = attributes[static_cast<std::size_t>(pair.worse)];
      const auto groups = members_.find(attribute);
      const bool is_piece = groups != members_.end() &&
                            attributes[static_cast<std::size_t>(pair.better)] == attribute;
      if (!is_piece) continue;  // not of F: without it the others weigh more
      total += pair.weight;
      for (const Index g : groups->second) {
        const auto [alpha, beta] = chord(weight(g, pair.worse, pair.better), g, most);
        constant += pair.weight * alpha;
        slopes(g) += pair.weight * beta;
      }
    }
    if (!(total > 0)) return -std::numeric_limits<double>::infinity();
    const double top = top_sum_bound(problem_.combined(slopes), problem_.d());
    return (constant + slopes.dot(traces_) - top) / total;
  }

  /// alpha + beta x <= T(u, x, e) for x between the least and the largest error.
  std::pair<double, double> chord(double u, Index g, const Vector& most) const {
    const double low = proven_term(u, least_(g), radii_(g)), width = most(g) - least_(g);
    const double beta =
        width > 0 ? (proven_term(u, most(g), radii_(g)) - low) / width : std::min(u, 0.0);
    return {low - beta * least_(g), beta};
  }

  const ProvenProblem& problem_;
  double lambda_;
  Vector shares_, radii_, traces_, errors_, least_;
  std::map<Index, std::vector<Index>> members_;  ///< groups of attributes that have pairs
};

}  // namespace

Proof prove_robust_fair_pca(const ProvenProblem& problem) {
  return RobustProof(problem).run();
}

}  // namespace fairpca
