// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// An experiment that has been run.
struct RanExperiment {
  const Experiment* experiment = nullptr;
  ExperimentResult result;
  double seconds = 0;  ///< from its start to its end; studies that others ran before cost nothing
};

/// A command that ran experiments to its end.
struct CommandRun {
  std::string command, date;
  double seconds = 0;            ///< by the clock
  double processor_seconds = 0;  ///< of all its threads
};

/// How and where experiments were run.
struct RunFacts {
  std::string command, date, machine;  ///< the command that makes all of them
  std::vector<CommandRun> runs = {};   ///< that filled the folder, this one last
  double task_seconds = 0;  ///< of all fits and measures of its studies, each on one thread
  bool is_quick = false;
  std::vector<std::string> left_out = {};  ///< keys of studies that were not run
};

/// The experiments there are, one line each, and as JSON (docs/formats/json.md).
std::string experiments_table(const std::vector<Experiment>& experiments);
std::string experiments_json(const std::vector<Experiment>& experiments);

/// What came out, for people: tables, then what the paper says and whether it holds.
std::string experiment_text(const RanExperiment& ran);

/// All of it as JSON, ending in a newline.
std::string runs_json(const std::vector<RanExperiment>& ran, const RunFacts& facts);

/// A page of one paper in Markdown: what holds and what does not, then every table and figure.  The
/// figures' files stand beside it.
std::string paper_page(Paper paper, const std::vector<RanExperiment>& ran, const RunFacts& facts);

}  // namespace fairpca
