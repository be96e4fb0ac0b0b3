// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fairpca/fit/fairness_path.h"
#include "fairpca/fit/fit_result.h"
#include "fairpca/measure/evaluation.h"
#include "fairpca/measure/requirements.h"
#include "fairpca/model/model.h"

namespace fairpca {

/// What a command spent, measured by the caller.
struct RunCosts {
  double read_seconds = 0;
  double solve_seconds = 0;
  double evaluate_seconds = 0;
  double write_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
};

/// JSON texts of docs/formats/json.md, indented, ending in a newline.  A number that is not finite
/// or is withheld (of a hidden group) is null; bytes that are not UTF-8 become U+FFFD.  Warnings
/// and notes mention settings as the interface spells them.
std::string fit_json(const Fit& fit, const RunCosts& costs, Spelling spelling);

/// `requirements`: rules that were checked, if any.
std::string evaluation_json(const Model& model, const Evaluation& evaluation, const RunCosts& costs,
                            Spelling spelling,
                            const std::vector<RequirementResult>& requirements = {});

/// The fronts and marks; loadings are left out.
std::string path_json(const FairnessPath& path, const RunCosts& costs, Spelling spelling);

/// What `inspect` shows of a model, its loadings included.
std::string model_json(const Model& model);

}  // namespace fairpca
