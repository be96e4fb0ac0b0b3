// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/fairness.h"

namespace fairpca {

/// Which values of a measure are better.
enum class Direction { kLower, kHigher, kNearZero, kNearHalf, kNone };

/// What a measure must be given of the data.
enum class MeasureNeeds { kMoments, kRows, kLabel };

/// The classifier that predicts the label from the coordinates.
enum class Classifier { kLogistic, kLinearSvm, kRbfSvm };

/// Which number of a measure: its value of rows or of a group; the largest difference of two
/// groups; for two groups, that of group 1 minus that of group 0; the value of the worst group;
/// by how much the value is biased up; the probability of a value as large if groups did not
/// differ.
enum class Statistic { kValue, kDifference, kSignedDifference, kWorst, kBias, kPValue };

/// `value`, `signed_difference`, `p_value`: as results.csv has it.
std::string_view to_string(Statistic statistic);

/// One measure, as every interface and the docs see it.
struct Measure {
  std::string id;
  std::string title;       ///< for headings: `gap of errors`
  std::string summary;     ///< what it is, in one line
  std::string definition;  ///< the formula, in ASCII
  Fairness fairness = Fairness::kNone;
  Direction direction = Direction::kNone;
  MeasureNeeds needs = MeasureNeeds::kMoments;
  std::vector<Statistic> statistics = {Statistic::kValue};
  bool has_groups = true;         ///< it has a value for each group
  bool needs_training = false;    ///< something is fitted to training rows, or taken from them
  bool needs_likelihood = false;  ///< only models with a density have it
  std::string uncertainty = {};  ///< how its interval is made, or why there is none, in a few words
  std::string paper = {};        ///< who uses it; empty: ours
};

/// The registry, in the order people should read it (docs/methods/measures.md).
const std::vector<Measure>& measures();

/// Throws InvalidArgument, offering the nearest ids.
const Measure& find_measure(std::string_view id);

/// One number, as a line of results.csv.  What is not there is NaN.
struct MeasuredValue {
  std::string measure;  ///< registry id
  Statistic statistic = Statistic::kValue;
  std::string group = {};  ///< empty: all rows
  double value = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::quiet_NaN();  ///< 95 % interval
  double high = std::numeric_limits<double>::quiet_NaN();
  double floor = std::numeric_limits<double>::quiet_NaN();  ///< expected where groups do not differ
};

/// How well a feature can be seen in the coordinates.
struct FeatureValue {
  std::string feature;                                                   ///< encoded name
  double communality = std::numeric_limits<double>::quiet_NaN();         ///< row sum of V^2
  double scaled_communality = std::numeric_limits<double>::quiet_NaN();  ///< R^2 of it on z
};

}  // namespace fairpca
