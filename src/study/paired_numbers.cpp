// SPDX-License-Identifier: BSD-3-Clause
#include "study/paired_numbers.h"

#include <algorithm>
#include <cmath>

#include "study/student_quantile.h"

namespace fairpca {
namespace {

const MeasuredValue* value_of_key(const TaskResult& result, const ValueKey& key) {
  const auto& [measure, statistic, group] = key;
  for (const MeasuredValue& value : result.test) {
    if (value.measure == measure && value.statistic == statistic && value.group == group) {
      return &value;
    }
  }
  return nullptr;
}

Interval interval_over_splits(const StudyResult& study, const StudyNumber& number,
                              double coverage) {
  const Index splits = number.per_split.size();
  if (splits < 2) return {};
  const double mean = number.per_split.mean();
  const double variance =
      (number.per_split.array() - mean).square().sum() / static_cast<double>(splits - 1);
  const double ratio = static_cast<double>(study.plan.test_rows) /
                       static_cast<double>(std::max<Index>(study.plan.training_rows, 1));
  const double error = std::sqrt(variance * (1 / static_cast<double>(splits) + ratio));
  const double t = student_quantile(coverage, static_cast<double>(splits - 1));
  return {mean - t * error, mean + t * error};
}

}  // namespace

bool StudyNumber::is_there() const {
  return std::isfinite(value);
}

StudyNumber study_number(const StudyResult& study, const std::string& dimensions,
                         const std::string& method, const ValueKey& key) {
  StudyNumber number;
  std::vector<double> values;
  for (Index split = 0; split < study.plan.splits; ++split) {
    const TaskResult* result = study.find(split, dimensions, method);
    const MeasuredValue* value = result == nullptr ? nullptr : value_of_key(*result, key);
    if (value == nullptr || !std::isfinite(value->value)) return {};
    values.push_back(value->value);
    number.interval = {value->low, value->high};
    const auto draws = result->draws.find(key);
    if (draws != result->draws.end()) number.draws = draws->second;
  }
  if (values.empty()) return {};
  number.per_split = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  number.value = number.per_split.mean();
  if (study.plan.splits > 1) {
    number.interval = {number.per_split.minCoeff(), number.per_split.maxCoeff()};
    number.draws = {};
  }
  return number;
}

StudyNumber combined(const std::vector<StudyNumber>& numbers,
                     const std::function<double(const std::vector<double>&)>& formula) {
  StudyNumber result;
  const auto over = [&](const auto& of) {
    Index size = std::numeric_limits<Index>::max();
    for (const StudyNumber& number : numbers) size = std::min(size, of(number).size());
    Vector values(size);
    for (Index i = 0; i < size; ++i) {
      std::vector<double> arguments;
      for (const StudyNumber& number : numbers) arguments.push_back(of(number)(i));
      values(i) = formula(arguments);
    }
    return values;
  };
  for (const StudyNumber& number : numbers) {
    if (!number.is_there()) return result;
  }
  result.per_split = over([](const StudyNumber& n) -> const Vector& { return n.per_split; });
  result.draws = over([](const StudyNumber& n) -> const Vector& { return n.draws; });
  result.value = result.per_split.mean();
  return result;
}

std::vector<Interval> simultaneous(const StudyResult& study,
                                   const std::vector<StudyNumber>& numbers) {
  std::vector<Interval> intervals(numbers.size());
  if (numbers.empty()) return intervals;
  if (study.plan.splits > 1) {
    const double coverage = 1 - 0.05 / static_cast<double>(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      intervals[i] = interval_over_splits(study, numbers[i], coverage);
    }
    return intervals;
  }
  const Index draws = numbers.front().draws.size();
  Vector values(static_cast<Index>(numbers.size()));
  Matrix drawn(draws, values.size());
  for (Index i = 0; i < values.size(); ++i) {
    const StudyNumber& number = numbers[static_cast<std::size_t>(i)];
    if (draws == 0 || number.draws.size() != draws) return intervals;
    values(i) = number.value;
    drawn.col(i) = number.draws;
  }
  return simultaneous_intervals(values, drawn);
}

}  // namespace fairpca
