// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "fairpca/export/export.h"

namespace fairpca {

/// One function per format: ExportFormat::write.
std::string sql_of(const Model& model, const ExportSettings& settings);
std::string c_source_of(const Model& model, const ExportSettings& settings);
std::string projection_json(const Model& model, const ExportSettings& settings);

/// p x d: a coordinate is the sum of (x_k - mean_k) times its column, scaling included; the same
/// bits as in Model::transform.
RowMatrix weights_of(const Model& model);

/// Throws InvalidArgument if `text` holds a zero byte.
void require_no_zero_byte(std::string_view text, const char* language);

}  // namespace fairpca
