// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measure/measure_input.h"
#include "study/study_spec.h"

namespace fairpca {

/// One fit and what is measured of it.
struct StudyTask {
  static constexpr Index kAllRows = -1;
  static constexpr std::size_t kNoDimensions = std::numeric_limits<std::size_t>::max();

  Index split = 0;             ///< from 0; kAllRows: fitted to all rows, nothing held out
  std::size_t dimensions = 0;  ///< in StudySpec::dimensions; kNoDimensions: no-projection
  std::string method;          ///< id, or `no-projection`

  bool is_projection() const { return dimensions != kNoDimensions; }
};

/// All tasks of a study, in the order of the tables: splits, dimensions, methods; then models of
/// all rows.
std::vector<StudyTask> tasks_of(const StudySpec& spec, Index splits);

/// A setting that tuning looked at, as tuning.csv has it.
struct TuningLine {
  std::string setting;
  std::string criterion;  ///< its name
  double value = std::numeric_limits<double>::quiet_NaN();
  double kept_variance = std::numeric_limits<double>::quiet_NaN();
  bool is_chosen = false;
  std::string problem;
};

/// Errors of the held-out rows of a group.
struct GroupError {
  std::string group;
  double mean = 0, deviation = 0;
  Index rows = 0;
};

/// Everything that is kept of a task: what all files of a study are made of.
struct TaskResult {
  std::string dimensions;  ///< as results.csv has it
  std::string setting;
  /// The chosen options with their values, as the command line takes them.
  std::vector<std::pair<std::string, std::string>> options;
  std::string problem;  ///< why there are no numbers; empty: there are
  std::vector<MeasuredValue> test, train;
  std::vector<FeatureValue> features;
  std::map<ValueKey, Vector> draws;  ///< of test values; only where one split is all there is
  std::vector<GroupError> held_out;
  Matrix drawn;  ///< coordinates of the rows that are drawn x 1 or 2; mostly empty
  std::vector<TuningLine> tuning;
  double objective = std::numeric_limits<double>::quiet_NaN();
  double bound = std::numeric_limits<double>::quiet_NaN();
  std::string status;
  bool certified = false;
  Index iterations = 0, eigensolves = 0, output_dimensions = 0;
  std::vector<std::string> notes, warnings;  ///< texts, in the words of the interface
};

/// Wall-clock time of a task and the largest memory of the process at its end.
struct TaskCosts {
  double tune_seconds = 0, fit_seconds = 0, measure_seconds = 0;
  double peak_memory_bytes = 0;
};

/// The bytes that keep a result; equal results have equal bytes.
std::string task_bytes(const TaskResult& result);

/// Reads them back.  Throws IoError, naming `file`, for anything that task_bytes() does not write.
TaskResult parse_task(std::string_view bytes, const std::string& file);

}  // namespace fairpca
