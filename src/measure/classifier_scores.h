// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "measure/coordinate_classifier.h"
#include "measure/measured_groups.h"

namespace fairpca {

/// Which rows train the classifiers that score which: the training rows all evaluated ones, or,
/// without training rows, four fifths of the evaluated rows the rest, five times.
struct FittingParts {
  struct Part {
    std::vector<Index> training;  ///< rows of the training table
    std::vector<Index> scored;    ///< rows of the evaluated table
    ColumnScaling scaling;        ///< of the training rows
  };
  std::vector<Part> parts;
  const RowMatrix& training;   ///< coordinates
  const RowMatrix& evaluated;  ///< coordinates; the same table where rows are cross-fitted
  bool is_cross_fitted = false;

  /// Of the rows that overall numbers are of; folds by protected levels and label, with the seed.
  static FittingParts of(const MeasureContext& context);
};

/// A classifier to fit: class of each row of the training table, from 0; negative: left out.
struct ClassifierTask {
  std::vector<std::int32_t> training;
  std::int32_t classes = 2;
  ClassifierOptions options;
};

/// What a classifier says of evaluated rows that it was not fitted to.
struct ClassifierScores {
  /// Rows x 1 for two classes (larger for class 1), otherwise rows x classes; NaN for rows that
  /// were not scored.
  Matrix scores;
  std::vector<std::int32_t> predicted;  ///< -1: not scored
  bool is_fitted = true;                ///< false: some training part has rows of one class only
  bool is_sampled = false;              ///< RBF machines were fitted to a sample of rows
};

/// One result per task; tasks and parts run on `threads` threads.
std::vector<ClassifierScores> fit_and_score(const FittingParts& parts,
                                            const std::vector<ClassifierTask>& tasks, int threads);

/// Notes on how classifiers were fitted, each once.
void note_fitting(const FittingParts& parts, const std::vector<ClassifierScores>& scores,
                  const MeasureSettings& settings, Measured& measured);

}  // namespace fairpca
