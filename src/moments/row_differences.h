// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "fairpca/matrix.h"
#include "moments/centring_kernel.h"
#include "moments/rank_update.h"

namespace fairpca {

/// Some rows of a table and their weights.
struct RowSelection {
  RowsRef rows;
  std::span<const Index> selected;  ///< the rows meant, unless `all`
  bool all = true;
  std::span<const double> weights;  ///< one per row of `rows`; empty: 1 each

  Index size() const { return all ? rows.rows() : static_cast<Index>(selected.size()); }
  Index row(Index i) const { return all ? i : selected[i]; }
  double weight(Index i) const { return weights.empty() ? 1.0 : weights[row(i)]; }
};

/// Everything about some rows but their scatter.
struct RowTotals {
  Index count = 0;  ///< rows of positive weight
  double weight = 0, squared_weight = 0;
  Vector mean;

  /// Joins the totals of further rows.  The scatter of all rows is the sum of both scatters and of
  /// c c', c = sqrt(w_a w_b / (w_a + w_b)) (mean_b - mean_a), which is written to `correction`
  /// (Chan, Golub & LeVeque 1983).  Returns false, writing nothing, when there were no rows so far.
  bool join(const RowTotals& further, double* correction);
};

/// Where rows are written: in panels of some columns, each row after row.
struct Panels {
  double* data = nullptr;
  Index width = 0;     ///< columns of a panel; all of them: row-major
  Index capacity = 0;  ///< rows there is room for

  Index start(Index column) const { return column - column % width; }
  /// Of column `column`; the next row's is `width` further on.
  double* column(Index column) const { return data + start(column) * capacity + column % width; }
};

/// Rows minus their mean, by way of one base.
///
/// The mean is that of the differences from the base: for a constant column these are exactly zero,
/// whatever its value, and a large common offset is gone before anything is added up.  The base is
/// the median, column by column, of three rows at least half as heavy as the heaviest one.  Such a
/// row is at most sqrt(2 count) deviations of its column away from the mean, so that differences
/// from it lose nothing that the scatter could show, and the median keeps a single outlier out of
/// them.
class RowDifferences {
 public:
  explicit RowDifferences(Index cols, const CentringKernel& kernel = best_centring_kernel());

  /// Chooses rows first..first+count, which must outlive the second step, and their base, leaving
  /// out the rows of weight 0.  Returns how many are left.
  Index choose(const RowSelection& from, Index first, Index count);

  /// Writes columns begin..end of the chosen rows to `out`: minus their mean, times the roots of
  /// their weights.  Columns that do not overlap may be written by several threads at once; no cut
  /// changes a bit.  Throws InvalidArgument for numbers that are not finite.
  void centre(Index begin, Index end, const Panels& out);

  /// What lies behind the rows chosen last, as much as they span.
  MemoryAhead behind() const;

  /// Of the rows chosen last, once all columns are centred.
  const RowTotals& totals() const { return totals_; }

 private:
  void choose_base(const RowSelection& from, Index first);
  void add_weights(const RowSelection& from, Index first, Index count);
  template <class Scalar>
  void centre_from(const Scalar* data, Index begin, Index end, const Panels& out);
  void centre_copied(Index begin, Index end, const Panels& out);
  void set_means(Index begin, Index end);
  RowCentre centre_of(Index column) const;
  const double* weights() const { return weights_.empty() ? nullptr : weights_.data(); }

  const CentringKernel* kernel_;
  Vector base_, other_, third_, mean_difference_;
  double heaviest_ = 0;
  RowSelection from_;  // what centre() reads, from row first_ on
  Index first_ = 0;
  std::vector<Index> kept_;
  std::vector<double> weights_, roots_;  // empty where each weighs 1
  RowTotals totals_;
};

}  // namespace fairpca
