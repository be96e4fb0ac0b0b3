// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "experiments/frmppca/method_values.h"
#include "experiments/frmppca/split_rows.h"
#include "fairpca/fit/fit.h"

namespace fairpca {

/// Methods as tables and figures call them.
inline constexpr const char* kPlainPca = "PCA";
inline constexpr const char* kGaussianMixture = "Gaussian mixture";  ///< the dissertation's MPPCA
inline constexpr const char* kMixture = "MPPCA";
inline constexpr const char* kFairMixture = "FR-MPPCA";

/// Among a method's decisions: the standard error of the difference of two groups' ROC-AUC.
inline constexpr const char* kAucGapError = "roc_auc_gap/standard_error";

/// Methods as the pages show them, where both kinds of MPPCA are there.
std::string shown_method(const std::string& method);

/// What the dissertation sets for a data set.
struct LikelihoodSetting {
  Index components = 5;  ///< K of the mixtures
  Index dimensions = 5;  ///< q, and d of PCA
  double step = 0.3;     ///< alpha of APStar
  Index max_steps = 100;
  Index max_iterations = 100;  ///< of EM
  bool standardize = true;
  std::uint64_t seed = 0;
};

/// Fits PCA (as PPCA), mixtures and FR-MPPCA to rows and measures them, FR-MPPCA at every step.
class LikelihoodRun {
 public:
  using Pass = std::function<PassOptions(const std::string& stage)>;

  /// Views `rows`.
  LikelihoodRun(RowSource& rows, const LikelihoodSetting& setting, Pass pass);

  /// Fits and keeps the likelihoods and errors of the rows.
  void add_pca();
  /// Gaussians with full covariances, which is a mixture of PPCA with q = p - 1, and a PCA in each.
  void add_gaussian_mixture();
  void add_mixture();
  void add_fair_mixture(bool keep_models);

  /// Adds what a logistic regression on the embeddings of all that was fitted says of the test
  /// rows, trained on the others: the ROC-AUC, and of the methods the decisions; needs the models
  /// of the steps.
  void measure_classifier(RowSource& all_rows, const SplitRows& split);

  const MethodValues& values() const { return values_; }

 private:
  void add(const std::string& name, const std::string& method, Index dimensions,
           const OptionValues& method_options);
  OptionValues mixture_options() const;
  std::vector<double> shares() const;
  RowMatrix embedding(std::size_t method, const RowMatrix& rows) const;

  RowSource& rows_;
  LikelihoodSetting setting_;
  Pass pass_;
  std::vector<Fit> fits_;
  MethodValues values_;
};

}  // namespace fairpca
