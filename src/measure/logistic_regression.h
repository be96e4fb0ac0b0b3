// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// score(x) = weights'x + intercept.
struct LinearScore {
  Vector weights;
  double intercept = 0;
  Vector of(RowsRef rows) const;
};

struct LogisticOptions {
  double cost = 1;  ///< C > 0: weight of the rows' losses against |weights|^2 / 2
  /// Stops at |gradient| <= tolerance * min(share of positives, of others) * |gradient at 0|.
  double tolerance = 1e-6;
  /// The intercept is penalised as intercept^2 / (2 intercept_scale^2): little.
  double intercept_scale = 10;
};

/// Logistic regression by LIBLINEAR's trust-region Newton method (L2R_LR): minimises
///   |w|^2 / 2 + b^2 / (2 s^2) + C sum_i ln(1 + exp(-y_i (w'x_i + b))),  y = 1 for positive rows,
///   otherwise -1.
/// It differs from scikit-learn's default solver only in the small penalty on b.
/// Throws InvalidArgument for options out of range, a number that is not finite, not as many
/// classes as rows, or rows all of one class.
LinearScore fit_logistic_regression(RowsRef rows, const std::vector<bool>& positive,
                                    const LogisticOptions& options = {});

}  // namespace fairpca
