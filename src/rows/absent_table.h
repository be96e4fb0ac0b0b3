// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

namespace fairpca {

/// Throws IoError where `path` is not there, naming the folder looked in and the nearest of its
/// files, and where it is a folder, naming the tables in it.
void reject_absent_table(const std::filesystem::path& path);

}  // namespace fairpca
