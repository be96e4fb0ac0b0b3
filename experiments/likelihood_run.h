// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/method_values.h"
#include "experiments/split_rows.h"
#include "fairpca/fit/fit.h"

namespace fairpca {

/// What the dissertation sets for a data set.
struct LikelihoodSetting {
  Index components = 5;  ///< K of the mixtures
  Index dimensions = 5;  ///< q, and d of PCA
  double step = 0.3;     ///< alpha of APStar
  int max_steps = 100;
  bool standardize = true;
};

/// Fits PCA (as PPCA), MPPCA and FR-MPPCA to rows and measures them, FR-MPPCA at every step.
class LikelihoodRun {
 public:
  /// Views `rows` and `options`.
  LikelihoodRun(RowSource& rows, const LikelihoodSetting& setting,
                const ExperimentOptions& options);

  /// Fits and keeps the likelihoods and errors of the rows.
  void add_pca();
  void add_mixture();
  void add_fair_mixture(bool keep_models);

  /// Adds the ROC-AUC of a logistic regression on the embeddings of all that was fitted, trained on
  /// the training rows and measured on the others; needs the models of the steps.
  void measure_auc(RowSource& all_rows, const SplitRows& split);

  const MethodValues& values() const { return values_; }
  const Fit& fair_fit() const { return fits_.back(); }

 private:
  PassOptions pass(const std::string& stage) const;
  void add(const std::string& name, const std::string& method, const OptionValues& method_options);
  OptionValues mixture_options() const;
  std::vector<double> shares() const;

  RowSource& rows_;
  LikelihoodSetting setting_;
  const ExperimentOptions& options_;
  std::vector<Fit> fits_;
  MethodValues values_;
};

}  // namespace fairpca
