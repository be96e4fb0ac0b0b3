// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace fairpca {

/// Version of the library; the build and the packages read it from here.
inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace fairpca
