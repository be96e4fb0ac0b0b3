// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace fairpca::python {

/// The bytes `write` puts into the file it is given: a file in a new private folder, which is
/// removed again.  Throws IoError when there is no room for it.
std::string file_bytes(const std::function<void(const std::filesystem::path&)>& write);

}  // namespace fairpca::python
