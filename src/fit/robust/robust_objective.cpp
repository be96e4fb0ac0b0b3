// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_objective.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "fit/robust/messages.h"

namespace fairpca {
namespace {

/// Pieces a step of the descent looks at: those with the largest values.
constexpr Index kLeadingPieces = 48;
/// Where the slope of a term is taken for errors of 0: radius / error stays finite.
constexpr double kSmallestError = 1e-300;

template <class Function>
RobustTerms terms_by(const RobustProblem& problem, const Function& term) {
  const Index groups = problem.shares.size();
  RobustTerms terms{Vector(groups), Vector(groups), Vector(groups)};
  for (Index g = 0; g < groups; ++g) {
    const double share = problem.shares(g);
    terms.other(g) = term(share, g);
    terms.worse(g) = term(share + problem.lambda, g);
    terms.better(g) = term(share - problem.lambda, g);
  }
  return terms;
}

/// The first `count` of `groups` by falling `gains`.
std::vector<Index> leading(std::vector<Index> groups, const Vector& gains, Index count) {
  const auto kept = std::min(count, static_cast<Index>(groups.size()));
  std::partial_sort(groups.begin(), groups.begin() + kept, groups.end(), [&](Index g, Index h) {
    return gains(g) != gains(h) ? gains(g) > gains(h) : g < h;
  });
  groups.resize(static_cast<std::size_t>(kept));
  return groups;
}

}  // namespace

double robust_term(double u, double error, double radius) {
  const double root = std::sqrt(std::max(error, 0.0)), margin = std::sqrt(radius);
  if (u >= 0) return u * (root + margin) * (root + margin);
  const double rest = std::max(root - margin, 0.0);
  return u * rest * rest;
}

double robust_term_slope(double u, double error, double radius) {
  const double ratio = radius == 0 ? 0.0 : std::sqrt(radius / std::max(error, kSmallestError));
  return u >= 0 ? u * (1 + ratio) : u * std::max(1 - ratio, 0.0);
}

double robust_objective(const RobustProblem& problem, const Vector& errors) {
  const RobustPairs pairs(problem);
  const RobustTerms terms = robust_terms(problem, errors);
  const std::vector<RobustPiece> worst = pairs.largest(terms, 1);
  return worst.empty() ? -std::numeric_limits<double>::infinity() : pairs.sum(terms, worst.front());
}

RobustTerms robust_terms(const RobustProblem& problem, const Vector& errors) {
  return terms_by(problem,
                  [&](double u, Index g) { return robust_term(u, errors(g), problem.radii(g)); });
}

RobustTerms robust_term_slopes(const RobustProblem& problem, const Vector& errors) {
  const double floor = std::max(1e-12 * errors.maxCoeff(), kSmallestError);
  return terms_by(problem, [&](double u, Index g) {
    return robust_term_slope(u, std::max(errors(g), floor), problem.radii(g));
  });
}

RobustPairs::RobustPairs(const RobustProblem& problem) : groups_(problem.shares.size()) {
  std::map<Index, std::vector<Index>> members;
  for (Index g = 0; g < groups_; ++g) {
    const auto at = static_cast<std::size_t>(g);
    members[at < problem.attributes.size() ? problem.attributes[at] : 0].push_back(g);
  }
  for (auto& [attribute, groups] : members) {
    const auto size = static_cast<Index>(groups.size());
    if (size < 2) continue;
    count_ += size * (size - 1);
    attributes_.push_back(std::move(groups));
  }
}

std::vector<RobustPiece> RobustPairs::largest(const RobustTerms& terms, Index count) const {
  const Vector gain = terms.worse - terms.other, loss = terms.better - terms.other;
  std::vector<std::pair<double, RobustPiece>> found;
  for (std::size_t attribute = 0; attribute < attributes_.size(); ++attribute) {
    const std::vector<Index>& groups = attributes_[attribute];
    const double plain = sum(terms, {.attribute = attribute});
    // One more than asked for: a group is no pair with itself.
    const std::vector<Index> worse = leading(groups, gain, count + 1);
    const std::vector<Index> better = leading(groups, loss, count + 1);
    for (const Index a : worse) {
      for (const Index b : better) {
        if (a != b) found.emplace_back(plain + gain(a) + loss(b), RobustPiece{attribute, a, b});
      }
    }
  }
  const auto kept = std::min(count, static_cast<Index>(found.size()));
  std::partial_sort(found.begin(), found.begin() + kept, found.end(),
                    [](const auto& x, const auto& y) {
                      if (x.first != y.first) return x.first > y.first;
                      return std::tie(x.second.attribute, x.second.worse, x.second.better) <
                             std::tie(y.second.attribute, y.second.worse, y.second.better);
                    });
  std::vector<RobustPiece> pieces;
  for (Index k = 0; k < kept; ++k) pieces.push_back(found[static_cast<std::size_t>(k)].second);
  return pieces;
}

std::vector<RobustPiece> RobustPairs::without_pair() const {
  std::vector<RobustPiece> pieces;
  for (std::size_t i = 0; i < attributes_.size(); ++i) pieces.push_back({.attribute = i});
  return pieces;
}

double RobustPairs::sum(const RobustTerms& terms, const RobustPiece& piece) const {
  double sum = 0;
  for (const Index g : attributes_[piece.attribute]) {
    sum += (g == piece.worse ? terms.worse : g == piece.better ? terms.better : terms.other)(g);
  }
  return sum;
}

Vector RobustPairs::row(const RobustTerms& terms, const RobustPiece& piece) const {
  Vector row = Vector::Zero(groups_);
  for (const Index g : attributes_[piece.attribute]) row(g) = terms.other(g);
  if (piece.worse == RobustPiece::kNone) return row;
  row(piece.worse) = terms.worse(piece.worse);
  row(piece.better) = terms.better(piece.better);
  return row;
}

ProjectionMinimaxResult descend_robust(const RobustProblem& problem, const RobustPairs& pairs,
                                       Matrix start, const ProjectionMinimaxOptions& options,
                                       const std::function<Flow()>& observer) {
  Vector traces(problem.shares.size());
  for (Index g = 0; g < traces.size(); ++g) {
    traces(g) = problem.second_moments[static_cast<std::size_t>(g)].get().trace();
  }
  const auto pieces = [&](const Vector& captured) {
    const Vector errors = (traces - captured).cwiseMax(0.0);
    const RobustTerms terms = robust_terms(problem, errors);
    const RobustTerms slopes = robust_term_slopes(problem, errors);
    const std::vector<RobustPiece> leading = pairs.largest(terms, kLeadingPieces);
    const auto count = static_cast<Index>(leading.size());
    CapturedPieces at{Vector(count), Matrix(count, errors.size())};
    for (Index k = 0; k < count; ++k) {
      const RobustPiece& piece = leading[static_cast<std::size_t>(k)];
      at.values(k) = pairs.sum(terms, piece);
      at.slopes.row(k) = -pairs.row(slopes, piece);
    }
    return at;
  };
  return minimize_over_projections(problem.second_moments, pieces, std::move(start), options,
                                   observer);
}

std::vector<Message> condition_warnings(const RobustProblem& problem, const Vector& lowest) {
  constexpr std::size_t kNamed = 5;
  const RobustPairs pairs(problem);
  const bool two = problem.shares.size() == 2;
  std::vector<Message> warnings;
  std::size_t failed = 0;
  for (const std::vector<Index>& groups : pairs.attributes()) {
    for (const Index g : groups) {
      if (problem.lambda <= problem.shares(g) || lowest(g) >= problem.radii(g)) continue;
      if (++failed > kNamed) continue;
      warnings.push_back(robust_message<"theorem-condition">(
          "theorem"_is(two ? "3.2" : "B.2"), "group"_is(Quoted{problem.group_name(g)}),
          "lambda"_is(problem.lambda), "share"_is(problem.shares(g)), "error"_is(lowest(g)),
          "radius"_is(problem.radii(g))));
    }
  }
  if (failed > kNamed) {
    warnings.push_back(robust_message<"theorem-condition-of-more-groups">(
        "more"_is(failed - kNamed), "groups"_is(problem.shares.size())));
  }
  return warnings;
}

}  // namespace fairpca
