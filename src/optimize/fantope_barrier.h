// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// A FantopeProgram over the points P = U X U' alone, X r x r, for a p x r basis U with orthogonal
/// columns: max <U'SU, X> - penalty_weight sum_k t_k with |B_k P|_2^2 <= t_k.
struct SubspaceProgram {
  Matrix gain;                  ///< U'SU
  std::vector<Matrix> squares;  ///< U'B_k'B_k U
  Matrix directions;            ///< U'f_j, r x m
  Vector limits;                ///< > 0
  Vector lengths;  ///< squared lengths of the columns of U: tr P = sum_i lengths_i X_ii
  double penalty_weight = 0;
  double trace = 0;                                               ///< d
  bool takes_largest_penalty = false, allows_less_trace = false;  ///< as in FantopeProgram

  Index size() const { return lengths.size(); }
  /// The number of levels t: one for each penalty, or one for all.
  Index levels() const;
  /// |B_k U X U'|_2^2, the largest eigenvalue of X U'B_k'B_k U X beside diag(1 / lengths).
  double penalty(std::size_t k, const Matrix& x) const;
  /// <U'SU, X> - penalty_weight sum_k |B_k P|_2^2, or the largest of them.
  double value(const Matrix& x) const;
};

/// A point in the interior: 0 < X, P < I, f_j'P f_j < limit_j, |B_k P|_2^2 < t_k.
struct SubspacePoint {
  Matrix x;
  Vector levels;  ///< t
};

/// What the barrier's gradients are at a point of the central path: multipliers of the limits and
/// of the penalties, those in the form W_k = 2 B_k U root_factors_k U'.
struct SubspaceMultipliers {
  Vector limits;
  std::vector<Matrix> root_factors;
  /// At least |W_k|_*: the lengths of the images that W_k is a sum of.
  std::vector<double> nuclear_norms;
};

struct CenterResult {
  int steps = 0;
  bool succeeded = false;  ///< the decrement fell below the tolerance
};

/// Newton's method for the point of the central path,
///   argmin -<U'SU, X> + penalty_weight sum_k t_k
///          - weight (ln|X| + ln|D^-1 - X| + sum_k ln|t_k D^-1 - X A_k X| + sum_j ln slack_j),
/// D = diag(lengths), A_k = U'B_k'B_k U: a self-concordant function (Nesterov & Nemirovskii 1994),
/// as the penalties are linear matrix inequalities in (X, t).  Each step is taken in coordinates in
/// which X = I; it costs O(r^4) flops for each penalty and a Cholesky factorisation of size
/// r (r + 1) / 2.  `first_step` is the length at which the search of the first step begins.
CenterResult center(const SubspaceProgram& program, double weight, double first_step, int max_steps,
                    SubspacePoint& point);

SubspaceMultipliers multipliers_at(const SubspaceProgram& program, double weight,
                                   const SubspacePoint& point);

}  // namespace fairpca
