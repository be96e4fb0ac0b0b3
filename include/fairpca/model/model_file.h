// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "fairpca/model/model.h"

namespace fairpca {

/// Writes docs/formats/model.md, atomically; equal models give equal bytes.
void write_model(const Model& model, const std::filesystem::path& path);

/// The bytes that write_model() writes.
std::string model_bytes(const Model& model);

/// Throws IoError: not a model, written by a newer version, truncated, damaged, inconsistent.
Model read_model(const std::filesystem::path& path);
Model parse_model(std::string_view bytes);

}  // namespace fairpca
