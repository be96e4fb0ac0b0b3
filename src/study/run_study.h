// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "fairpca/fairness.h"
#include "study/study_data.h"
#include "study/study_products.h"
#include "study/study_task.h"

namespace fairpca {

/// A group of the study's rows.
struct StudyGroup {
  std::string name;
  Index rows = 0;
  std::string attribute = {};  ///< groups of one attribute are compared with each other
};

/// What a study will do, known once its rows were read.
struct StudyPlan {
  Index rows = 0, used_rows = 0, columns = 0;
  std::vector<StudyGroup> groups;
  std::optional<std::string> label;
  std::vector<std::string> label_levels;
  std::vector<StudyTask> tasks;
  std::size_t finished = 0;      ///< tasks of an earlier run
  double estimated_seconds = 0;  ///< of the others, roughly
  bool is_in_memory = true;
  Index splits = 1, training_rows = 0, test_rows = 0;  ///< of the first split
};

struct StudyProgress {
  std::size_t done = 0, all = 0;
  double share = 0;  ///< of the estimated work
  std::string task;  ///< that was finished last: `fair-pca, d = 5, split 2`
};

/// How an interface follows a study.  Both are called by one thread at a time.
struct StudyObserver {
  /// Before the first task; kStop ends the study there, as a dry run does.
  std::function<Flow(const StudyPlan&)> planned = {};
  std::function<void(const StudyProgress&)> progressed = {};
};

/// A task and what came of it.
struct FinishedTask {
  StudyTask task;
  TaskResult result;
};

/// A study that has been run: all that tables, reports and findings are made of.
struct StudyResult {
  StudySpec spec;
  StudyPlan plan;
  bool is_complete = false;  ///< false: only planned
  std::vector<FinishedTask> tasks;
  std::vector<std::string> notes, warnings;  ///< each once
  StudyOrigin origin;
  StudyColumns columns;
  std::vector<StudySplit> splits;
  std::vector<StudyFront> fronts;  ///< one per whole number of dimensions asked for
  StudyProjections projections;

  /// Null where there is none.
  const TaskResult* find(Index split, const std::string& dimensions,
                         const std::string& method) const;
};

struct StudyPlace {
  std::filesystem::path folder;
  bool resumes = false;
  bool is_dry_run = false;   ///< nothing is written
  std::string command = {};  ///< that asked for the study, for whoever wants to run it again
  /// Columns of the table that the reader does not deliver, where they are known.
  std::vector<StudyColumns::LeftOut> unused_columns = {};
};

/// Runs a study into a folder (docs/formats/study.md).  Every finished task is on disk before the
/// next one starts on its thread; a study that was stopped or killed goes on with `resumes` and
/// reaches the same bytes.  Same bytes for any number of threads, timings.csv excepted.
/// Throws InvalidArgument and IoError before any work where it can be known that the study cannot
/// be run, and Stopped when spec.fit.pass says so.  `splits`, where given, stand for the file that
/// the settings name, which is not read.
StudyResult run_study(const OpenRows& open, const StudySpec& spec, const StudyPlace& place,
                      const StudyObserver& observer = {}, const GivenSplits* splits = nullptr);

}  // namespace fairpca
