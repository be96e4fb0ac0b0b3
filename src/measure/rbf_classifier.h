// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

struct RbfOptions {
  double cost = 1;        ///< C > 0: bound of the coefficient of a row of weight 1
  double gamma = 0;       ///< of exp(-gamma |x - x'|^2); 0: 1 / (d var), var that of all numbers
  bool balanced = false;  ///< a row of class k has the bound C n / (K n_k)
};

/// A support vector machine with an RBF kernel; of more than two classes, one for every pair.
class RbfClassifier {
 public:
  /// By LIBSVM (C_SVC, eps 1e-3, shrinking, no probability estimates: those would draw from the
  /// process's generator).  `classes` from 0 to `count` - 1.  Throws InvalidArgument for options
  /// out of range, a number that is not finite, not as many classes as rows, or a class without
  /// rows.
  static RbfClassifier fit(const RowMatrix& rows, const std::vector<std::int32_t>& classes,
                           std::int32_t count, const RbfOptions& options = {});

  std::int32_t classes() const { return classes_; }
  double gamma() const { return gamma_; }

  /// rows x pairs (0, 1), (0, 2), ..., (1, 2), ...: above 0 for the first of the pair.  A row's
  /// numbers do not depend on the rows beside it.
  Matrix pair_scores(const RowMatrix& rows) const;

 private:
  std::int32_t classes_ = 0;
  double gamma_ = 0;
  RowMatrix vectors_;    ///< support vectors
  Matrix coefficients_;  ///< support vectors x pairs
  Vector offsets_;       ///< of the pairs
};

/// rows x classes from the scores of pairs: the votes for each class plus a part below 1/3 that
/// grows with the sum of its scores, as scikit-learn's SVC.decision_function has it.
Matrix votes_of_pairs(const Matrix& pair_scores, std::int32_t classes);

}  // namespace fairpca
