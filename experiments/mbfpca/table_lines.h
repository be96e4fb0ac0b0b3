// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/mbfpca/uci_studies.h"
#include "experiments/study_runs.h"
#include "experiments/study_values.h"

namespace fairpca {

/// A line of the paper's Table 1: a method with its settings, in one set at one dimension.
struct TableLine {
  const UciSet* set = nullptr;
  Index dimensions = 2;
  std::string title;      ///< `FPCA (0.1, 0.01)`
  std::string published;  ///< method in the stored files
  std::string settings;   ///< its settings there
  std::string loading;    ///< its settings in the file of loadings, which keep the first alone
  UciMethods methods = UciMethods::kLinear;
  std::string arm;
  std::string own_arm = {};  ///< the paper's own algorithm, where it is another

  std::string row() const;  ///< `German credit, d = 2`
  PaperStudy study() const { return uci_study(*set, dimensions, methods); }
};

/// All lines of a set and dimension, in the order of the table.
std::vector<TableLine> table_lines(const UciSet& set, Index dimensions);

/// The number of a line in every split; of the paper's own algorithm where `is_own`.
std::vector<double> line_values(StudyRuns& runs, const TableLine& line, const std::string& measure,
                                MeasuredRows rows, bool is_own = false);

/// The line's number in every split as the authors stored it, or as their stored loadings give it:
/// a column of mbfpca_loadings_metrics.csv, otherwise of mbfpca_uci_per_split.csv.  NaN where
/// neither has it.
std::vector<double> stored_values(const StudyRuns& runs, const TableLine& line,
                                  const std::string& column);

/// Files that stored_values() reads.
std::vector<std::string> stored_files();

}  // namespace fairpca
