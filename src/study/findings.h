// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fairpca/fairness.h"
#include "study/paired_numbers.h"

namespace fairpca {

/// A number of a table: its value, and whether it is the best of its column, or one that the data
/// cannot tell from the best.
struct ComparedNumber {
  StudyNumber number;
  bool is_best = false;
  bool is_like_best = false;  ///< the best included
};

/// A method's line in the table of one dimension.
struct ComparedMethod {
  std::string method;
  std::string setting;                  ///< of the first split
  std::string problem;                  ///< why there are no numbers; empty: there are
  std::vector<ComparedNumber> numbers;  ///< one per measure shown
};

/// What is said of one method in a sentence: a difference between groups, and what it costs
/// against the baseline.
struct MethodFinding {
  std::string method;
  double difference = std::numeric_limits<double>::quiet_NaN();
  Interval difference_interval;
  double cost = std::numeric_limits<double>::quiet_NaN();  ///< NaN for the baseline
  Interval cost_interval;

  /// Whether 0 lies inside the interval: no difference is seen.
  bool shows_none() const;
};

/// One fairness notion at one dimension: the baseline first, then the methods of that notion.  Of
/// more than 12 groups the largest are set side by side.
///
/// kReconstruction: error of `group` over that of `other`, minus 1; cost: overall error over the
/// baseline's, minus 1.  kRepresentation: AUC of telling the groups apart by logistic regression,
/// minus 0.5; the same cost.  kLikelihood: mean log-likelihood of `group` minus that of `other`;
/// cost: overall log-likelihood minus the baseline's.  The intervals hold at once for all pairs of
/// groups, methods and costs; those of ratios are made of logarithms.
struct NotionFinding {
  Fairness notion = Fairness::kReconstruction;
  /// The pair that the baseline surely sets apart most, otherwise the one that differs most; group
  /// is higher.
  std::string group, other;
  std::vector<MethodFinding> methods;
};

/// What a study says of one dimension.
struct DimensionFindings {
  std::string dimensions;
  std::vector<ComparedMethod> methods;  ///< no-projection first
  std::vector<NotionFinding> notions;   ///< silent where groups are too small
};

/// Of the methods of one fairness notion, at the last dimension: the best by that notion's measure.
/// The notion is the first one that the study has fair methods and numbers of.
struct SuggestedFit {
  std::string method = {};  ///< empty: no fair method was measured, and none is suggested
  std::string dimensions = {};
  Fairness notion = Fairness::kNone;
  std::string measure =
      {};  ///< `gap`, `mmd2_u`, `group_auc_linear`, `log_likelihood` (worst group)
  std::vector<std::pair<std::string, std::string>> options = {};
};

struct Findings {
  std::vector<std::string> measures;  ///< shown, at most five
  std::vector<DimensionFindings> dimensions;
  SuggestedFit suggested;
};

/// What the finished tasks of a study say.
Findings find_out(const StudyResult& study);

}  // namespace fairpca
