// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "fairpca/rows/encoding.h"

namespace fairpca {

/// The columns as model files, moments files and reports list them: name, kind and, of a category,
/// its levels; `missing_is_level`, `dropped_levels` and `dropped` only where they say something.
nlohmann::ordered_json encoding_json(const Encoding& encoding);

/// Undoes encoding_json().  Throws IoError (`damaged-archive`), naming `file`, for anything else.
Encoding parse_encoding(const nlohmann::json& list, const std::string& file);

}  // namespace fairpca
