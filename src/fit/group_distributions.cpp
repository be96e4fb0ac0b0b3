// SPDX-License-Identifier: BSD-3-Clause
#include "fit/group_distributions.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <Eigen/QR>

#include "fairpca/error.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

GroupDistribution of_all_rows(const GroupStatistics& group, Center center) {
  GroupDistribution result{group.group.name, columns_of(group.group), group.mean,
                           group.second_moment};
  if (center == Center::kOverall) result.covariance -= group.mean * group.mean.transpose();
  return result;
}

/// The labels that rows of a group have.
std::set<std::string> labels_in(const Group& group, const GroupMoments& moments) {
  std::set<std::string> labels;
  for (const CellKey& key : group.cells) {
    if (key.label && moments.cells().at(key).weight() > 0) labels.insert(*key.label);
  }
  return labels;
}

std::string listed(const std::set<std::string>& labels) {
  return quoted_list({labels.begin(), labels.end()});
}

/// Which labels can be asked for where one is not in every group, and how.
std::string advice_on_label(const std::set<std::string>& in_group,
                            const std::set<std::string>& in_every_group) {
  const std::string leave_out = "leave the rows of this group out, or merge it with another";
  if (in_group.empty()) return "its rows have no label; " + leave_out;
  if (in_every_group.empty()) {
    return fmt::format("its labels are {}, and no label is in every group; {}", listed(in_group),
                       leave_out);
  }
  return fmt::format("its labels are {}; in every group there is {} (--positive LEVEL chooses one)",
                     listed(in_group), listed(in_every_group));
}

GroupDistribution of_labelled_rows(const GroupStatistics& group, const FitInput& input,
                                   const std::string& positive) {
  const PreparedMoments& prepared = *input.prepared;
  Moments rows(prepared.mean.size());
  for (const CellKey& key : group.group.cells) {
    if (key.label == positive) rows.merge(input.moments->cells().at(key));
  }
  const Vector inverse = prepared.scale.cwiseInverse();
  return {group.group.name, columns_of(group.group),
          (rows.mean() - prepared.mean).cwiseProduct(inverse),
          inverse.asDiagonal() * (rows.scatter() / rows.weight()) * inverse.asDiagonal()};
}

}  // namespace

void require_label_in_groups(const FitInput& input, const std::string& positive) {
  const std::string column = in_quotes(*input.moments->label_column());
  std::set<std::string> in_some, in_every;
  bool is_first = true;
  for (const GroupStatistics& group : input.prepared->groups) {
    const std::set<std::string> labels = labels_in(group.group, *input.moments);
    in_some.insert(labels.begin(), labels.end());
    if (std::exchange(is_first, false)) in_every = labels;
    std::erase_if(in_every, [&](const std::string& label) { return !labels.contains(label); });
  }
  if (in_every.contains(positive)) return;
  if (in_some.empty()) {
    throw InvalidArgument(
        fmt::format("no row has label {}: every cell of label column {} is missing; give another "
                    "column (--label COL, y in Python)",
                    in_quotes(positive), column));
  }
  if (!in_some.contains(positive)) {
    throw InvalidArgument(fmt::format(
        "no row has label {} in column {}; the labels are {} (--positive LEVEL chooses one)",
        in_quotes(positive), column, listed(in_some)));
  }
  for (const GroupStatistics& group : input.prepared->groups) {
    const std::set<std::string> labels = labels_in(group.group, *input.moments);
    if (labels.contains(positive)) continue;
    throw InvalidArgument(fmt::format("no row of group {} has label {} in column {}; {}",
                                      in_quotes(group.group.name), in_quotes(positive), column,
                                      advice_on_label(labels, in_every)));
  }
}

std::vector<GroupDistribution> group_distributions(const FitInput& input,
                                                   const std::string& positive) {
  if (!positive.empty() && !input.moments->label_column()) {
    throw InvalidArgument(
        fmt::format("positive {} names a label level, but there is no label column; give one "
                    "(--label COL, y in "
                    "Python)",
                    in_quotes(positive)));
  }
  if (!positive.empty()) require_label_in_groups(input, positive);
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
