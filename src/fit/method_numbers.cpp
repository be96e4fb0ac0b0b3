// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <utility>

#include "fairpca/fit/fit_result.h"

namespace fairpca {
namespace {

using Numbers = std::vector<MethodNumber>;

void add(const MmdSummary& mmd, Numbers& numbers) {
  numbers.insert(numbers.end(), {{"mmd2", mmd.mmd2},
                                 {"mmd2_pca", mmd.mmd2_pca},
                                 {"tau", mmd.tau},
                                 {"bandwidth", mmd.bandwidth},
                                 {"feasible", mmd.feasible},
                                 {"penalty", mmd.penalty},
                                 {"rounds", mmd.rounds},
                                 {"evaluations", mmd.evaluations}});
  if (mmd.p_value) numbers.push_back({"p_value", *mmd.p_value});
  if (mmd.tau_factor) numbers.push_back({"tau_factor", *mmd.tau_factor});
  if (mmd.permuted_rows) numbers.push_back({"permuted_rows", *mmd.permuted_rows});
}

void add(const MeanSummary& means, Numbers& numbers) {
  numbers.insert(numbers.end(), {{"delta", means.delta},
                                 {"mean_difference", means.mean_difference},
                                 {"mean_difference_before", means.mean_difference_before}});
}

void add(const CovarianceSummary& covariances, Numbers& numbers) {
  numbers.insert(numbers.end(),
                 {{"mu", covariances.mu},
                  {"relaxation_objective", covariances.relaxation_objective},
                  {"relaxation_gap", covariances.relaxation_gap},
                  {"leaked_variance", covariances.leaked_variance},
                  {"covariance_difference", covariances.covariance_difference},
                  {"covariance_difference_before", covariances.covariance_difference_before}});
}

}  // namespace

std::vector<MethodNumber> method_numbers(const FitReport& report) {
  Numbers numbers = report.numbers;
  if (report.log_likelihood) numbers.push_back({"log_likelihood", *report.log_likelihood});
  if (report.means) add(*report.means, numbers);
  if (report.covariances) add(*report.covariances, numbers);
  if (report.mmd) add(*report.mmd, numbers);
  std::sort(numbers.begin(), numbers.end(), [](const MethodNumber& one, const MethodNumber& other) {
    const auto key = [](const MethodNumber& number) {
      return std::pair(std::holds_alternative<Index>(number.value), number.name);
    };
    return key(one) < key(other);
  });
  return numbers;
}

}  // namespace fairpca
