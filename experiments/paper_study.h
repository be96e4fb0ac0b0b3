// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/fit/fit_settings.h"
#include "fairpca/rows/schema.h"
#include "fairpca/synthetic/synthetic.h"
#include "study/study_arm.h"

namespace fairpca {

/// How a paper divides the rows of a table.
struct PaperSplits {
  enum class Kind {
    kWhole,   ///< all rows are trained on and measured
    kFile,    ///< a column per split, as in the data folder
    kDrawn,   ///< drawn here, stratified by group
    kSamples  ///< some rows of each group, trained on and measured; the others are unused
  };
  Kind kind = Kind::kWhole;
  std::string file = {};       ///< below the data folder
  double test_fraction = 0.5;  ///< of kDrawn
  int repeats = 1;             ///< of kDrawn and kSamples; of kFile the columns that are used
  Index rows_per_group = 500;  ///< of kSamples
};

/// A method as a paper ran it, or as we do.
struct PaperArm {
  StudyArm arm;                     ///< its name: letters, digits, hyphens
  std::string title;                ///< `RFPCA`, for tables and figures
  OptionValues quick_options = {};  ///< over `arm.options` when the experiment runs small
};

/// A study as a paper declares it: data x splits x dimensions x methods x measures.
struct PaperStudy {
  std::string key;   ///< its folder: `rfpca-tables-biodeg`; experiments with one key share it
  std::string file;  ///< table below the data folder; empty: `synthetic`
  std::string synthetic =
      {};  ///< a generator of fairpca/synthetic, by name; its groups are `group`
  SyntheticOptions synthetic_options = {};
  ColumnRoles roles = {};
  FitSettings fit = {};  ///< preparation, groups and seed; method and dimensions play no part
  std::string dimensions = {};  ///< `1,2,3`
  std::vector<PaperArm> arms = {};
  PaperSplits splits = {};
  std::vector<std::string> measures = {};  ///< ids
  std::vector<ExtraMeasure> extras = {};
  std::string tune_by = {};  ///< as `compare` has it; arms with a grid are tuned by it
  Index folds = 3;           ///< of that cross-validation
  Classifier classifier = Classifier::kLogistic;
  std::string positive = {};          ///< level of the label
  bool measures_training = true;      ///< all measures also of the training rows
  bool has_all_rows = false;          ///< also models of all rows (drawn, not measured)
  Index quick_rows = 600;             ///< of which about so many are used when it runs small
  std::string quick_dimensions = {};  ///< instead of `dimensions` then; empty: the same
};

/// The arm of this name.
const PaperArm& arm_named(const PaperStudy& study, const std::string& name);

}  // namespace fairpca
