// SPDX-License-Identifier: BSD-3-Clause
#include "verify/group_differences.h"

#include <map>

#include "linear_algebra/pivoted_qr.h"
#include "moments/attributes.h"
#include "verify/messages.h"

namespace fairpca {
namespace {

ProvenDistribution of_label(const ProvenProblem& problem, const Group& group,
                            const std::string& positive) {
  Moments rows(problem.moments.dim());
  for (const CellKey& key : group.cells) {
    if (key.label == positive) rows.merge(problem.moments.cells().at(key));
  }
  if (!(rows.weight() > 0)) reject(verify_message<"moments-without-rows">());
  const Vector inverse = problem.prepared.scale.cwiseInverse();
  return {columns_of(group), (rows.mean() - problem.prepared.mean).cwiseProduct(inverse),
          inverse.asDiagonal() * (rows.scatter() / rows.weight()) * inverse.asDiagonal()};
}

}  // namespace

std::vector<ProvenDistribution> proven_distributions(const ProvenProblem& problem,
                                                     const std::string& positive) {
  std::vector<ProvenDistribution> all;
  for (const GroupStatistics& group : problem.prepared.groups) {
    if (!positive.empty()) {
      all.push_back(of_label(problem, group.group, positive));
      continue;
    }
    all.push_back({columns_of(group.group), group.mean, group.second_moment});
    if (problem.settings.preparation.center == Center::kOverall) {
      all.back().covariance -= group.mean * group.mean.transpose();
    }
  }
  return all;
}

std::vector<ProvenComparison> proven_comparisons(const ProvenProblem& problem) {
  const std::vector<ProvenDistribution> groups = proven_distributions(problem, "");
  std::map<std::vector<std::string>, std::vector<const ProvenDistribution*>> attributes;
  for (const ProvenDistribution& group : groups) attributes[group.attribute].push_back(&group);
  std::vector<ProvenComparison> all;
  for (const auto& [columns, members] : attributes) {
    if (members.size() == 2) {
      all.push_back(
          {members[1]->mean - members[0]->mean, members[1]->covariance - members[0]->covariance});
      continue;
    }
    for (const ProvenDistribution* group : members) {
      all.push_back({group->mean, group->covariance - problem.prepared.covariance});
    }
  }
  return all;
}

Matrix complement_of(const Matrix& columns, double scale) {
  constexpr double kNegligible = 1e-12, kDependent = 1e-10;
  Matrix units(columns.rows(), columns.cols());
  Index kept = 0;
  for (Index j = 0; j < columns.cols(); ++j) {
    const double length = columns.col(j).norm();
    if (length > kNegligible * scale) units.col(kept++) = columns.col(j) / length;
  }
  if (kept == 0) return Matrix::Identity(columns.rows(), columns.rows());
  return PivotedQr(units.leftCols(kept), kDependent).complement();
}

}  // namespace fairpca
