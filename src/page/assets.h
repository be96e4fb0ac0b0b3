// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace fairpca {

/// `report.css` and `report.js` beside this file, put into the program by the build.
extern const std::string_view kReportStyle, kReportScript;

}  // namespace fairpca
