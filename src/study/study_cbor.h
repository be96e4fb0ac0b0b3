// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "fairpca/matrix.h"

namespace fairpca {

/// The bytes of a value as CBOR.
std::string cbor_bytes(const nlohmann::json& value);

/// Reads them back.  Throws IoError (`damaged-task`), naming `file`, for what is no CBOR, goes on
/// behind its end or is nested deeper than a study writes.
nlohmann::json parse_cbor(std::string_view bytes, const std::string& file);

/// Throws IoError: the file is damaged.
[[noreturn]] void reject_task(const std::string& file, const std::string& reason);

/// Numbers as their bytes, column after column: {"columns", "numbers"}.
nlohmann::json matrix_json(const Matrix& matrix);

/// Reads them back.  Throws IoError naming `file` for anything else.
Matrix matrix_of(const nlohmann::json& value, const std::string& file);

}  // namespace fairpca
