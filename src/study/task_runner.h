// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "measure/loss_draws.h"
#include "study/drawn_test_rows.h"
#include "study/rows_of_split.h"
#include "study/study_folder.h"
#include "study/tuning.h"

namespace fairpca {

/// What the tasks of one split share.
class SplitWork {
 public:
  /// `split` StudyTask::kAllRows: nothing is held out.
  SplitWork(const StudyData& data, const StudySpec& spec, Index split, const PassOptions& pass);

  Index split() const { return split_; }
  const RowsOfSplit& rows() const { return rows_; }
  const std::vector<RowsOfSplit>& folds() const { return folds_; }  ///< empty without tuning
  /// Of plain PCA of these dimensions; none where PCA cannot be fitted or most rows coincide.
  std::optional<double> bandwidth(std::size_t dimensions) const { return bandwidths_[dimensions]; }
  /// Of the rows' embedding by a mixture, or of the prepared rows themselves.
  std::optional<double> own_bandwidth(const Model& model) const;
  /// The baseline without a projection: a model whose coordinates are the prepared rows.
  Model no_projection() const;
  /// Test rows as the model sees them, and draws of them; null where they are too many to keep.
  const RowMatrix* prepared(const Model& model) const;
  const LossDraws* loss_draws(const Model& model) const;
  /// The test rows that are drawn, of the first split; null for other splits.
  const DrawnTestRows* drawn() const { return drawn_ ? &*drawn_ : nullptr; }
  /// Their coordinates, where it is these dimensions that are drawn; otherwise nothing.
  Matrix drawn_coordinates(const Model& model, std::size_t dimensions) const;
  /// Levels of categories that no training row has.
  std::vector<std::string> absent_levels() const;

 private:
  void find_bandwidths();
  void keep_prepared_rows(const PassOptions& pass);

  const StudyData& data_;
  const StudySpec& spec_;
  Index split_;
  RowsOfSplit rows_;
  std::vector<RowsOfSplit> folds_;
  RowMatrix sample_;  ///< training rows, encoded
  std::vector<std::optional<double>> bandwidths_;
  std::optional<Model> pca_;  ///< whose mean and scale the prepared rows have
  RowMatrix prepared_;
  std::optional<LossDraws> loss_draws_;
  std::optional<DrawnTestRows> drawn_;
  RowMatrix drawn_rows_;  ///< encoded
};

/// What a task made: the result, its costs, and the model where there is one.
struct TaskOutcome {
  TaskResult result;
  TaskCosts costs;
  std::optional<Model> model;
};

/// Runs one task.  What the data or the method do not allow is the result's `problem`.  `liked` is
/// what came of the arm that this one's is `like`; null: of none.
TaskOutcome run_task(const StudySpec& spec, const StudyTask& task, const SplitWork& work,
                     const PassOptions& pass, const TaskResult* liked = nullptr);

/// Errors of the held-out rows of several splits as if they were of one.
std::vector<GroupError> pooled_errors(const std::vector<const TaskResult*>& results, Index repeats);

/// Puts held-out errors into the groups of a model.
void put_held_out(const std::vector<GroupError>& errors, Model& model);

}  // namespace fairpca
