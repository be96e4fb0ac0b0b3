// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/mmd_constraints.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fit/group_distributions.h"
#include "fit/messages.h"
#include "fit/mmd/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

std::vector<std::string> labels_of(const RowsInMemory& rows) {
  std::set<std::string> labels;
  for (const RowsInMemory::Cell& cell : rows.cells) {
    if (cell.key.label) labels.insert(*cell.key.label);
  }
  return {labels.begin(), labels.end()};
}

/// The labels whose rows are compared apart; empty: all rows together.
std::vector<std::string> compared_labels(const FitInput& input, const RowsInMemory& rows,
                                         const MmdFairPcaOptions& options) {
  if (options.conditional == MmdConditional::kNone) return {};
  const std::optional<std::string>& column = input.moments->label_column();
  if (!column) reject(fit_message<"no-label-column">("method"_is("mmd-fair-pca")));
  const std::vector<std::string> labels = labels_of(rows);
  if (labels.empty()) reject(fit_message<"label-column-empty">("column"_is(Quoted{*column})));
  if (options.conditional == MmdConditional::kEqualizedOdds) {
    if (labels.size() > 1) return labels;
    reject(mmd_message<"single-label">("option"_is(OptionName{"conditional"}),
                                       "column"_is(Quoted{*column}),
                                       "label"_is(Quoted{labels.front()})));
  }
  require_label_in_groups(input, options.positive_label());
  return {options.positive_label()};
}

/// Throws for a group with a single row of a label: the fit would be fitted to that record.
void require_rows_of_label(const FitInput& input, const std::string& label) {
  for (const GroupStatistics& group : input.prepared->groups) {
    Index count = 0;
    for (const CellKey& key : group.group.cells) {
      if (key.label == label) count += input.moments->cells().at(key).count();
    }
    if (count != 1) continue;
    reject(mmd_message<"label-of-one-row">("group"_is(Quoted{group.group.name}),
                                           "label"_is(Quoted{label}),
                                           "column"_is(Quoted{*input.moments->label_column()})));
  }
}

/// Shares of the cells in each group.
Matrix group_shares(const FitInput& input, const std::vector<RowsInMemory::Cell>& cells,
                    const RowsInMemory& rows, const std::optional<std::string>& label) {
  const auto& groups = input.prepared->groups;
  Matrix shares = Matrix::Zero(static_cast<Index>(cells.size()), static_cast<Index>(groups.size()));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::set<CellKey> members(groups[g].group.cells.begin(), groups[g].group.cells.end());
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (members.count(cells[c].key) == 0) continue;
      shares(static_cast<Index>(c), static_cast<Index>(g)) =
          rows.weights.segment(cells[c].begin, cells[c].end - cells[c].begin).sum();
    }
    const double total = shares.col(static_cast<Index>(g)).sum();
    if (!(total > 0)) {
      reject(mmd_message<"label-not-in-all-groups">(
          "group"_is(Quoted{groups[g].group.name}), "label"_is(Quoted{label.value_or("")}),
          "column"_is(Quoted{input.moments->label_column().value_or("")})));
    }
    shares.col(static_cast<Index>(g)) /= total;
  }
  return shares;
}

CellRows cell_rows(const std::vector<RowsInMemory::Cell>& cells, const RowsInMemory& rows,
                   WeightKind weight_kind) {
  CellRows result;
  const Index first = cells.front().begin;
  result.weights = rows.weights.segment(first, cells.back().end - first);
  for (const RowsInMemory::Cell& cell : cells) {
    result.begin.push_back(cell.end - first);
    auto part = result.weights.segment(cell.begin - first, cell.end - cell.begin);
    if (weight_kind == WeightKind::kFrequency) {
      result.counts.conservativeResize(result.cells());
      result.counts(result.cells() - 1) = part.sum();
    }
    part /= part.sum();
  }
  return result;
}

/// Cells with a share in any group.
std::vector<Index> grouped_cells(const Matrix& shares) {
  std::vector<Index> cells;
  for (Index c = 0; c < shares.rows(); ++c) {
    if ((shares.row(c).array() > 0).any()) cells.push_back(c);
  }
  return cells;
}

/// Rows that are compared, by group.
std::vector<Index> rows_of_groups(const CellRows& cells, const Matrix& shares) {
  std::vector<Index> rows(static_cast<std::size_t>(shares.cols()), 0);
  for (Index g = 0; g < shares.cols(); ++g) {
    for (Index c = 0; c < cells.cells(); ++c) {
      if (shares(c, g) > 0)
        rows[static_cast<std::size_t>(g)] += cells.begin[c + 1] - cells.begin[c];
    }
  }
  return rows;
}

/// One constraint per pair of groups of an attribute, or the mean of them.
void add_contrasts(const FitInput& input, const Matrix& shares, const std::string& condition,
                   const MmdFairPcaOptions& options, ComparedRows& compared) {
  const auto& groups = input.prepared->groups;
  const std::vector<Index> rows = rows_of_groups(compared.cells, shares);
  std::map<std::vector<std::string>, std::vector<MmdContrast>> by_attribute;
  std::map<std::vector<std::string>, std::set<std::size_t>> members;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t h = g + 1; h < groups.size(); ++h) {
      const std::vector<std::string> attribute = columns_of(groups[g].group);
      if (attribute != columns_of(groups[h].group)) continue;
      MmdContrast contrast = mmd_contrast(compared.cells, shares.col(static_cast<Index>(g)),
                                          shares.col(static_cast<Index>(h)), options.estimator);
      if (options.pairs == MmdPairs::kMean) {
        by_attribute[attribute].push_back(std::move(contrast));
        members[attribute].insert({g, h});
        continue;
      }
      compared.groups.push_back({g, h});
      compared.contrasts.push_back(std::move(contrast));
      compared.names.push_back(fmt::format("'{}' against '{}'{}", groups[g].group.name,
                                           groups[h].group.name, condition));
      compared.sizes.push_back(
          mmd_message<"sizes-of-pair">("first"_is(rows[g]), "second"_is(rows[h])));
    }
  }
  for (const auto& [attribute, contrasts] : by_attribute) {
    compared.contrasts.push_back(mean_contrast(contrasts));
    compared.groups.emplace_back(members[attribute].begin(), members[attribute].end());
    compared.names.push_back(fmt::format("groups of {}{}", fmt::join(attribute, ", "), condition));
    compared.sizes.push_back(mmd_message<"pairs-of-mean">("pairs"_is(contrasts.size())));
  }
}

ComparedRows compare_rows(const FitInput& input, const RowsInMemory& rows,
                          const std::optional<std::string>& label,
                          const MmdFairPcaOptions& options) {
  std::vector<RowsInMemory::Cell> cells;
  for (const RowsInMemory::Cell& cell : rows.cells) {
    if (!label || cell.key.label == label) cells.push_back(cell);
  }
  ComparedRows compared;
  compared.begin = cells.front().begin;
  compared.end = cells.back().end;
  compared.cells = cell_rows(cells, rows, options.weight_kind);
  const Matrix shares = group_shares(input, cells, rows, label);
  const std::string condition = label ? fmt::format(" given '{}'", *label) : "";
  compared.grouped = grouped_cells(shares);
  add_contrasts(input, shares, condition, options, compared);
  return compared;
}

}  // namespace

std::vector<ComparedRows> mmd_constraints(const FitInput& input, const RowsInMemory& rows,
                                          const MmdFairPcaOptions& options) {
  std::vector<ComparedRows> compared;
  const std::vector<std::string> labels = compared_labels(input, rows, options);
  for (const std::string& label : labels) {
    require_rows_of_label(input, label);
    compared.push_back(compare_rows(input, rows, label, options));
  }
  if (labels.empty()) compared.push_back(compare_rows(input, rows, std::nullopt, options));
  return compared;
}

Index rows_without_label(const GroupMoments& moments) {
  Index count = 0;
  for (const auto& [key, cell] : moments.cells()) {
    if (!key.label) count += cell.count();
  }
  return count;
}

Index count_constraints(const std::vector<ComparedRows>& compared) {
  Index count = 0;
  for (const ComparedRows& part : compared) count += static_cast<Index>(part.contrasts.size());
  return count;
}

Vector chance_units(const std::vector<ComparedRows>& compared) {
  Vector units(count_constraints(compared));
  Index at = 0;
  for (const ComparedRows& part : compared) {
    for (const MmdContrast& contrast : part.contrasts) {
      units(at++) = contrast.self_value(part.cells);
    }
  }
  return units;
}

}  // namespace fairpca
