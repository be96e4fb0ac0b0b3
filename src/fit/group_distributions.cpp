// SPDX-License-Identifier: BSD-3-Clause
#include "fit/group_distributions.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/QR>

#include "fairpca/error.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

std::vector<std::string> columns_of(const Group& group) {
  std::vector<std::string> columns;
  for (const auto& [column, level] : group.levels) columns.push_back(column);
  return columns;
}

GroupDistribution of_all_rows(const GroupStatistics& group, Center center) {
  GroupDistribution result{group.group.name, columns_of(group.group), group.mean,
                           group.second_moment};
  if (center == Center::kOverall) result.covariance -= group.mean * group.mean.transpose();
  return result;
}

std::string label_levels(const GroupMoments& moments) {
  std::set<std::string> levels;
  for (const auto& [key, cell] : moments.cells()) {
    if (key.label) levels.insert(in_quotes(*key.label));
  }
  return fmt::format("{}", fmt::join(levels, ", "));
}

GroupDistribution of_labelled_rows(const GroupStatistics& group, const FitInput& input,
                                   const std::string& positive) {
  const PreparedMoments& prepared = *input.prepared;
  Moments rows(prepared.mean.size());
  for (const CellKey& key : group.group.cells) {
    if (key.label == positive) rows.merge(input.moments->cells().at(key));
  }
  if (!(rows.weight() > 0)) {
    throw InvalidArgument(fmt::format(
        "group {} has no row with label {}, so there is no mean to match; the labels are {}",
        in_quotes(group.group.name), in_quotes(positive), label_levels(*input.moments)));
  }
  const Vector inverse = prepared.scale.cwiseInverse();
  return {group.group.name, columns_of(group.group),
          (rows.mean() - prepared.mean).cwiseProduct(inverse),
          inverse.asDiagonal() * (rows.scatter() / rows.weight()) * inverse.asDiagonal()};
}

}  // namespace

std::vector<GroupDistribution> group_distributions(const FitInput& input,
                                                   const std::string& positive) {
  if (!positive.empty() && !input.moments->label_column()) {
    throw InvalidArgument(
        fmt::format("positive {} names a label level, but there is no label column; give one "
                    "(--label COL, y in "
                    "Python)",
                    in_quotes(positive)));
  }
  std::vector<GroupDistribution> groups;
  for (const GroupStatistics& group : input.prepared->groups) {
    groups.push_back(positive.empty() ? of_all_rows(group, input.preparation.center)
                                      : of_labelled_rows(group, input, positive));
  }
  return groups;
}

Matrix mean_differences(const std::vector<GroupDistribution>& groups) {
  std::vector<Vector> differences;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto first = std::find_if(
        groups.begin(), groups.end(),
        [&](const GroupDistribution& other) { return other.columns == groups[g].columns; });
    if (first != groups.begin() + static_cast<std::ptrdiff_t>(g)) {
      differences.push_back(groups[g].mean - first->mean);
    }
  }
  Matrix columns(groups.front().mean.size(), static_cast<Index>(differences.size()));
  for (std::size_t k = 0; k < differences.size(); ++k) {
    columns.col(static_cast<Index>(k)) = differences[k];
  }
  return columns;
}

Matrix orthonormal_basis(const Matrix& columns, double scale) {
  Matrix units = columns;
  Index kept = 0;
  for (Index k = 0; k < columns.cols(); ++k) {
    const double length = columns.col(k).norm();
    if (length > 1e-12 * scale) units.col(kept++) = columns.col(k) / length;
  }
  if (kept == 0) return Matrix(columns.rows(), 0);
  Eigen::ColPivHouseholderQR<Matrix> qr(units.leftCols(kept));
  qr.setThreshold(1e-10);
  return qr.householderQ() * Matrix::Identity(columns.rows(), qr.rank());
}

}  // namespace fairpca
