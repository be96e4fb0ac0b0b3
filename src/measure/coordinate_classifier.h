// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "measure/linear_classifier.h"
#include "measure/measure_input.h"
#include "measure/rbf_classifier.h"

namespace fairpca {

/// x -> (x - mean) / deviation, column by column: of mean 0 and deviation 1 on the rows it was
/// taken from, which all count once; columns that are constant there, or whose deviation is below
/// 1e-7 of the largest (where d is above the rank of the rows), become 0.  The same operations in
/// the same order as scikit-learn's StandardScaler, so that RBF machines, which stop short of the
/// optimum, take the same steps.
struct ColumnScaling {
  Vector mean, deviation;

  static ColumnScaling of(const RowMatrix& table, const std::vector<Index>& rows);
  /// The rows of `table` named, scaled.
  RowMatrix apply(const RowMatrix& table, const std::vector<Index>& rows) const;
};

struct ClassifierOptions {
  Classifier kind = Classifier::kLogistic;
  bool balanced = false;         ///< classes count the same, however many rows they have
  Index max_kernel_rows = 5000;  ///< RBF machines are fitted to at most so many, drawn by class
  std::uint64_t seed = 0;        ///< of these
};

/// A classifier on scaled coordinates, C = 1.
///
/// More than two classes: logistic regression is multinomial, linear machines take one class
/// against the rest, RBF machines decide between every two.
class CoordinateClassifier {
 public:
  /// `classes` from 0 to `count` - 1, each with rows; `count` >= 2.
  static CoordinateClassifier fit(const RowMatrix& rows, const std::vector<std::int32_t>& classes,
                                  std::int32_t count, const ClassifierOptions& options);

  /// Two classes: rows x 1, larger for class 1.  More: rows x classes.
  Matrix scores(const RowMatrix& rows) const;
  /// The class that each row of scores() speaks for: above 0, or the largest, the first of equal
  /// ones.
  std::vector<std::int32_t> predicted(const Matrix& scores) const;
  /// Whether it was fitted to a part of the rows only.
  bool is_sampled() const { return is_sampled_; }

 private:
  std::variant<LinearScore, std::vector<LinearScore>, SoftmaxScores, RbfClassifier> fitted_;
  bool is_sampled_ = false;
};

}  // namespace fairpca
