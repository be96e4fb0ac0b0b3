// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

struct RowSelection;
struct RowTotals;

/// Count, weight, mean and scatter of rows, built block by block.
///
/// scatter = sum_i w_i (x_i - mean)(x_i - mean)'.  Rows are centred before they are squared, so a
/// large common offset does not cancel the variance, and a constant column has scatter exactly 0.
/// Any split of the rows over add() and merge() gives the same moments, up to rounding.
/// Memory: p^2 doubles, of which the lower triangle is used.  add() costs n p (p+1) flops.
class Moments {
 public:
  /// Throws InvalidArgument when `dim` is negative.
  explicit Moments(Index dim = 0);

  /// Adds the rows (all of them, or those listed in `selected`).  `weights` has one number >= 0 per
  /// row of `rows`, or is empty: each weighs 1.  A row of weight 0 is as good as absent.
  /// Throws InvalidArgument for another number of columns or weights, a row that is not there, and
  /// numbers that are not finite.
  void add(RowsRef rows, std::span<const double> weights = {});
  void add(RowsRef rows, std::span<const Index> selected, std::span<const double> weights);

  /// Pairwise update of Chan, Golub & LeVeque (1983).  Throws InvalidArgument when dim() differs
  /// and for more than 2^53 rows.
  void merge(const Moments& other);

  /// The same rows seen in `dim` columns: old column j becomes column position[j], new ones hold
  /// exact zeros (a level of a category not met so far).  Throws InvalidArgument unless the
  /// positions are distinct and below `dim`.
  Moments spread(Index dim, const std::vector<Index>& position) const;

  /// The same rows seen in the columns `kept` alone, which are in order.
  Moments selected(const std::vector<Index>& kept) const;

  Index dim() const { return mean_.size(); }
  Index count() const { return count_; }
  double weight() const { return weight_; }
  double squared_weight() const { return squared_weight_; }  ///< sum of w_i^2
  const Vector& mean() const { return mean_; }
  Matrix scatter() const;  ///< full symmetric p x p
  /// The stored matrix: only its lower triangle means anything.
  const Matrix& lower_scatter() const { return scatter_; }

  /// Rebuilt from stored numbers; throws InvalidArgument unless they could be moments: matching
  /// sizes, finite, at most 2^53 rows, sum w^2 <= (sum w)^2 <= count sum w^2, a scatter that is
  /// positive semidefinite but for rounding, and 0 for one row.  Costs p^3 / 3 flops.
  static Moments from_parts(Index count, double weight, double squared_weight, Vector mean,
                            Matrix lower_scatter);

 private:
  friend class CentredRows;  // squares its rows into scatter_
  void add_selection(const RowSelection& from);
  RowTotals totals() const;
  void set_totals(RowTotals totals);

  Index count_ = 0;
  double weight_ = 0, squared_weight_ = 0;
  Vector mean_;
  Matrix scatter_;
};

}  // namespace fairpca
