// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <any>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "experiments/paper_study.h"
#include "fairpca/error.h"
#include "fairpca/model/model.h"
#include "fairpca/rows/pass_options.h"
#include "fairpca/rows/row_source.h"
#include "study/run_study.h"

namespace fairpca {

struct ExperimentOptions {
  std::filesystem::path data = {};    ///< folder of the data sets; empty: none
  std::filesystem::path folder = {};  ///< of all that is made; studies are below `studies/`
  bool is_quick = false;              ///< small: few rows, splits, dimensions and steps
  bool resumes = false;
  std::vector<std::string> left_out = {};  ///< studies whose keys hold one of these words
  std::uint64_t seed = 0;
  /// How the passes of the named stage run (threads, observer); empty: PassOptions{}.
  std::function<PassOptions(const std::string& stage)> pass = {};
  /// Told of every finished task of a study.
  std::function<void(const std::string& study, const StudyProgress&)> progressed = {};
};

/// Thrown where an experiment asks for a study that was left out.
class StudyLeftOut : public InvalidArgument {
 public:
  using InvalidArgument::InvalidArgument;
};

/// Whether the key of a study holds one of the words.
bool holds_a_word(const std::string& key, const std::vector<std::string>& words);

/// Runs the studies of experiments, each once whoever asks for it.
class StudyRuns {
 public:
  explicit StudyRuns(ExperimentOptions options);
  ~StudyRuns();
  StudyRuns(const StudyRuns&) = delete;
  StudyRuns& operator=(const StudyRuns&) = delete;

  /// Throws as run_study(), and IoError for a table that is not there.
  const StudyResult& result(const PaperStudy& study);

  /// Whether a study was not left out on request, nor, where nothing is run, is not stored:
  /// result() runs those, and throws StudyLeftOut for others.
  bool has(const PaperStudy& study) const;
  /// Throws StudyLeftOut of what is kept under `key` and not there.
  [[noreturn]] void lacks(const std::string& key) const;
  /// Keys of what has() or lacks() was asked for in vain.
  const std::set<std::string>& left_out() const { return left_out_; }

  /// From here on studies are read back, and none is run.
  void take_stored_only() { takes_stored_only_ = true; }
  bool takes_stored_only() const { return takes_stored_only_; }

  /// Seconds of all fits and measures so far, of earlier runs too.
  double task_seconds() const;
  /// Adds those of a run that is no study.
  void add_seconds(double seconds) { other_seconds_ += seconds; }

  /// A fitted model of a study that was run; `split` StudyTask::kAllRows: of all rows.
  Model model(const PaperStudy& study, Index split, const std::string& dimensions,
              const std::string& arm);

  /// Seconds of a fit, tuning excepted, on one thread; NaN where it was not timed.
  double fit_seconds(const PaperStudy& study, Index split, const std::string& dimensions,
                     const std::string& arm);

  /// The study's rows, from the first one; in a quick run all of them, too.
  std::unique_ptr<RowSource> open(const PaperStudy& study) const;

  /// What several experiments share besides studies: made by `make` where `key` is new.
  template <class Value, class Make>
  const Value& kept(const std::string& key, const Make& make) {
    auto at = kept_.find(key);
    if (at == kept_.end()) at = kept_.emplace(key, Value(make())).first;
    return std::any_cast<const Value&>(at->second);
  }

  const ExperimentOptions& options() const { return options_; }
  bool is_quick() const { return options_.is_quick; }
  /// A file below the data folder; throws IoError where it is not there.
  std::filesystem::path data_file(const std::string& name) const;
  /// How a stage that is no study runs: threads and progress.
  PassOptions pass(const std::string& stage) const;

 private:
  PaperStudy as_run(const PaperStudy& study) const;
  std::filesystem::path folder_of(const PaperStudy& study) const;

  ExperimentOptions options_;
  std::filesystem::path temporary_;  ///< removed at the end; empty: the results stay
  std::map<std::string, StudyResult> results_;
  std::map<std::string, std::any> kept_;
  mutable std::set<std::string> left_out_;
  bool takes_stored_only_ = false;
  double other_seconds_ = 0;
};

}  // namespace fairpca
