// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/fit/fit_settings.h"
#include "measure/measure_input.h"
#include "options/option_table.h"
#include "study/splits.h"
#include "study/study_arm.h"

namespace fairpca {

/// What a comparison is asked for, besides what a fit is.
struct StudySettings {
  SplitSettings splits;
  std::string dimensions = {};            ///< `2,5,10`
  std::vector<std::string> methods = {};  ///< ids; empty: all that the groups allow
  bool tune = false;                      ///< choose settings by cross-validation inside training
  std::string tune_by = {};  ///< sum of measures, as `gap+reconstruction_error`; empty:
                             ///< by the method's fairness notion
  /// Representation: settings must keep this share of the variance that PCA keeps.
  double keep_variance = 0.9;
  std::vector<std::string> measures = {};  ///< ids; empty: all that the data allow
  Classifier classifier = Classifier::kLogistic;
  std::string positive = {};  ///< level of the label; empty: the last
};

/// The options that settings have in every interface.
const OptionTable<StudySettings>& study_options();

/// `no-projection`: the encoded, scaled data themselves.
inline constexpr std::string_view kNoProjection = "no-projection";

/// A study: data x splits x dimensions x methods x measures.
struct StudySpec {
  FitSettings fit;  ///< what all methods share; its method, options and dimensions play no part
  StudySettings study;
  std::vector<Dimensions> dimensions;
  std::vector<std::string> methods;  ///< names of the arms, in the order of the tables
  Spelling spelling = spelled_in_cpp;
  std::vector<StudyArm> arms = {};  ///< of `compare`: one per method, named by its id
  StudyExtent extent = {};
  Index tuning_folds = 3;

  const StudyArm& arm(const std::string& name) const;
  bool tunes() const;  ///< an arm has settings to choose from
  Index inner_folds() const { return tunes() ? tuning_folds : 1; }
  MeasureSettings measure_settings() const;
};

/// Checks everything that can be checked without data.  Throws InvalidArgument.
StudySpec checked_spec(const FitSettings& fit, const StudySettings& study,
                       Spelling spelling = spelled_in_cpp);

/// The same of arms instead of methods: `fit` and `study` say what they share.
StudySpec checked_spec(const FitSettings& fit, const StudySettings& study,
                       std::vector<StudyArm> arms, Spelling spelling = spelled_in_cpp);

/// `5`, `0.9`: what was asked for.
std::string dimensions_text(const Dimensions& dimensions);

/// `alpha=0.1 lambda=0.5`; empty: all options at their defaults.
std::string setting_text(const std::string& method, const OptionValues& options);

}  // namespace fairpca
