// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "fairpca/moments/group_moments.h"

namespace fairpca {

/// Writes docs/formats/moments.md, atomically; equal moments give equal bytes.
void write_moments(const GroupMoments& moments, const std::filesystem::path& path);

/// The bytes that write_moments() writes.
std::string moments_bytes(const GroupMoments& moments);

/// Whether `path` is a moments file rather than a table, by its first bytes.  Pipes are left alone:
/// what is read from them is gone.
bool is_moments_file(const std::filesystem::path& path);

/// Throws IoError: not a moments file, newer, truncated, damaged, or numbers no rows could have.
GroupMoments read_moments(const std::filesystem::path& path);
GroupMoments parse_moments(std::string_view bytes);

}  // namespace fairpca
