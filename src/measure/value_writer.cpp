// SPDX-License-Identifier: BSD-3-Clause
#include "measure/value_writer.h"

#include <algorithm>
#include <cmath>

namespace fairpca {

void add_note(Measured& measured, const Message& note) {
  const std::string text = note.text();
  for (const Message& there : measured.notes) {
    if (there.code() == note.code() && there.text() == text) return;
  }
  measured.notes.push_back(note);
}

void ValueWriter::add(Statistic statistic, const std::string& group, double value,
                      const Interval& interval, const Vector& draws, double floor) {
  if (std::isnan(value)) return;
  measured_.values.push_back(
      {measure_, statistic, group, value, interval.low, interval.high, floor});
  if (draws.size() > 0) measured_.draws[{measure_, statistic, group}] = draws;
}

void ValueWriter::add_differences(const LargestDifference& difference, Statistic of_largest) {
  add(of_largest, "", difference.value, difference.interval, difference.draws);
  add(Statistic::kSignedDifference, "", difference.signed_value, difference.signed_interval,
      difference.signed_draws);
}

LargestValue largest_value(const Vector& values, const Matrix& draws) {
  std::vector<Index> defined;
  for (Index j = 0; j < values.size(); ++j) {
    if (!std::isnan(values(j))) defined.push_back(j);
  }
  LargestValue result;
  if (defined.empty()) return result;
  const Vector kept = values(defined);
  result.value = kept.maxCoeff();
  if (draws.rows() == 0 || draws.cols() != values.size()) return result;
  const Matrix kept_draws = draws(Eigen::all, defined);
  result.draws.resize(kept_draws.rows());
  for (Index k = 0; k < kept_draws.rows(); ++k) {
    result.draws(k) = kept_draws.row(k).maxCoeff<Eigen::PropagateNaN>();
  }
  if (kept.size() == 1) {
    result.interval = percentile_interval(kept_draws.col(0));
    return result;
  }
  for (const Interval& of_one : simultaneous_intervals(kept, kept_draws)) {
    if (std::isnan(of_one.low) || std::isnan(of_one.high)) return result;
    result.interval.low = std::fmax(result.interval.low, of_one.low);
    result.interval.high = std::fmax(result.interval.high, of_one.high);
  }
  return result;
}

}  // namespace fairpca
