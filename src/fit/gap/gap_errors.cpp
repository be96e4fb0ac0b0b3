// SPDX-License-Identifier: BSD-3-Clause
#include "fit/gap/gap_errors.h"

#include <algorithm>
#include <map>

namespace fairpca {
namespace {

/// Of an attribute's groups, those with the largest and those with the smallest errors that are
/// paired with each other.
constexpr std::size_t kExtremes = 8;

void pair_extremes(const std::vector<Index>& falling, std::vector<GapPair>& pairs) {
  const std::size_t count = falling.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      const bool is_extreme =
          (i < kExtremes && count - 1 - j < kExtremes) || i == 0 || j + 1 == count;
      if (i != j && is_extreme) pairs.push_back({falling[i], falling[j]});
    }
  }
}

}  // namespace

GapErrors::GapErrors(const GapProblem& problem)
    : problem_(problem), traces_(static_cast<Index>(problem.second_moments.size())) {
  std::map<Index, std::vector<Index>> members;
  for (Index g = 0; g < traces_.size(); ++g) {
    const auto at = static_cast<std::size_t>(g);
    traces_(g) = problem.second_moments[at].get().trace();
    members[problem.attributes.empty() ? 0 : problem.attributes[at]].push_back(g);
  }
  for (auto& [attribute, groups] : members) {
    if (groups.size() > 1) attributes_.push_back(std::move(groups));
  }
}

Vector GapErrors::errors_of(const Matrix& frame) const {
  Vector errors(traces_.size());
  for (Index g = 0; g < errors.size(); ++g) {
    errors(g) = frame_error(problem_.second_moments[static_cast<std::size_t>(g)], frame);
  }
  return errors;
}

double GapErrors::gap(const Vector& errors) const {
  double largest = 0;
  for (const std::vector<Index>& groups : attributes_) {
    largest = std::max(largest, errors(groups).maxCoeff() - errors(groups).minCoeff());
  }
  return largest;
}

std::vector<GapPair> GapErrors::widest(const Vector& errors, std::size_t count) const {
  std::vector<GapPair> pairs;
  for (std::vector<Index> falling : attributes_) {
    std::stable_sort(falling.begin(), falling.end(),
                     [&](Index a, Index b) { return errors(a) > errors(b); });
    pair_extremes(falling, pairs);
  }
  std::stable_sort(pairs.begin(), pairs.end(), [&](const GapPair& a, const GapPair& b) {
    return errors(a.worse) - errors(a.better) > errors(b.worse) - errors(b.better);
  });
  pairs.resize(std::min(pairs.size(), count));
  return pairs;
}

Matrix shifted_by_groups(Matrix base, const GapProblem& problem, const Vector& gamma) {
  for (Index g = 0; g < gamma.size(); ++g) {
    if (gamma(g) != 0) base += gamma(g) * problem.second_moments[static_cast<std::size_t>(g)].get();
  }
  return base;
}

double frame_error(const Matrix& matrix, const Matrix& frame) {
  return matrix.trace() - frame.cwiseProduct(matrix * frame).sum();
}

}  // namespace fairpca
