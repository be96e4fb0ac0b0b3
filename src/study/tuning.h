// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "fairpca/fit/methods.h"
#include "study/rows_of_split.h"
#include "study/study_spec.h"

namespace fairpca {

/// What is least for the setting chosen: a sum of measures, those of which more is better taken
/// negative.
struct Criterion {
  struct Term {
    std::string measure;
    Statistic statistic = Statistic::kValue;
    double sign = 1;
  };
  std::vector<Term> terms;
  bool keeps_variance = false;  ///< among settings that keep a share of PCA's variance
  std::string name() const;     ///< `gap+reconstruction_error`
};

/// That of the settings, or the one of the method's fairness notion.
Criterion criterion_of(const Method& method, const StudySettings& settings);

/// Throws InvalidArgument unless the text is empty or a sum of measures.
void check_criterion(const std::string& text);

/// One setting, as cross-validation inside the training rows saw it.
struct TriedSetting {
  OptionValues options;
  double criterion = std::numeric_limits<double>::quiet_NaN();      ///< mean over the folds
  double kept_variance = std::numeric_limits<double>::quiet_NaN();  ///< as a share of PCA's
  std::string problem = {};                                         ///< why it could not be fitted
};

struct Tuning {
  std::string criterion;
  std::vector<TriedSetting> tried;  ///< in the order of the grid
  std::size_t chosen = 0;
};

/// `options` of an arm with one setting of its grid over them.
OptionValues with_setting(OptionValues options, const OptionValues& setting);

/// Chooses a setting of the arm's grid by the folds, each with rows to fit to and rows held out.
/// `fit` has the method, the arm's options and the dimensions; `bandwidth` is that of all models
/// compared.
Tuning tune(const StudySpec& spec, const StudyArm& arm, const FitSettings& fit,
            const std::vector<RowsOfSplit>& folds, std::optional<double> bandwidth);

}  // namespace fairpca
