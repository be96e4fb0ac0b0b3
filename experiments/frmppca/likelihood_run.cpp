// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/likelihood_run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "experiments/frmppca/component_pca.h"
#include "experiments/frmppca/embedding_classifier.h"

namespace fairpca {
namespace {

Model with_mixture(const Model& model, const PpcaMixture& mixture) {
  Model other = model;
  const Embedding embedding = model.mixture->embedding;
  other.mixture = mixture;
  other.mixture->embedding = embedding;
  return other;
}

}  // namespace

std::string shown_method(const std::string& method) {
  if (method == kGaussianMixture) return "MPPCA (full)";
  return method == kMixture ? "MPPCA (same q)" : method;
}

LikelihoodRun::LikelihoodRun(RowSource& rows, const LikelihoodSetting& setting, Pass pass)
    : rows_(rows), setting_(setting), pass_(std::move(pass)) {}

OptionValues LikelihoodRun::mixture_options() const {
  return {{"mixture_components", std::int64_t{setting_.components}},
          {"max_iterations", std::int64_t{setting_.max_iterations}},
          {"tolerance", 1e-6}};
}

std::vector<double> LikelihoodRun::shares() const {
  double total = 0;
  for (const GroupSummary& group : fits_.back().report.groups) total += group.weight.value();
  std::vector<double> result;
  for (const GroupSummary& group : fits_.back().report.groups) {
    result.push_back(group.weight.value() / total);
  }
  return result;
}

void LikelihoodRun::add(const std::string& name, const std::string& method, Index dimensions,
                        const OptionValues& method_options) {
  rows_.rewind();
  fits_.push_back(fit_rows(rows_, {.method = method,
                                   .options = method_options,
                                   .dimensions = {.wanted = dimensions},
                                   .preparation = {.standardize = setting_.standardize},
                                   .min_group_size = 0,  // the dissertation shows every group
                                   .pass = pass_(name),
                                   .seed = setting_.seed})
                      .fit);
  std::vector<double> likelihoods, errors;
  values_.groups.clear();
  for (const GroupSummary& group : fits_.back().report.groups) {
    values_.groups.push_back(group.name);
    likelihoods.push_back(group.log_likelihood.value());
    errors.push_back(group.reconstruction_error.value());
  }
  ModelValues measured;
  measured[LikelihoodMeasure::kLogLikelihood] =
      GroupValues::mean_of(std::move(likelihoods), shares());
  measured[LikelihoodMeasure::kError] = GroupValues::mean_of(std::move(errors), shares());
  values_.methods.push_back({name, std::move(measured)});
  values_.training_rows = fits_.back().model.rows;
}

void LikelihoodRun::add_pca() {
  add(kPlainPca, "ppca", setting_.dimensions, {});
}

void LikelihoodRun::add_gaussian_mixture() {
  const Index columns = fits_.front().model.mean.size();
  OptionValues method_options = mixture_options();
  method_options["tolerance"] = 1e-3;  // that of scikit-learn's GaussianMixture, as its 100 steps
  add(kGaussianMixture, "mixture-ppca", columns - 1, method_options);
}

void LikelihoodRun::add_mixture() {
  add(kMixture, "mixture-ppca", setting_.dimensions, mixture_options());
}

void LikelihoodRun::add_fair_mixture(bool keep_models) {
  OptionValues method_options = mixture_options();
  method_options["step"] = setting_.step;
  method_options["max_steps"] = std::int64_t{setting_.max_steps};
  method_options["patience"] = std::int64_t{setting_.max_steps};  // the figures show every step
  method_options["keep_models"] = keep_models;
  add(kFairMixture, "fair-mixture-ppca", setting_.dimensions, method_options);
  const FitReport& report = fits_.back().report;
  for (const FitStep& step : report.history) {
    ModelValues measured;
    measured[LikelihoodMeasure::kLogLikelihood] =
        GroupValues::mean_of(step.log_likelihood, shares());
    measured[LikelihoodMeasure::kError] = GroupValues::mean_of(step.reconstruction_error, shares());
    values_.steps.push_back(std::move(measured));
  }
  values_.em_iterations = report.iterations;
  values_.status = to_string(report.status);
}

RowMatrix LikelihoodRun::embedding(std::size_t method, const RowMatrix& rows) const {
  if (values_.methods[method].method != kGaussianMixture)
    return fits_[method].model.transform(rows);
  return component_pca(fits_[method].model, setting_.dimensions, rows).coordinates;
}

void LikelihoodRun::measure_classifier(RowSource& all_rows, const SplitRows& split) {
  const PassOptions how = pass_("classifier");
  const RowMatrix rows = encoded_rows(all_rows, fits_.back().model.encoding, how);
  const JudgedRows training = judged_rows(rows, split, true);
  const JudgedRows test = judged_rows(rows, split, false);
  values_.test_rows = test.rows.rows();
  for (std::size_t i = 0; i < fits_.size(); ++i) {
    const EmbeddedRows embedded{embedding(i, training.rows), embedding(i, test.rows)};
    MethodValues::Entry& entry = values_.methods[i];
    entry.values[LikelihoodMeasure::kAuc] = auc_of(embedded, training, test, split.levels.size());
    entry.decisions = decisions_of(embedded, training, test, split.levels);
    entry.decisions[kAucGapError] = auc_gap_error(embedded, training, test, split.levels.size());
    if (entry.method == kGaussianMixture) {
      entry.values[LikelihoodMeasure::kError] = group_means(
          component_pca(fits_[i].model, setting_.dimensions, training.rows).squared_error, training,
          split.levels.size());
    }
  }
  std::size_t next = 0, done = 0;
  const auto count = static_cast<double>(values_.steps.size());
  map_ordered(
      how.threads,
      [&]() -> std::optional<std::size_t> {
        return next < values_.steps.size() ? std::optional(next++) : std::nullopt;
      },
      [&](std::size_t step) {
        const Model model =
            with_mixture(fits_.back().model, fits_.back().report.history[step].mixture.value());
        return auc_of({model.transform(training.rows), model.transform(test.rows)}, training, test,
                      split.levels.size());
      },
      [&](GroupValues values) {
        values_.steps[done++][LikelihoodMeasure::kAuc] = std::move(values);
      },
      [&] {
        return how.observer ? how.observer({static_cast<Index>(done) * rows.rows(),
                                            static_cast<double>(done) / count})
                            : Flow::kContinue;
      });
}

}  // namespace fairpca
