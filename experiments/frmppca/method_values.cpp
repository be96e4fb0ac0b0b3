// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/method_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairpca {
namespace {

/// NaN (a group with rows of one class has no ROC-AUC) is left out.
std::vector<double> known_numbers(const std::vector<double>& values) {
  std::vector<double> known;
  std::copy_if(values.begin(), values.end(), std::back_inserter(known),
               [](double value) { return !std::isnan(value); });
  if (known.empty()) known.push_back(std::numeric_limits<double>::quiet_NaN());
  return known;
}

auto place_of(const std::vector<MethodValues::Entry>& methods, const std::string& method) {
  return std::find_if(methods.begin(), methods.end(),
                      [&](const MethodValues::Entry& entry) { return entry.method == method; });
}

}  // namespace

std::string label_of(LikelihoodMeasure measure) {
  constexpr const char* kLabels[] = {"log-likelihood", "reconstruction error", "ROC-AUC"};
  return kLabels[static_cast<std::size_t>(measure)];
}

double GroupValues::gap() const {
  const std::vector<double> known = known_numbers(groups);
  return *std::max_element(known.begin(), known.end()) - worst();
}

double GroupValues::worst() const {
  const std::vector<double> known = known_numbers(groups);
  return *std::min_element(known.begin(), known.end());
}

GroupValues GroupValues::mean_of(std::vector<double> groups, const std::vector<double>& shares) {
  GroupValues values;
  for (std::size_t g = 0; g < groups.size(); ++g) values.overall += shares.at(g) * groups[g];
  values.groups = std::move(groups);
  return values;
}

const MethodValues::Entry& MethodValues::entry(const std::string& method) const {
  return *place_of(methods, method);
}

bool MethodValues::has(const std::string& method) const {
  return place_of(methods, method) != methods.end();
}

}  // namespace fairpca
