// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/measure/requirements.h"

namespace fairpca {

/// The rules as JUnit XML: a test case each, a failure for each that is broken.  What XML cannot
/// hold (control characters, bytes that are not UTF-8) is shown as \xNN.
std::string junit_xml(const std::vector<RequirementResult>& results, Spelling spelling);

}  // namespace fairpca
