// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "experiments/mbfpca/table_lines.h"

namespace fairpca {

/// A column of the paper's Table 1.
struct TableMeasure {
  std::string title;        ///< `%Var`
  std::string mean_column;  ///< in mbfpca_table1.csv
  std::string deviation_column;
  std::string authors_way;  ///< measure as the authors take it
  std::string our_way;      ///< as the registry has it; the same where nothing differs
  std::string stored_test, stored_train;  ///< columns of the stored splits; empty: not stored
  double factor = 1;                      ///< of the measure, to be what the table has
  int digits = 2;                         ///< decimals
  bool is_higher_better = true;
};

/// Variance, accuracy, MMD^2, difference in demographic parity.
enum LineMeasure : std::size_t { kLineVariance, kLineAccuracy, kLineMmd, kLineParity };
const std::array<TableMeasure, 4>& table_measures();

/// What a line has of each measure on test rows, by the authors' way to score.
struct LineNumbers {
  TableLine line;
  std::array<MeanValue, 4> published, own, ours;
};

MeanValue line_mean(StudyRuns& runs, const TableLine& line, const std::string& measure,
                    const TableMeasure& column, MeasuredRows rows, bool is_own);

/// One for each line of Table 1 whose study is not left out.
std::vector<LineNumbers> line_numbers(StudyRuns& runs);

/// All published numbers.
inline constexpr const char* kTable1File = "published_results/mbfpca_table1.csv";

}  // namespace fairpca
