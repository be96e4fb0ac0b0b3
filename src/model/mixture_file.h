// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "fairpca/model/ppca_mixture.h"
#include "files/archive.h"

namespace fairpca {

/// The field "mixture" of a model's meta.json, and its arrays (docs/formats/model.md).
nlohmann::ordered_json mixture_json(const PpcaMixture& mixture);
void add_mixture_arrays(const PpcaMixture& mixture, std::map<std::string, Matrix>& arrays);

/// How many arrays add_mixture_arrays() adds.
inline constexpr std::size_t kMixtureArrays = 5;

/// What was written, for p columns.  Throws IoError for fields or shapes that do not match.
PpcaMixture parse_mixture(const nlohmann::json& value, const Archive& archive, Index p);

/// The first thing about `mixture` that no fit to p columns could have produced, or "".
std::string problem_with_mixture(const PpcaMixture& mixture, Index p);

}  // namespace fairpca
