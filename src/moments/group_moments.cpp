// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/group_moments.h"

#include <algorithm>
#include <utility>

#include "moments/alignment.h"
#include "moments/block_moments.h"
#include "moments/messages.h"
#include "moments/moments_check.h"
#include "moments/moments_memory.h"
#include "moments/moments_range.h"

namespace fairpca {
namespace {

template <FixedText name>
NamedArgument<name> label_argument(const std::optional<std::string>& label) {
  return label ? ArgumentMaker<name>()(Quoted{*label}) : ArgumentMaker<name>()("none");
}

void check_cell(const CellKey& key, const Moments& moments, Index dim,
                std::size_t protected_columns, bool has_label) {
  if (key.levels.size() != protected_columns) {
    reject(moments_message<"cell-levels">("levels"_is(key.levels.size()),
                                          "columns"_is(protected_columns)));
  }
  if (key.label && !has_label) {
    reject(moments_message<"cell-label">("label"_is(Quoted{*key.label})));
  }
  check_columns("a cell", moments.dim(), "the encoding", dim);
  if (moments.count() == 0) reject(moments_message<"cell-without-rows">());
}

}  // namespace

GroupMoments::GroupMoments(const Schema& schema)
    : protected_columns_(schema.protected_columns), label_column_(schema.label) {
  std::vector<EncodedColumn> columns;
  for (const FeatureColumn& feature : schema.features) columns.push_back({feature, {}});
  encoding_ = Encoding(std::move(columns));
}

GroupMoments GroupMoments::from_parts(Encoding encoding, std::vector<std::string> protected_columns,
                                      std::optional<std::string> label_column,
                                      std::map<CellKey, Moments> cells) {
  Index rows = 0;
  for (const auto& [key, moments] : cells) {
    check_cell(key, moments, encoding.width(), protected_columns.size(), label_column.has_value());
    check_row_count(rows, moments.count());
    rows += moments.count();
  }
  GroupMoments result;
  result.encoding_ = std::move(encoding);
  result.protected_columns_ = std::move(protected_columns);
  result.label_column_ = std::move(label_column);
  result.cells_ = std::move(cells);
  return result;
}

GroupMoments GroupMoments::selected(const std::vector<Index>& kept) const {
  GroupMoments result;
  result.encoding_ = encoding_.selected(kept);
  result.protected_columns_ = protected_columns_;
  result.label_column_ = label_column_;
  for (const auto& [key, moments] : cells_) result.cells_.emplace(key, moments.selected(kept));
  return result;
}

Index GroupMoments::rows() const {
  Index rows = 0;
  for (const auto& [key, moments] : cells_) rows += moments.count();
  return rows;
}

void GroupMoments::add(const RowBlock& block, MissingCells missing,
                       MissingCategory missing_category) {
  const OptionName option{"missing"};
  if (missing == MissingCells::kMean) {
    reject(moments_message<"means-need-all-rows">("option"_is(option)));
  }
  if (missing == MissingCells::kModel) {
    reject(moments_message<"moments-of-missing-cells">("option"_is(option)));
  }
  EncodeOptions options;
  options.missing = missing;
  add(block, Encoding::of(block, missing, missing_category), options);
}

void GroupMoments::add(const RowBlock& block, const Encoding& encoding,
                       const EncodeOptions& options) {
  CentredRows centred;
  BlockMoments(block, encoding, options).add_to(*this, centred, 1);
}

void GroupMoments::merge(const GroupMoments& other) {
  if (other.has_no_columns()) return;
  check_row_count(rows(), other.rows());
  const Alignment alignment = align_with(other);
  for (const auto& [key, moments] : other.cells_) {
    Moments& sum = cell(alignment.key(key));
    if (alignment.position.empty()) {
      sum.merge(moments);
    } else {
      sum.merge(moments.spread(dim(), alignment.position));
    }
    require_finite(sum, encoding_);
  }
}

void GroupMoments::merge(GroupMoments&& other) {
  if (other.has_no_columns()) return;
  check_row_count(rows(), other.rows());
  const Alignment alignment = align_with(other);
  for (auto& [key, moments] : other.cells_) {
    if (!alignment.position.empty()) moments = moments.spread(dim(), alignment.position);
    const auto [cell, is_new] = cells_.try_emplace(alignment.key(key));
    if (is_new) {
      cell->second = std::move(moments);
    } else {
      cell->second.merge(moments);
    }
    require_finite(cell->second, encoding_);
  }
  other.cells_.clear();
}

/// The cell with this key, empty if it is new.
Moments& GroupMoments::cell(const CellKey& key) {
  const auto found = cells_.find(key);
  if (found != cells_.end()) return found->second;
  check_moments_memory(encoding_, cells_.size() + 1);
  return cells_.try_emplace(key, dim()).first->second;
}

bool GroupMoments::has_no_columns() const {
  return encoding_.columns().empty() && protected_columns_.empty() && !label_column_;
}

/// Widens this table to hold the columns of `other` as well, and says where they are in it.  What
/// can be wrong with `other` is thrown before anything changes.
Alignment GroupMoments::align_with(const GroupMoments& other) {
  const bool is_first = has_no_columns();
  if (!is_first && label_column_ != other.label_column_) {
    reject(moments_message<"different-labels">(label_argument<"first">(label_column_),
                                               label_argument<"second">(other.label_column_)));
  }
  Alignment alignment;
  alignment.protected_from = match_protected(
      is_first ? other.protected_columns_ : protected_columns_, other.protected_columns_);
  const auto new_cells = static_cast<std::size_t>(std::count_if(
      other.cells_.begin(), other.cells_.end(),
      [&](const auto& entry) { return !cells_.contains(alignment.key(entry.first)); }));
  const bool widens = is_first || !(encoding_ == other.encoding_);
  if (!widens && new_cells == 0) return alignment;
  Encoding merged = is_first ? other.encoding_ : encoding_.merged_with(other.encoding_);
  check_moments_memory(merged, cells_.size() + new_cells);
  if (!widens) return alignment;
  if (is_first) {
    protected_columns_ = other.protected_columns_;
    label_column_ = other.label_column_;
  } else if (const std::vector<Index> moved = positions_in(merged, encoding_); !moved.empty()) {
    for (auto& [key, moments] : cells_) moments = moments.spread(merged.width(), moved);
  }
  encoding_ = std::move(merged);
  alignment.position = positions_in(encoding_, other.encoding_);
  return alignment;
}

}  // namespace fairpca
