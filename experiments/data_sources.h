// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace fairpca {

/// Where the data set of a file of the data folder can be had: its name and DOI or address.
std::string source_of(const std::string& file);

/// `folder / name`.  Throws InvalidArgument without a folder, and IoError, saying where the data
/// set can be had, where the file is not there.
std::filesystem::path existing_data_file(const std::filesystem::path& folder,
                                         const std::string& name);

}  // namespace fairpca
