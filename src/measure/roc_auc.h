// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Draws that are looked at together: so many numbers fit the registers.
inline constexpr Index kDrawsTogether = 16;
/// Weights of rows in some draws, those of a row side by side; one number of each draw.
using DrawnWeights = Eigen::Array<double, Eigen::Dynamic, kDrawsTogether, Eigen::RowMajor>;
using DrawnValues = Eigen::Array<double, 1, kDrawsTogether>;

/// Rows of two kinds in the order of a score: sorted once, compared under many weights.
class RankedScores {
 public:
  /// O(n log n).  Throws InvalidArgument when there are not as many kinds as scores, or a score is
  /// NaN.
  RankedScores(const Vector& scores, const std::vector<bool>& positive);
  /// Of the rows `kept` alone; weights are still given for all.
  RankedScores(const Vector& scores, const std::vector<bool>& positive, std::vector<Index> kept);

  /// Area under the ROC curve: the share of pairs of a positive and another row in which the
  /// positive one scores higher, ties counting half; a pair counts the product of its `weights`
  /// (>= 0, one per row given; none: 1).  NaN where all weight is on rows of one kind.
  double auc(const Vector& weights = {}) const;

  /// The same under several weights at once: rows of `weights` are rows, its columns draws.
  DrawnValues auc(const DrawnWeights& weights) const;

  /// The Kolmogorov-Smirnov distance of the two kinds: the largest |share of the one kind that
  /// scores t or more - share of the other|.  NaN as above.
  double kolmogorov_distance(const Vector& weights = {}) const;

 private:
  /// Calls visit(positive weight, other weight) for each score, in rising order.
  template <class Visit>
  void for_each_score(const Vector& weights, const Visit& visit) const;

  std::vector<Index> order_;       ///< rows by rising score
  std::vector<bool> is_positive_;  ///< of each in `order_`
  std::vector<std::size_t> ends_;  ///< one past the last of each score
};

/// RankedScores(scores, positive).auc(weights).
double roc_auc(const Vector& scores, const std::vector<bool>& positive, const Vector& weights = {});

}  // namespace fairpca
