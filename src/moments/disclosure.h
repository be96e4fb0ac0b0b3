// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>
#include <vector>

#include "fairpca/message.h"
#include "fairpca/moments/prepared_moments.h"

namespace fairpca {

/// Which groups' numbers are published, and of which rows (docs/methods/small-groups.md).
///
/// A group with fewer than `min_group_size` rows is hidden: it has no published number and enters
/// no maximum, difference or worst case.  The only hidden group of an attribute would follow by
/// subtraction from numbers of all rows, or from those of another attribute's groups: its rows are
/// left out of these.  A group of which too few rows are then left is hidden as well.
class Disclosure {
 public:
  Disclosure(const GroupMoments& moments, const std::vector<Group>& groups, Index min_group_size);
  Disclosure(const GroupMoments& moments, const PreparedMoments& prepared, Index min_group_size);

  bool hides_any() const { return first_hidden_ < hidden_.size(); }
  bool hides(std::size_t group) const { return hidden_[group]; }
  /// Number of attributes that form groups, each by itself: 1 for crossed groups.
  std::size_t attributes() const { return attributes_; }
  /// Whether numbers of all rows are taken over the rows of cells() instead.
  bool leaves_rows_out() const { return !dropped_.empty(); }
  /// The cells of published groups, without rows left out; empty where nothing is hidden.
  const std::vector<CellKey>& cells() const { return cells_; }
  /// The group without its cells that are left out.
  Group published(Group group) const;
  /// The largest difference between the values of two published groups of an attribute; NaN where
  /// no attribute has two.
  double largest_difference(const std::vector<double>& values) const;

  /// `group 'c' has 3 rows`: the first hidden group.  Empty where nothing is hidden.
  std::string reason() const;
  /// Of groups below the minimum, and of the rows that other numbers are taken over.
  std::vector<Message> warnings() const;

 private:
  Index rows_left(const Group& group) const;
  bool drop_single_groups(const std::vector<Group>& groups);
  bool hide_what_is_left(const std::vector<Group>& groups);
  void collect_cells(const std::vector<Group>& groups);

  const GroupMoments& moments_;
  Index min_group_size_;
  std::vector<std::string> names_;
  std::vector<Index> rows_;
  std::vector<Index> attribute_;  ///< of each group
  std::size_t attributes_ = 0;
  std::vector<bool> hidden_;
  std::size_t first_hidden_ = 0;
  std::set<CellKey> dropped_;
  std::vector<CellKey> cells_;
};

/// The moments that published numbers are of: mean and scale of `all`, the rows of
/// disclosure.cells().  Published groups keep the number of all their rows; hidden groups have
/// only a name and that number.
PreparedMoments published_moments(const GroupMoments& moments, const PreparedMoments& all,
                                  const Disclosure& disclosure, Center center);

}  // namespace fairpca
