// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/evaluate/evaluate.h"
#include "fairpca/fit/fit.h"
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

/// Whether a measure of FitReport is a yes (1) or a no (0), written as true or false.
bool is_yes_or_no(std::string_view measure);

/// JSON texts of docs/formats/json.md, indented, ending in a newline.  A number that is not finite
/// or is withheld (of a hidden group) is null; bytes that are not UTF-8 become U+FFFD.
std::string fit_json(const Fit& fit, const RunCosts& costs);

std::string evaluation_json(const Model& model, const Evaluation& evaluation,
                            const RunCosts& costs);

/// What `inspect` shows of a model, its loadings included.
std::string model_json(const Model& model);

}  // namespace fairpca
