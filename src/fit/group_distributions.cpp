// SPDX-License-Identifier: BSD-3-Clause
#include "fit/group_distributions.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "fit/messages.h"
#include "linear_algebra/pivoted_qr.h"
#include "text/quoted.h"

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

/// `positive` is not among the `labels` of the group; those of every group are `common`.
[[noreturn]] void reject_label(const std::string& group, const std::string& positive,
                               const Quoted& column, const std::set<std::string>& labels,
                               const std::set<std::string>& common) {
  if (common.empty()) {
    reject(fit_message<"no-common-label">(
        "group"_is(Quoted{group}), "label"_is(Quoted{positive}), "column"_is(column),
        "labels"_is(labels.empty() ? "its rows have no label"
                                   : "its labels are " + listed(labels))));
  }
  reject(fit_message<"label-not-in-group">(
      "group"_is(Quoted{group}), "label"_is(Quoted{positive}), "column"_is(column),
      "labels"_is(labels.empty() ? "missing" : listed(labels)), "common"_is(listed(common))));
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
  const Quoted column{*input.moments->label_column()};
  std::set<std::string> in_some, in_every;
  bool is_first = true;
  for (const GroupStatistics& group : input.prepared->groups) {
    const std::set<std::string> labels = labels_in(group.group, *input.moments);
    in_some.insert(labels.begin(), labels.end());
    if (std::exchange(is_first, false)) in_every = labels;
    std::erase_if(in_every, [&](const std::string& label) { return !labels.contains(label); });
  }
  if (in_every.contains(positive)) return;
  if (in_some.empty()) reject(fit_message<"label-column-empty">("column"_is(column)));
  if (!in_some.contains(positive)) {
    reject(fit_message<"label-unknown">("label"_is(Quoted{positive}), "column"_is(column),
                                        "labels"_is(listed(in_some))));
  }
  for (const GroupStatistics& group : input.prepared->groups) {
    const std::set<std::string> labels = labels_in(group.group, *input.moments);
    if (!labels.contains(positive)) {
      reject_label(group.group.name, positive, column, labels, in_every);
    }
  }
}

std::vector<GroupDistribution> group_distributions(const FitInput& input,
                                                   const std::string& positive) {
  if (!positive.empty() && !input.moments->label_column()) {
    reject(fit_message<"no-label-column">("method"_is("this method")));
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
  const PivotedQr qr(units.leftCols(kept), 1e-10);
  return qr.first_columns(qr.rank());
}

}  // namespace fairpca
