// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/fit/gap_capped_pca.h"

namespace fairpca {

/// An ordered pair of groups of one attribute.
struct GapPair {
  Index worse = 0, better = 0;
  bool operator==(const GapPair&) const = default;
};

/// The errors of the groups of a GapProblem, and their gaps.
class GapErrors {
 public:
  explicit GapErrors(const GapProblem& problem);

  /// e_g from v_g = <P, M_g>.
  Vector errors(const Vector& captured) const { return traces_ - captured; }
  Vector errors_of(const Matrix& frame) const;
  /// The largest difference of two errors of one attribute.
  double gap(const Vector& errors) const;
  /// The `count` pairs with the largest differences, largest first.  Of many groups not all pairs
  /// are looked at, but the widest of all, and of every group that with the best and the worst.
  std::vector<GapPair> widest(const Vector& errors, std::size_t count) const;

  /// Below this, differences of errors are rounding.
  double rounding() const { return 1e-13 * traces_.maxCoeff(); }
  Index groups() const { return traces_.size(); }
  const Vector& traces() const { return traces_; }
  /// Groups of attributes with at least two.
  const std::vector<std::vector<Index>>& attributes() const { return attributes_; }

 private:
  const GapProblem& problem_;
  Vector traces_;
  std::vector<std::vector<Index>> attributes_;
};

/// base + sum_g gamma_g M_g.
Matrix shifted_by_groups(Matrix base, const GapProblem& problem, const Vector& gamma);

/// <I - VV', A>.
double frame_error(const Matrix& matrix, const Matrix& frame);

}  // namespace fairpca
