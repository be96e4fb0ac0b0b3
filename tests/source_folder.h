// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

namespace fairpca {

/// Where the project's files are.  Compiled once: objects that name no folder come from the
/// compiler cache whatever clone they are of.
std::filesystem::path source_folder();

/// Where the data sets are that CONTRIBUTING.md tells of, if they are there.
std::filesystem::path data_folder();

}  // namespace fairpca
