// SPDX-License-Identifier: BSD-3-Clause
#include "measure/label_auc.h"

#include <algorithm>

#include "measure/resampling.h"
#include "measure/roc_auc.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// The rows of all and of each group, ranked by the score of each class.
class RankedLabels {
 public:
  RankedLabels(const MeasureContext& context, const LabelClasses& labels,
               const ClassifierScores& scores) {
    std::vector<std::int32_t> classes = labels.rated();
    std::erase_if(classes, [&](std::int32_t k) {  // only in the training rows
      return std::find(labels.evaluated.begin(), labels.evaluated.end(), k) ==
             labels.evaluated.end();
    });
    add(labels, scores, classes, context.evaluated.overall);
    for (const std::vector<Index>& rows : context.evaluated.rows)
      add(labels, scores, classes, rows);
  }

  /// All rows, then the groups.
  Vector values(const Vector& weights) const {
    Vector result(static_cast<Index>(ranked_.size()));
    for (std::size_t part = 0; part < ranked_.size(); ++part) {
      double sum = 0;
      for (const RankedScores& of_class : ranked_[part]) sum += of_class.auc(weights);
      result(static_cast<Index>(part)) = sum / static_cast<double>(ranked_[part].size());
    }
    return result;
  }

 private:
  void add(const LabelClasses& labels, const ClassifierScores& scores,
           const std::vector<std::int32_t>& classes, const std::vector<Index>& rows) {
    std::vector<Index> labelled;
    for (const Index row : rows) {
      if (labels.evaluated[static_cast<std::size_t>(row)] >= 0) labelled.push_back(row);
    }
    std::vector<RankedScores>& of_part = ranked_.emplace_back();
    for (const std::int32_t k : classes) {
      std::vector<bool> is_class;
      for (const std::int32_t label : labels.evaluated) is_class.push_back(label == k);
      const bool binary = scores.scores.cols() == 1;
      const Vector of_class = scores.scores.col(binary ? 0 : k) * (binary && k == 0 ? -1 : 1);
      of_part.emplace_back(of_class, is_class, labelled);
    }
  }

  std::vector<std::vector<RankedScores>> ranked_;
};

std::vector<std::int32_t> class_strata(const MeasureContext& context, const LabelClasses& labels) {
  std::vector<std::int32_t> strata =
      context.evaluated.strata(static_cast<Index>(labels.evaluated.size()));
  for (std::size_t i = 0; i < strata.size(); ++i) {
    const std::int32_t k = labels.evaluated[i];
    strata[i] = strata[i] < 0 || k < 0 ? -1 : strata[i] * labels.count() + k;
  }
  return strata;
}

}  // namespace

MeasuredNumbers label_auc(const MeasureContext& context, const LabelClasses& labels,
                          const ClassifierScores& scores) {
  const MeasureSettings& settings = context.input.settings;
  const Vector& weights = context.input.evaluated.keys->weights;
  const RankedLabels ranked(context, labels, scores);
  const Vector values = ranked.values(weights);
  MeasuredNumbers numbers{values(0), values.tail(values.size() - 1), {}};
  if (!GroupDraws::are_wanted(context)) return numbers;
  const Resampling draws(class_strata(context, labels), settings.draws, settings.seed);
  Matrix drawn(settings.draws, values.size());
  parallel_for(static_cast<std::size_t>(settings.draws), settings.threads, [&](std::size_t k) {
    std::vector<std::int32_t> counts(static_cast<std::size_t>(weights.size()));
    draws.counts(static_cast<int>(k), counts);
    Vector of_draw(weights.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      of_draw(static_cast<Index>(i)) = counts[i] * weights(static_cast<Index>(i));
    }
    drawn.row(static_cast<Index>(k)) = ranked.values(of_draw).transpose();
  });
  numbers.draws = DrawnNumbers{drawn.col(0), drawn.rightCols(values.size() - 1)};
  return numbers;
}

}  // namespace fairpca
