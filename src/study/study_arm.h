// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fairpca/options/option.h"
#include "measure/measure_input.h"

namespace fairpca {

/// One line of a study's tables: a method with settings of its own.
struct StudyArm {
  std::string name;                     ///< in tables and files; in `compare` the method's id
  std::string method;                   ///< id
  OptionValues options = {};            ///< of every fit
  std::vector<OptionValues> grid = {};  ///< of which cross-validation chooses one; empty: none
  std::string like = {};                ///< an arm before this one whose choice is taken
};

/// Numbers besides the registry's: a paper's own way to score, under a name of its own.
struct ExtraMeasure {
  std::string name;
  std::function<std::vector<MeasuredValue>(const MeasureInput&)> take;
};

/// How much is made of a study's fits.
struct StudyExtent {
  bool has_baseline = true;  ///< the data themselves, `no-projection`
  bool has_all_rows = true;  ///< models of all rows beside those of several splits
  bool has_products = true;  ///< fronts and drawn rows
  bool has_intervals = true;
  bool has_test_rows = true;       ///< false: splits may train on all their rows
  bool measures_training = false;  ///< everything that is measured of test rows
  std::vector<ExtraMeasure> extras = {};
};

}  // namespace fairpca
