// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// One measure of one model: of all rows and of each group.
struct GroupValues {
  double overall = 0;
  std::vector<double> groups;
  double gap() const;    ///< largest difference between two groups
  double worst() const;  ///< smallest value of a group

  /// `groups` with their mean, weighted by `shares`.
  static GroupValues mean_of(std::vector<double> groups, const std::vector<double>& shares);
};

enum class LikelihoodMeasure { kLogLikelihood, kError, kAuc };
constexpr std::size_t kMeasures = 3;

/// All measures of one model; those not taken have no groups.
struct ModelValues {
  std::array<GroupValues, kMeasures> measures;
  GroupValues& operator[](LikelihoodMeasure m) { return measures[static_cast<std::size_t>(m)]; }
  const GroupValues& operator[](LikelihoodMeasure m) const {
    return measures[static_cast<std::size_t>(m)];
  }
};

/// What was measured of several methods, and along the steps of the last one's search.
struct MethodValues {
  struct Entry {
    std::string method;
    ModelValues values;
  };
  std::vector<std::string> groups;
  std::vector<Entry> methods;  ///< the searched one last, at its best step
  std::vector<ModelValues> steps;

  const ModelValues& of(const std::string& method) const;
  const Entry& searched() const { return methods.back(); }
};

/// One measure along the steps: only the searched method's groups, or all methods with all rows and
/// each group (those without steps as level lines).
LineFigure steps_of_groups(const MethodValues& values, LikelihoodMeasure measure,
                           const std::string& number, const std::string& title);
LineFigure steps_of_methods(const MethodValues& values, LikelihoodMeasure measure,
                            const std::string& number, const std::string& title);

/// Value, worst group (of the log-likelihood) and gap of every measure that was taken.
Summary summary_of(const MethodValues& values);

/// What a paper says, in a form that can be checked against MethodValues.
struct ClaimSpec {
  enum class Kind {
    kOrder,   ///< of all rows, `first` has the larger value
    kGap,     ///< `first` has the larger gap between groups
    kWorst,   ///< the worst group has the larger value under `first`
    kSettles  ///< the last ten steps move the groups less than the first ten
  };
  std::string figure, paper;
  LikelihoodMeasure measure = LikelihoodMeasure::kLogLikelihood;
  Kind kind = Kind::kGap;
  std::vector<std::pair<std::string, std::string>> pairs = {};  ///< methods compared: first, second
  double times = 1;  ///< the first exceeds so many times the second
};
Claim check_claim(const ClaimSpec& spec, const MethodValues& values);

}  // namespace fairpca
