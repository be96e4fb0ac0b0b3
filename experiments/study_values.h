// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/compared_table.h"
#include "study/run_study.h"

namespace fairpca {

enum class MeasuredRows { kTrain, kTest };

/// Which number of a study.
struct ValueOf {
  std::string arm;
  std::string dimensions;  ///< as asked: `3`
  std::string measure;     ///< registry id, or an extra's
  MeasuredRows rows = MeasuredRows::kTest;
  std::string group = {};  ///< empty: all rows
  Statistic statistic = Statistic::kValue;
};

/// The number in every split, in their order; NaN where a fit failed.
std::vector<double> values_over_splits(const StudyResult& study, const ValueOf& which);

/// Mean and deviation over the splits that have the number.
MeanValue mean_of(const std::vector<double>& values);
MeanValue mean_over_splits(const StudyResult& study, const ValueOf& which);

/// Names of the study's groups.
std::vector<std::string> group_names(const StudyResult& study);

/// A stored table of published numbers: cells as text, found by column name.
class PublishedTable {
 public:
  /// Reads a CSV file.  Throws IoError.
  explicit PublishedTable(const std::filesystem::path& file);

  std::size_t rows() const { return cells_.size(); }
  const std::string& text(std::size_t row, const std::string& column) const;
  double number(std::size_t row, const std::string& column) const;  ///< NaN where empty
  /// Decimals of the number as it was printed.
  int digits(std::size_t row, const std::string& column) const;
  /// The first row whose cells are these; throws IoError where there is none.
  std::size_t find(const std::vector<std::pair<std::string, std::string>>& cells) const;

 private:
  std::string file_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> cells_;
};

}  // namespace fairpca
