// SPDX-License-Identifier: BSD-3-Clause
#include "study/tuning.h"

#include <algorithm>
#include <cmath>

#include "study/messages.h"

namespace fairpca {
namespace {

constexpr const char* kKeptVariance = "explained_variance_ratio";

std::vector<std::string> words_of_sum(const std::string& text) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

double sign_of(const Measure& measure) {
  return measure.direction == Direction::kHigher ? -1 : 1;
}

Criterion sum_of(const std::vector<std::string>& ids) {
  Criterion criterion;
  for (const std::string& id : ids) {
    criterion.terms.push_back({id, Statistic::kValue, sign_of(find_measure(id))});
  }
  return criterion;
}

/// Fits and measures settings on one fold.
class FoldTrial {
 public:
  FoldTrial(const StudySpec& spec, const Criterion& criterion, const FitSettings& fit,
            const RowsOfSplit& rows, std::optional<double> bandwidth)
      : spec_(spec), criterion_(criterion), fit_(fit), rows_(rows), bandwidth_(bandwidth) {
    for (const Criterion::Term& term : criterion.terms) ids_.push_back(term.measure);
    if (criterion.keeps_variance) {
      ids_.emplace_back(kKeptVariance);
      FitSettings pca = fit;
      pca.method = "pca";
      pca.options.clear();
      pca_variance_ = value_in(measured(rows.fit(pca)), kKeptVariance, Statistic::kValue);
    }
  }

  std::vector<FitOrProblem> fits(const std::vector<OptionValues>& grid) const {
    if (find_method(fit_.method).needs == Needs::kMoments) {
      FitSettings settings = fit_;
      if (settings.missing == MissingCells::kMean) settings.missing = MissingCells::kError;
      return fit_moments_grid(rows_.training(), settings, grid);
    }
    std::vector<FitOrProblem> fits(grid.size());
    for (std::size_t i = 0; i < grid.size(); ++i) {
      FitSettings settings = fit_;
      settings.options = grid[i];
      try {
        fits[i].fit = rows_.fit(settings);
      } catch (const InvalidArgument& error) {
        fits[i].problem = error.message();
      }
    }
    return fits;
  }

  /// Adds what the fold says of a fit to the sums over folds.
  void add(const Fit& fit, TriedSetting& tried) const {
    const Measured values = measured(fit);
    double sum = 0;
    for (const Criterion::Term& term : criterion_.terms) {
      const double value = value_in(values, term.measure, term.statistic);
      if (std::isnan(value)) {
        reject(study_message<"tune-by-not-there">("option"_is(OptionName{"tune_by"}),
                                                  "measure"_is(term.measure)));
      }
      sum += term.sign * value;
    }
    tried.criterion += sum;
    if (criterion_.keeps_variance) {
      tried.kept_variance += value_in(values, kKeptVariance, Statistic::kValue) / pca_variance_;
    }
  }

 private:
  bool needs_rows(const Model& model) const {
    return model.mixture || std::any_of(ids_.begin(), ids_.end(), [](const std::string& id) {
             return find_measure(id).needs != MeasureNeeds::kMoments;
           });
  }

  Measured measured(Fit fit) const {
    Model& model = fit.model;
    if (!model.mixture && bandwidth_) model.bandwidth = bandwidth_;
    const GroupMoments test = rows_.columns_of(model, rows_.test());
    const GroupMoments training = rows_.columns_of(model, rows_.training());
    MeasureInput input{.model = model, .groups = rows_.groups(), .evaluated = {&test}};
    MeasuredPart trained{&training};
    std::pair<ScoredRows, ScoredRows> scored;
    if (needs_rows(model)) {
      scored = rows_.score(model, fit_.pass);
      trained.keys = &rows_.training_keys();
      trained.scored = &scored.first;
      input.evaluated.keys = &rows_.test_keys();
      input.evaluated.scored = &scored.second;
    }
    input.training = trained;
    input.settings = spec_.measure_settings();
    input.settings.measures = ids_;
    input.settings.has_intervals = false;
    input.settings.threads = fit_.pass.threads;
    return measure(input);
  }

  static double value_in(const Measured& measured, const std::string& id, Statistic statistic) {
    for (const MeasuredValue& value : measured.values) {
      if (value.measure == id && value.statistic == statistic && value.group.empty()) {
        return value.value;
      }
      if (value.measure == id && value.statistic == statistic && statistic == Statistic::kWorst) {
        return value.value;
      }
    }
    return std::numeric_limits<double>::quiet_NaN();
  }

  const StudySpec& spec_;
  const Criterion& criterion_;
  const FitSettings& fit_;
  const RowsOfSplit& rows_;
  std::optional<double> bandwidth_;
  std::vector<std::string> ids_;
  double pca_variance_ = std::numeric_limits<double>::quiet_NaN();
};

/// The least criterion among settings that keep enough; if none does, the one that keeps most.
std::size_t best_setting(const Tuning& tuning, const Criterion& criterion, double keep_variance) {
  std::size_t best = tuning.tried.size(), keeps_most = tuning.tried.size();
  for (std::size_t i = 0; i < tuning.tried.size(); ++i) {
    const TriedSetting& tried = tuning.tried[i];
    if (!tried.problem.empty()) continue;
    const bool is_more = keeps_most == tuning.tried.size() ||
                         tried.kept_variance > tuning.tried[keeps_most].kept_variance;
    if (criterion.keeps_variance && is_more) keeps_most = i;
    if (criterion.keeps_variance && tried.kept_variance < keep_variance) continue;
    const bool is_better =
        best == tuning.tried.size() || tried.criterion < tuning.tried[best].criterion;
    if (is_better) best = i;
  }
  return best == tuning.tried.size() ? keeps_most : best;
}

}  // namespace

std::string Criterion::name() const {
  std::string text;
  for (const Term& term : terms) {
    if (!text.empty()) text += '+';
    if (term.sign < 0) text += '-';
    text += term.measure;
    if (term.statistic != Statistic::kValue) text += ':' + std::string(to_string(term.statistic));
  }
  return text;
}

void check_criterion(const std::string& text) {
  if (text.empty()) return;
  for (const std::string& id : words_of_sum(text)) find_measure(id);
}

Criterion criterion_of(const Method& method, const StudySettings& settings) {
  if (!settings.tune_by.empty()) return sum_of(words_of_sum(settings.tune_by));
  switch (method.fairness) {
    case Fairness::kReconstruction:
      return sum_of({"gap", "reconstruction_error"});
    case Fairness::kRepresentation: {
      Criterion criterion = sum_of({"mmd2_u"});
      criterion.keeps_variance = true;
      return criterion;
    }
    case Fairness::kLikelihood:
      return {.terms = {{"log_likelihood", Statistic::kWorst, -1}}};
    case Fairness::kNone:
      break;
  }
  return {.terms = {{"log_likelihood", Statistic::kValue, -1}}};
}

OptionValues with_setting(OptionValues options, const OptionValues& setting) {
  for (const auto& [name, value] : setting) options[name] = value;
  return options;
}

Tuning tune(const StudySpec& spec, const StudyArm& arm, const FitSettings& fit,
            const std::vector<RowsOfSplit>& folds, std::optional<double> bandwidth) {
  const Method& method = find_method(fit.method);
  const Criterion criterion = criterion_of(method, spec.study);
  Tuning tuning{.criterion = criterion.name(), .tried = {}};
  std::vector<OptionValues> grid;
  for (const OptionValues& setting : arm.grid) {
    grid.push_back(with_setting(fit.options, setting));
    tuning.tried.push_back({.options = grid.back(), .criterion = 0, .kept_variance = 0});
  }
  for (const RowsOfSplit& fold : folds) {
    const FoldTrial trial(spec, criterion, fit, fold, bandwidth);
    const std::vector<FitOrProblem> fits = trial.fits(grid);
    for (std::size_t i = 0; i < fits.size(); ++i) {
      TriedSetting& tried = tuning.tried[i];
      if (!fits[i].fit) {
        tried.problem = fits[i].problem->text(spec.spelling);
      } else if (tried.problem.empty()) {
        trial.add(*fits[i].fit, tried);
      }
    }
  }
  for (TriedSetting& tried : tuning.tried) {
    const bool is_there = tried.problem.empty();
    const double none = std::numeric_limits<double>::quiet_NaN();
    tried.criterion = is_there ? tried.criterion / static_cast<double>(folds.size()) : none;
    tried.kept_variance = is_there && criterion.keeps_variance
                              ? tried.kept_variance / static_cast<double>(folds.size())
                              : none;
  }
  tuning.chosen = best_setting(tuning, criterion, spec.study.keep_variance);
  if (tuning.chosen == tuning.tried.size()) {
    reject(study_message<"no-setting-fits">("method"_is(method.id),
                                            "problem"_is(tuning.tried.front().problem)));
  }
  return tuning;
}

}  // namespace fairpca
