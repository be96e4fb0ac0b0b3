// SPDX-License-Identifier: BSD-3-Clause
#include "measure/classifier_scores.h"

#include <algorithm>
#include <limits>

#include "measure/messages.h"
#include "measure/row_samples.h"
#include "measure/value_writer.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

constexpr std::int32_t kFolds = 5;

/// Rows of `part.training` that the task has a class for, and their classes.
struct TaskRows {
  std::vector<Index> rows;
  std::vector<std::int32_t> classes;  ///< numbered among those present
  std::vector<std::int32_t> present;  ///< classes with rows

  TaskRows(const ClassifierTask& task, const std::vector<Index>& training) {
    std::vector<std::int32_t> number(static_cast<std::size_t>(task.classes), -1);
    for (const Index row : training) {
      const std::int32_t k = task.training[static_cast<std::size_t>(row)];
      if (k >= 0) number[static_cast<std::size_t>(k)] = 0;
    }
    for (std::int32_t k = 0; k < task.classes; ++k) {
      if (number[static_cast<std::size_t>(k)] < 0) continue;
      number[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(present.size());
      present.push_back(k);
    }
    for (const Index row : training) {
      const std::int32_t k = task.training[static_cast<std::size_t>(row)];
      if (k < 0) continue;
      rows.push_back(row);
      classes.push_back(number[static_cast<std::size_t>(k)]);
    }
  }
};

/// One column per class of the task from scores of those present; the others' are the lowest.
Matrix scores_of_all(const Matrix& scores, const std::vector<std::int32_t>& present,
                     std::int32_t classes, Classifier kind) {
  if (static_cast<std::int32_t>(present.size()) == classes) return scores;
  const double lowest =
      kind == Classifier::kLogistic ? 0 : -std::numeric_limits<double>::infinity();
  Matrix all = Matrix::Constant(scores.rows(), classes, lowest);
  if (scores.cols() == 1) {  // two of more are present
    const bool shares = kind == Classifier::kLogistic;
    for (Index i = 0; i < scores.rows(); ++i) {
      const double second = shares ? 1 / (1 + std::exp(-scores(i, 0))) : scores(i, 0);
      all(i, present[0]) = shares ? 1 - second : -second;
      all(i, present[1]) = second;
    }
    return all;
  }
  for (std::size_t k = 0; k < present.size(); ++k) {
    all.col(present[k]) = scores.col(static_cast<Index>(k));
  }
  return all;
}

struct PartScores {
  Matrix scores;
  std::vector<std::int32_t> predicted;
  bool is_fitted = false, is_sampled = false;
};

PartScores score_part(const FittingParts& parts, const FittingParts::Part& part,
                      const ClassifierTask& task) {
  PartScores result;
  const TaskRows given(task, part.training);
  if (given.present.size() < 2) return result;
  const CoordinateClassifier classifier =
      CoordinateClassifier::fit(part.scaling.apply(parts.training, given.rows), given.classes,
                                static_cast<std::int32_t>(given.present.size()), task.options);
  const Matrix scores = classifier.scores(part.scaling.apply(parts.evaluated, part.scored));
  for (const std::int32_t k : classifier.predicted(scores)) {
    result.predicted.push_back(given.present[static_cast<std::size_t>(k)]);
  }
  result.scores = scores_of_all(scores, given.present, task.classes, task.options.kind);
  result.is_fitted = true;
  result.is_sampled = classifier.is_sampled();
  return result;
}

ClassifierScores joined(const FittingParts& parts, const ClassifierTask& task,
                        const PartScores* of_parts) {
  constexpr double kNotScored = std::numeric_limits<double>::quiet_NaN();
  const Index rows = parts.evaluated.rows();
  ClassifierScores result;
  result.scores = Matrix::Constant(rows, task.classes == 2 ? 1 : task.classes, kNotScored);
  result.predicted.assign(static_cast<std::size_t>(rows), -1);
  for (std::size_t p = 0; p < parts.parts.size(); ++p) {
    const PartScores& part = of_parts[p];
    result.is_fitted = result.is_fitted && part.is_fitted;
    result.is_sampled = result.is_sampled || part.is_sampled;
    if (!part.is_fitted) continue;
    const std::vector<Index>& scored = parts.parts[p].scored;
    for (std::size_t i = 0; i < scored.size(); ++i) {
      result.scores.row(scored[i]) = part.scores.row(static_cast<Index>(i));
      result.predicted[static_cast<std::size_t>(scored[i])] = part.predicted[i];
    }
  }
  return result;
}

/// Rows of published groups: classifiers, and the scale of what they see, would otherwise tell
/// numbers of hidden ones.  Without groups, all rows.
std::vector<bool> fitted_rows(const MeasuredGroups& groups, std::size_t rows) {
  std::vector<bool> is_fitted(rows, groups.attributes.empty());
  for (const std::vector<std::int32_t>& group_of : groups.group_of) {
    for (std::size_t i = 0; i < rows; ++i) is_fitted[i] = is_fitted[i] || group_of[i] >= 0;
  }
  return is_fitted;
}

}  // namespace

FittingParts FittingParts::of(const MeasureContext& context) {
  const MeasuredPart& evaluated = context.input.evaluated;
  const bool has_training =
      context.training != nullptr && context.input.training->scored != nullptr;
  const RowMatrix& training =
      has_training ? context.input.training->scored->coordinates : evaluated.scored->coordinates;
  FittingParts made{{}, training, evaluated.scored->coordinates, !has_training};
  const std::vector<Index>& overall = context.evaluated.overall;
  if (has_training) {
    const std::vector<bool> is_fitted =
        fitted_rows(*context.training, static_cast<std::size_t>(training.rows()));
    made.parts.push_back({{}, overall, {}});
    for (const Index row : context.training->overall) {
      if (is_fitted[static_cast<std::size_t>(row)]) made.parts.front().training.push_back(row);
    }
  } else {
    std::vector<std::int32_t> strata(evaluated.keys->cell.size(), -1);
    for (const Index row : overall) {
      strata[static_cast<std::size_t>(row)] = evaluated.keys->cell[static_cast<std::size_t>(row)];
    }
    const std::vector<std::int32_t> fold =
        stratified_folds(strata, kFolds, context.input.settings.seed);
    const std::vector<bool> is_fitted = fitted_rows(context.evaluated, strata.size());
    made.parts.resize(kFolds);
    for (const Index row : overall) {
      for (std::int32_t f = 0; f < kFolds; ++f) {
        Part& part = made.parts[static_cast<std::size_t>(f)];
        if (fold[static_cast<std::size_t>(row)] == f) {
          part.scored.push_back(row);
        } else if (is_fitted[static_cast<std::size_t>(row)]) {
          part.training.push_back(row);
        }
      }
    }
  }
  for (Part& part : made.parts) part.scaling = ColumnScaling::of(made.training, part.training);
  return made;
}

std::vector<ClassifierScores> fit_and_score(const FittingParts& parts,
                                            const std::vector<ClassifierTask>& tasks, int threads) {
  const std::size_t count = parts.parts.size();
  std::vector<PartScores> of_parts(tasks.size() * count);
  parallel_for(of_parts.size(), threads, [&](std::size_t job) {
    of_parts[job] = score_part(parts, parts.parts[job % count], tasks[job / count]);
  });
  std::vector<ClassifierScores> results;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    results.push_back(joined(parts, tasks[t], of_parts.data() + t * count));
  }
  return results;
}

void note_fitting(const FittingParts& parts, const std::vector<ClassifierScores>& scores,
                  const MeasureSettings& settings, Measured& measured) {
  if (parts.is_cross_fitted && !scores.empty()) {
    add_note(measured, measure_message<"classifiers-cross-fitted">());
  }
  const bool is_sampled = std::any_of(scores.begin(), scores.end(),
                                      [](const ClassifierScores& of) { return of.is_sampled; });
  if (is_sampled) {
    add_note(measured, measure_message<"rbf-rows">(
                           "most"_is(Counted{settings.max_kernel_rows, "row", "rows"})));
  }
}

}  // namespace fairpca
