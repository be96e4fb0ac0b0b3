// SPDX-License-Identifier: BSD-3-Clause
#include "measure/group_draws.h"

#include <algorithm>
#include <set>

namespace fairpca {
namespace {

/// Of each published group, the strata whose rows are in it.
std::vector<std::vector<Index>> strata_of_groups(const MeasuredGroups& groups,
                                                 const std::vector<std::int32_t>& strata) {
  std::vector<std::vector<Index>> result;
  for (const std::vector<Index>& rows : groups.rows) {
    std::set<Index> of_group;
    for (const Index row : rows) of_group.insert(strata[static_cast<std::size_t>(row)]);
    result.emplace_back(of_group.begin(), of_group.end());
  }
  return result;
}

}  // namespace

GroupDraws::GroupDraws(const MeasureContext& context)
    : keys_(*context.input.evaluated.keys),
      resampling_(context.evaluated.strata(keys_.rows()), context.input.settings.draws,
                  context.input.settings.seed, context.input.settings.threads),
      strata_of_group_(
          strata_of_groups(context.evaluated, context.evaluated.strata(keys_.rows()))) {}

bool GroupDraws::are_wanted(const MeasureContext& context) {
  return context.input.settings.has_intervals && context.input.settings.draws > 0 &&
         context.input.evaluated.keys != nullptr && !context.evaluated.overall.empty();
}

/// Weights times columns, and the weights themselves as the last column.
RowMatrix GroupDraws::weighted(const RowMatrix& columns) const {
  RowMatrix result(columns.rows(), columns.cols() + 1);
  result.leftCols(columns.cols()) = keys_.weights.asDiagonal() * columns;
  result.rightCols(1) = keys_.weights;
  return result;
}

std::vector<DrawnNumbers> GroupDraws::means(const RowMatrix& columns) const {
  const Index width = columns.cols() + 1, strata = resampling_.strata();
  const auto groups = static_cast<Index>(strata_of_group_.size());
  const Matrix sums = resampling_.sums(weighted(columns));
  const auto sum_of = [&](Index stratum, Index column) {
    return sums.col(stratum * width + column);
  };
  Vector weight = Vector::Zero(sums.rows());
  for (Index s = 0; s < strata; ++s) weight += sum_of(s, columns.cols());
  std::vector<DrawnNumbers> result;
  for (Index j = 0; j < columns.cols(); ++j) {
    DrawnNumbers& drawn = result.emplace_back();
    drawn.overall = Vector::Zero(sums.rows());
    for (Index s = 0; s < strata; ++s) drawn.overall += sum_of(s, j);
    drawn.overall = drawn.overall.cwiseQuotient(weight);
    drawn.groups = Matrix::Zero(sums.rows(), groups);
    for (Index g = 0; g < groups; ++g) {
      Vector group_weight = Vector::Zero(sums.rows());
      for (const Index s : strata_of_group_[static_cast<std::size_t>(g)]) {
        drawn.groups.col(g) += sum_of(s, j);
        group_weight += sum_of(s, columns.cols());
      }
      drawn.groups.col(g) = drawn.groups.col(g).cwiseQuotient(group_weight);
    }
  }
  return result;
}

std::vector<Matrix> GroupDraws::group_means(const RowMatrix& columns) const {
  const Index width = columns.cols() + 1;
  const Matrix sums = resampling_.sums(weighted(columns));
  std::vector<Matrix> result;
  for (const std::vector<Index>& strata : strata_of_group_) {
    Matrix sum = Matrix::Zero(sums.rows(), width);
    for (const Index s : strata) sum += sums.middleCols(s * width, width);
    result.emplace_back(sum.rightCols(1).col(0).cwiseInverse().asDiagonal() *
                        sum.leftCols(columns.cols()));
  }
  return result;
}

}  // namespace fairpca
