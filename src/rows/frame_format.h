// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace fairpca {

/// Files of columns that data frames are kept in, and that this library does not read itself.
enum class FrameFormat { kParquet, kArrow };

/// The first and last bytes of a regular file; empty for anything else, which cannot be read twice.
struct FileEnds {
  std::string first, last;
};
FileEnds file_ends(const std::filesystem::path& path);

/// By magic bytes, whatever the name: Parquet, Arrow IPC, Feather.
std::optional<FrameFormat> frame_format(const FileEnds& ends);

/// By the name alone, in letters of either case: `.parquet`; `.arrow`, `.feather`, `.ipc`.
std::optional<FrameFormat> frame_format_of_name(const std::filesystem::path& path);

}  // namespace fairpca
