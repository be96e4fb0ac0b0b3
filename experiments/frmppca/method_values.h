// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "fairpca/matrix.h"

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
constexpr std::size_t kLikelihoodMeasures = 3;

/// `log-likelihood`, `reconstruction error`, `ROC-AUC`.
std::string label_of(LikelihoodMeasure measure);

/// All measures of one model; those not taken have no groups.
struct ModelValues {
  std::array<GroupValues, kLikelihoodMeasures> measures;
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
    std::map<std::string, double> decisions = {};  ///< of a classifier on the coordinates
  };
  std::vector<std::string> groups;
  std::vector<Entry> methods;  ///< the searched one last, at its best step
  std::vector<ModelValues> steps;
  Index training_rows = 0, test_rows = 0;
  Index em_iterations = 0;  ///< of the whole search
  std::string status;       ///< of the search
  double seconds = 0;       ///< of all threads; 0: not known

  const Entry& entry(const std::string& method) const;
  const ModelValues& of(const std::string& method) const { return entry(method).values; }
  const Entry& searched() const { return methods.back(); }
  bool has(const std::string& method) const;
};

/// The same experiment with one random seed after another; the first is the one that is shown.
using SeedValues = std::vector<MethodValues>;

}  // namespace fairpca
