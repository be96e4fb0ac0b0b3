// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "measure/classifier_scores.h"
#include "measure/decision_rates.h"
#include "measure/label_auc.h"
#include "measure/label_classes.h"
#include "measure/messages.h"
#include "measure/registered_measures.h"
#include "measure/value_writer.h"

namespace fairpca {
namespace {

void note_one_class(const MeasureContext& context, Measured& measured) {
  std::vector<std::string> wanted;
  for (const auto& [measure, family] : registered_measures()) {
    if (family == measure_decisions && context.wants(measure.id)) wanted.push_back(measure.id);
  }
  add_note(measured, measure_message<"label-of-one-class">(
                         "measures"_is(fmt::format("{}", fmt::join(wanted, ", ")))));
}

void note_rows_without_label(const MeasureContext& context, const LabelClasses& labels,
                             Measured& measured) {
  const auto rows =
      std::count_if(context.evaluated.overall.begin(), context.evaluated.overall.end(),
                    [&](Index row) { return labels.evaluated[static_cast<std::size_t>(row)] < 0; });
  if (rows == 0) return;
  add_note(measured,
           measure_message<"unscored-rows-without-label">("rows"_is(Counted{rows, "row", "rows"})));
}

/// Groups in which a class has no rows have no rates among its rows.
void note_groups_without_class(const MeasureContext& context, const LabelClasses& labels,
                               Measured& measured) {
  for (std::size_t g = 0; g < context.evaluated.rows.size(); ++g) {
    std::vector<bool> is_there(labels.levels.size(), false);
    for (const Index row : context.evaluated.rows[g]) {
      const std::int32_t k = labels.evaluated[static_cast<std::size_t>(row)];
      if (k >= 0) is_there[static_cast<std::size_t>(k)] = true;
    }
    for (std::size_t k = 0; k < is_there.size(); ++k) {
      if (is_there[k]) continue;
      add_note(measured, measure_message<"group-without-class">(
                             "group"_is(Quoted{context.evaluated.names[g]}),
                             "level"_is(Quoted{labels.levels[k]})));
    }
  }
}

void add_rate_differences(const MeasureContext& context, const DecisionRates& rates,
                          Measured& measured) {
  const auto add_largest = [&](const std::string& id, MeasuredNumbers ClassRates::*rate) {
    if (!context.wants(id)) return;
    StackedRates stacked;
    for (const ClassRates& of_class : rates.classes) stacked.add(context, of_class.*rate);
    ValueWriter(id, measured).add_differences(stacked.largest(), Statistic::kValue);
  };
  add_largest("demographic_parity_difference", &ClassRates::selection);
  add_largest("equal_opportunity_difference", &ClassRates::true_positive);
  if (context.wants("equalized_odds_difference")) {
    const LargestDifference odds = equalized_odds(context, rates);
    ValueWriter("equalized_odds_difference", measured)
        .add(Statistic::kValue, "", odds.value, odds.interval, odds.draws);
  }
  const auto add_average = [&](const std::string& id, const AverageOdds& odds) {
    if (!context.wants(id)) return;
    ValueWriter(id, measured).add(Statistic::kValue, "", odds.value, odds.interval, odds.draws);
  };
  add_average("average_odds_difference", average_odds(context, rates));
  add_average("average_absolute_odds_difference", average_absolute_odds(context, rates));
}

}  // namespace

void measure_decisions(const MeasureContext& context, Measured& measured) {
  const LabelClasses labels = LabelClasses::of(context);
  if (labels.count() < 2) {
    note_one_class(context, measured);
    return;
  }
  const MeasureSettings& settings = context.input.settings;
  const FittingParts parts = FittingParts::of(context);
  const std::vector<ClassifierScores> fitted =
      fit_and_score(parts,
                    {{parts.is_cross_fitted ? labels.evaluated : labels.training,
                      labels.count(),
                      {settings.classifier, false, settings.max_kernel_rows, settings.seed}}},
                    settings.threads);
  const ClassifierScores& scores = fitted.front();
  if (!scores.is_fitted) {
    note_one_class(context, measured);
    return;
  }
  note_fitting(parts, fitted, settings, measured);
  note_rows_without_label(context, labels, measured);
  note_groups_without_class(context, labels, measured);
  if (labels.count() > 2 && !settings.positive.empty()) {
    add_note(measured, measure_message<"positive-of-many">("classes"_is(labels.count())));
  }
  const DecisionRates rates =
      DecisionRates::of(context, labels.evaluated, scores.predicted, labels.rated());
  if (context.wants("accuracy")) add_numbers(context, "accuracy", rates.accuracy, measured);
  if (context.wants("auc")) {
    add_numbers(context, "auc", label_auc(context, labels, scores), measured);
  }
  add_rate_differences(context, rates, measured);
}

}  // namespace fairpca
