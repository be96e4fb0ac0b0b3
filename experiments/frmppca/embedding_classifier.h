// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/frmppca/method_values.h"
#include "experiments/frmppca/split_rows.h"

namespace fairpca {

/// Rows with what a classifier and its judge must know of them.
struct JudgedRows {
  RowMatrix rows;
  std::vector<bool> positive;
  std::vector<std::size_t> group;
};

/// The training rows of a table, or the test rows.
JudgedRows judged_rows(const RowMatrix& rows, const SplitRows& split, bool training);

/// Coordinates of training and test rows.
struct EmbeddedRows {
  RowMatrix training, test;
};

/// Mean of a number per row, of all rows and of each group.
GroupValues group_means(const Vector& numbers, const JudgedRows& rows, std::size_t groups);

/// ROC-AUC on the test rows of a logistic regression that the training rows were given to; NaN of
/// a group whose rows are all of one class.
GroupValues auc_of(const EmbeddedRows& embedded, const JudgedRows& training, const JudgedRows& test,
                   std::size_t groups);

/// Standard error of the ROC-AUC of scores of one sample (DeLong, DeLong & Clarke-Pearson 1988);
/// NaN where a kind has fewer than two rows.
double auc_standard_error(const Vector& scores, const std::vector<bool>& positive);

/// That of the difference of two groups' ROC-AUC, as auc_of() gives them; NaN of other than two.
double auc_gap_error(const EmbeddedRows& embedded, const JudgedRows& training,
                     const JudgedRows& test, std::size_t groups);

/// The measures of decisions in section 1.1 of the dissertation, by the id of ours; `levels` are
/// the groups' names.  Signed ones are of the second group minus the first, for two groups alone.
std::map<std::string, double> decisions_of(const EmbeddedRows& embedded, const JudgedRows& training,
                                           const JudgedRows& test,
                                           const std::vector<std::string>& levels);

}  // namespace fairpca
