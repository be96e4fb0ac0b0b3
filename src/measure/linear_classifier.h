// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// ln(1 + exp(-t)) or max(0, 1 - t)^2, t = y * score with y = 1 for positive rows, otherwise -1.
enum class LinearLoss { kLogistic, kSquaredHinge };

struct LinearOptions {
  LinearLoss loss = LinearLoss::kLogistic;
  double cost = 1;        ///< C > 0: weight of the rows' losses against |weights|^2 / 2
  bool balanced = false;  ///< a row of class k counts n / (K n_k) times; false: once
  /// Converged when |gradient| <= tolerance * max(1, |gradient at 0|).
  double tolerance = 1e-10;
  int max_iterations = 200;
};

/// score(x) = weights'x + intercept.
struct LinearScore {
  Vector weights;
  double intercept = 0;
  bool converged = true;
  /// One score per row; a row's does not depend on the rows beside it.
  Vector of(RowsRef rows) const;
};

/// Minimises |w|^2 / 2 + C sum_i c_i loss(y_i (w'x_i + b)) over w and b by Newton's method:
/// logistic regression, or a linear support vector machine.  The intercept b is not penalised.
/// Throws InvalidArgument for options out of range, a number that is not finite, not as many
/// classes as rows, or rows all of one class.
LinearScore fit_linear_classifier(RowsRef rows, const std::vector<bool>& positive,
                                  const LinearOptions& options = {});

/// Scores of several classes: P(class k | x) = exp(s_k) / sum_j exp(s_j), s = weights'x +
/// intercepts.
struct SoftmaxScores {
  Matrix weights;  ///< d x K, rows of sum 0
  Vector intercepts;
  bool converged = true;
  /// rows x K probabilities.
  Matrix of(RowsRef rows) const;
};

/// Multinomial logistic regression: minimises |W|^2 / 2 - C sum_i c_i ln P(class of row i | x_i).
/// `classes` from 0 to `count` - 1.  The loss of `options` is not read.  Throws InvalidArgument as
/// above, and for a class without rows.
SoftmaxScores fit_multinomial_regression(RowsRef rows, const std::vector<std::int32_t>& classes,
                                         std::int32_t count, const LinearOptions& options = {});

/// n / (K n_k) for each of K classes.  Throws InvalidArgument for a class without rows.
Vector balanced_class_weights(const std::vector<std::int32_t>& classes, std::int32_t count);

}  // namespace fairpca
