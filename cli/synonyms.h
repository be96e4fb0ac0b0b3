// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairpca::cli {

/// What people type in place of our words, in one place.  A name is compared without its hyphens in
/// front, in lower case, with `_` as `-`.

/// The options (without `--`) that somebody means by `name`, the likeliest first; `DATA` for the
/// table itself.  Empty: none is known.
std::vector<std::string> options_meant_by(std::string_view name);

/// The commands that somebody means by `name`.
std::vector<std::string> commands_meant_by(std::string_view name);

/// The methods that somebody means by `name`: `FairPCA`, `fair_pca` and `fairpca` are `fair-pca`.
std::vector<std::string> methods_meant_by(std::string_view name);

/// `--n_Components` as it is compared: `n-components`.
std::string plain_name(std::string_view name);

/// `did you mean fit?`, `did you mean a, b or c?`.
std::string question(const std::vector<std::string>& names);

}  // namespace fairpca::cli
