// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/likelihood_run.h"

#include <optional>
#include <utility>

#include "measure/linear_classifier.h"
#include "measure/roc_auc.h"

namespace fairpca {
namespace {

/// Rows with what a classifier and its judge must know of them.
struct JudgedRows {
  RowMatrix rows;
  std::vector<bool> positive;
  std::vector<std::size_t> group;
};

JudgedRows part_of(const RowMatrix& rows, const SplitRows& split, bool training) {
  std::vector<Index> chosen;
  JudgedRows part;
  for (std::size_t i = 0; i < split.training.size(); ++i) {
    if (split.training[i] != training) continue;
    chosen.push_back(static_cast<Index>(i));
    part.positive.push_back(split.positive[i]);
    part.group.push_back(split.group[i]);
  }
  part.rows = rows(chosen, Eigen::all);
  return part;
}

/// ROC-AUC of the rows of one group.
double auc_of_group(const Vector& scores, const JudgedRows& rows, std::size_t group) {
  std::vector<Index> members;
  std::vector<bool> positive;
  for (std::size_t i = 0; i < rows.group.size(); ++i) {
    if (rows.group[i] != group) continue;
    members.push_back(static_cast<Index>(i));
    positive.push_back(rows.positive[i]);
  }
  return roc_auc(scores(members), positive);
}

GroupValues auc_of(const Model& model, const JudgedRows& training, const JudgedRows& test,
                   std::size_t groups) {
  const LinearScore score =
      fit_linear_classifier(model.transform(training.rows), training.positive);
  const Vector scores = score.of(model.transform(test.rows));
  GroupValues values;
  values.overall = roc_auc(scores, test.positive);
  for (std::size_t g = 0; g < groups; ++g) values.groups.push_back(auc_of_group(scores, test, g));
  return values;
}

Model with_mixture(const Model& model, const PpcaMixture& mixture) {
  Model other = model;
  const Embedding embedding = model.mixture->embedding;
  other.mixture = mixture;
  other.mixture->embedding = embedding;
  return other;
}

}  // namespace

LikelihoodRun::LikelihoodRun(RowSource& rows, const LikelihoodSetting& setting,
                             const ExperimentOptions& options)
    : rows_(rows), setting_(setting), options_(options) {
  if (options.max_steps > 0) setting_.max_steps = options.max_steps;
}

PassOptions LikelihoodRun::pass(const std::string& stage) const {
  return options_.pass ? options_.pass(stage) : PassOptions{};
}

OptionValues LikelihoodRun::mixture_options() const {
  return {{"mixture_components", std::int64_t{setting_.components}},
          {"max_iterations", std::int64_t{100}},
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

void LikelihoodRun::add(const std::string& name, const std::string& method,
                        const OptionValues& method_options) {
  rows_.rewind();
  fits_.push_back(fit_rows(rows_, {.method = method,
                                   .options = method_options,
                                   .dimensions = {.wanted = setting_.dimensions},
                                   .preparation = {.standardize = setting_.standardize},
                                   .min_group_size = 0,  // the papers show every group
                                   .pass = pass(name),
                                   .seed = options_.seed})
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
}

void LikelihoodRun::add_pca() {
  add("PCA", "ppca", {});
}

void LikelihoodRun::add_mixture() {
  add("MPPCA", "mixture-ppca", mixture_options());
}

void LikelihoodRun::add_fair_mixture(bool keep_models) {
  OptionValues method_options = mixture_options();
  method_options["step"] = setting_.step;
  method_options["max_steps"] = std::int64_t{setting_.max_steps};
  method_options["patience"] = std::int64_t{setting_.max_steps};  // the figures show every step
  method_options["keep_models"] = keep_models;
  add("FR-MPPCA", "fair-mixture-ppca", method_options);
  for (const FitStep& step : fits_.back().report.history) {
    ModelValues measured;
    measured[LikelihoodMeasure::kLogLikelihood] =
        GroupValues::mean_of(step.log_likelihood, shares());
    measured[LikelihoodMeasure::kError] = GroupValues::mean_of(step.reconstruction_error, shares());
    values_.steps.push_back(std::move(measured));
  }
}

void LikelihoodRun::measure_auc(RowSource& all_rows, const SplitRows& split) {
  const PassOptions how = pass("AUC");
  const RowMatrix rows = encoded_rows(all_rows, fits_.back().model.encoding, how);
  const JudgedRows training = part_of(rows, split, true), test = part_of(rows, split, false);
  const std::size_t groups = values_.groups.size();
  for (std::size_t i = 0; i < fits_.size(); ++i) {
    values_.methods[i].values[LikelihoodMeasure::kAuc] =
        auc_of(fits_[i].model, training, test, groups);
  }
  std::size_t next = 0, done = 0;
  const auto count = static_cast<double>(values_.steps.size());
  map_ordered(
      how.threads,
      [&]() -> std::optional<std::size_t> {
        return next < values_.steps.size() ? std::optional(next++) : std::nullopt;
      },
      [&](std::size_t step) {
        const FitStep& kept = fits_.back().report.history[step];
        return auc_of(with_mixture(fits_.back().model, kept.mixture.value()), training, test,
                      groups);
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
