// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_costs.h"

#include <algorithm>
#include <cmath>

#include "fairpca/fit/methods.h"

namespace fairpca {
namespace {

// Rough guesses of seconds per unit of work on one core, for the share of a progress bar and for
// the time that --dry-run names: right within an order of magnitude, and not fitted to timings.
constexpr double kPerEigenFlop = 1e-9, kPerRowFlop = 1.5e-9, kPerKernelPair = 6e-9;
constexpr double kKernelRows = 5000;  // measures of MMD and RBF machines take at most so many
constexpr double kEmSteps = 100, kApstarSteps = 30;

struct Sizes {
  double rows, columns, dimensions, groups;
};

double fit_seconds(const Method& method, const Sizes& n) {
  const double eigen = kPerEigenFlop * 10 * n.columns * n.columns * n.columns;
  switch (method.needs) {
    case Needs::kMoments:
      return (method.min_groups > 0 ? 30 : 1) * std::max(eigen, 1e-4);
    case Needs::kRowsInMemory: {
      const double pairs = std::min(n.rows * n.rows, 36e6);
      return 300 * kPerKernelPair * pairs;
    }
    case Needs::kRowsSeveralPasses: {
      const double step = kPerRowFlop * 5 * n.rows * n.columns * (2 + n.dimensions);
      return step * kEmSteps * (method.min_groups > 0 ? kApstarSteps : 1);
    }
  }
  return 0;
}

double measure_seconds(const StudySpec& spec, const Sizes& n) {
  const double scoring = kPerRowFlop * 4 * n.rows * n.columns * n.dimensions;
  const std::vector<std::string>& asked = spec.study.measures;
  const bool has_kernels =
      asked.empty() || std::any_of(asked.begin(), asked.end(), [](const std::string& id) {
        return id.find("mmd") != std::string::npos || id.find("rbf") != std::string::npos;
      });
  const double rows = std::min(n.rows, kKernelRows);
  const double kernels = has_kernels ? kPerKernelPair * rows * rows * (40 + n.dimensions) : 0;
  return scoring + kernels + kPerRowFlop * 1000 * 20 * n.rows;  // and the draws
}

}  // namespace

double estimated_seconds(const StudySpec& spec, const StudyPlan& plan, const StudyTask& task) {
  Sizes n{static_cast<double>(plan.training_rows), static_cast<double>(plan.columns),
          static_cast<double>(plan.columns), static_cast<double>(plan.groups.size())};
  if (!task.is_projection()) return measure_seconds(spec, n);
  const Dimensions& dimensions = spec.dimensions[task.dimensions];
  const Index* count = std::get_if<Index>(&dimensions.wanted);
  n.dimensions = count != nullptr ? static_cast<double>(*count) : 0.5 * n.columns;
  const StudyArm& arm = spec.arm(task.method);
  const Method& method = find_method(arm.method);
  double fits = 1;
  if (!arm.grid.empty()) {
    const bool shares_work = static_cast<bool>(method.fit_all);
    fits += static_cast<double>(spec.tuning_folds) *
            (shares_work ? 3.0 : static_cast<double>(arm.grid.size()));
  }
  const double measured = task.split == StudyTask::kAllRows ? 0 : measure_seconds(spec, n);
  return fits * fit_seconds(method, n) + measured;
}

}  // namespace fairpca
