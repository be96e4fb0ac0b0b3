// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/frmppca/method_values.h"

namespace fairpca {

/// Keeps what was measured, and what it was measured with, in a JSON file.
void write_values(const MethodValues& values, const std::string& setting,
                  const std::filesystem::path& file);

/// Reads it back; nullopt where there is no file, or one of another setting or form.
std::optional<MethodValues> read_values(const std::string& setting,
                                        const std::filesystem::path& file);

}  // namespace fairpca
