// SPDX-License-Identifier: BSD-3-Clause
#include "measure/measured_numbers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "measure/value_writer.h"

namespace fairpca {
namespace {

bool lists(const Measure& measure, Statistic statistic) {
  return std::find(measure.statistics.begin(), measure.statistics.end(), statistic) !=
         measure.statistics.end();
}

Matrix draws_of_groups(const MeasuredNumbers& numbers) {
  return numbers.draws ? numbers.draws->groups : Matrix();
}

/// The worst value of the groups, with what all intervals together say of it.
void add_worst(const Measure& measure, const MeasuredNumbers& numbers, Measured& measured) {
  const double sign = measure.direction == Direction::kHigher ? -1 : 1;
  const LargestValue worst = largest_value(sign * numbers.groups, sign * draws_of_groups(numbers));
  if (std::isnan(worst.value)) return;
  const Interval interval =
      sign > 0 ? worst.interval : Interval{-worst.interval.high, -worst.interval.low};
  add_value({.measure = measure.id, .statistic = Statistic::kWorst, .value = sign * worst.value},
            interval, sign * worst.draws, measured);
}

void add_signed_difference(const std::string& id, const LargestDifference& largest,
                           Measured& measured) {
  if (std::isnan(largest.signed_value)) return;
  add_value(
      {.measure = id, .statistic = Statistic::kSignedDifference, .value = largest.signed_value},
      largest.signed_interval, largest.signed_draws, measured);
}

}  // namespace

void add_value(MeasuredValue value, const Interval& interval, const Vector& draws,
               Measured& measured) {
  value.low = interval.low;
  value.high = interval.high;
  if (draws.size() > 0) {
    measured.draws.insert_or_assign({value.measure, value.statistic, value.group}, draws);
  }
  measured.values.push_back(std::move(value));
}

void add_numbers(const MeasureContext& context, const std::string& id,
                 const MeasuredNumbers& numbers, Measured& measured) {
  const Measure& measure = find_measure(id);
  const auto add = [&](const std::string& group, double value, const Vector& draws) {
    add_value({.measure = id, .group = group, .value = value},
              draws.size() > 0 ? percentile_interval(draws) : Interval(), draws, measured);
  };
  if (numbers.overall) {
    add("", *numbers.overall, numbers.draws ? numbers.draws->overall : Vector());
  }
  for (Index g = 0; g < numbers.groups.size(); ++g) {
    add(context.evaluated.names[static_cast<std::size_t>(g)], numbers.groups(g),
        numbers.draws ? Vector(numbers.draws->groups.col(g)) : Vector());
  }
  const LargestDifference largest =
      largest_difference(numbers.groups, draws_of_groups(numbers), context.evaluated.pairs());
  if (lists(measure, Statistic::kDifference) && !std::isnan(largest.value)) {
    add_value({.measure = id, .statistic = Statistic::kDifference, .value = largest.value},
              largest.interval, largest.draws, measured);
  }
  if (lists(measure, Statistic::kSignedDifference)) add_signed_difference(id, largest, measured);
  if (lists(measure, Statistic::kWorst)) add_worst(measure, numbers, measured);
}

void add_largest_difference(const MeasureContext& context, const std::string& id,
                            const MeasuredNumbers& numbers, Measured& measured) {
  const LargestDifference largest =
      largest_difference(numbers.groups, draws_of_groups(numbers), context.evaluated.pairs());
  if (std::isnan(largest.value)) return;
  add_value({.measure = id, .value = largest.value}, largest.interval, largest.draws, measured);
  add_signed_difference(id, largest, measured);
}

double mean_over(const std::vector<Index>& rows, const RowKeys& keys, const Vector& values) {
  double sum = 0, weight = 0;
  for (const Index row : rows) {
    sum += keys.weights(row) * values(row);
    weight += keys.weights(row);
  }
  return weight > 0 ? sum / weight : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace fairpca
