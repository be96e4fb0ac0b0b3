// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "fairpca/model/model.h"
#include "files/archive.h"

namespace fairpca {

/// `certificate` of meta.json: null where there is none.
nlohmann::ordered_json certificate_json(const std::optional<ModelCertificate>& certificate);

/// Adds the multipliers that there are.
void add_certificate_arrays(const ModelCertificate& certificate,
                            std::map<std::string, Matrix>& arrays);

/// The arrays that add_certificate_arrays() writes for it.
std::size_t count_certificate_arrays(const ModelCertificate& certificate);

/// Throws IoError, naming the field or the array, for what certificate_json() does not write.
std::optional<ModelCertificate> parse_certificate(const nlohmann::json& value,
                                                  const Archive& archive);

/// What no fit would write, or "".
std::string problem_with_certificate(const ModelCertificate& certificate, const Model& model);

}  // namespace fairpca
