// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure/intervals.h"
#include "study/run_study.h"

namespace fairpca {

/// One number of a method on the test rows: of one split with its draws, of several with a value
/// for each.
struct StudyNumber {
  double value = std::numeric_limits<double>::quiet_NaN();  ///< over splits, the mean
  Interval interval;  ///< of one split; over splits the least and the largest
  Vector draws;       ///< of one split; the same rows for every method
  Vector per_split;   ///< of several splits, those with a value in all
  bool is_there() const;
};

/// What the study says of a measure, statistic and group.
StudyNumber study_number(const StudyResult& study, const std::string& dimensions,
                         const std::string& method, const ValueKey& key);

/// A number computed from others draw by draw and split by split, so that what they share cancels.
/// Draws are empty where one of the numbers has none.
StudyNumber combined(const std::vector<StudyNumber>& numbers,
                     const std::function<double(const std::vector<double>&)>& formula);

/// 95 % intervals that hold for all numbers at once.  One split: by their draws.  Several, which
/// overlap: mean +- t sd sqrt(1/S + test/train) (Nadeau & Bengio 2003), t for as many statements.
/// None where neither is possible.
std::vector<Interval> simultaneous(const StudyResult& study,
                                   const std::vector<StudyNumber>& numbers);

}  // namespace fairpca
