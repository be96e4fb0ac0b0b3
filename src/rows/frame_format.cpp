// SPDX-License-Identifier: BSD-3-Clause
#include "rows/frame_format.h"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace fairpca {

using std::string_view_literals::operator""sv;

FileEnds file_ends(const std::filesystem::path& path) {
  constexpr std::streamoff kMostBytes = 1 << 16;
  FileEnds ends;
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return ends;
  std::ifstream file(path, std::ios::binary);
  const auto read = [&](std::streamoff bytes) {
    std::string text(static_cast<std::size_t>(bytes), '\0');
    file.read(text.data(), bytes);
    text.resize(static_cast<std::size_t>(file.gcount()));
    file.clear();
    return text;
  };
  ends.first = read(kMostBytes);
  file.seekg(0, std::ios::end);
  const std::streamoff size = file.tellg();
  file.seekg(std::max<std::streamoff>(0, size - kMostBytes));
  ends.last = read(kMostBytes);
  return ends;
}

std::optional<FrameFormat> frame_format(const FileEnds& ends) {
  const std::string_view first = ends.first;
  if (first.starts_with("PAR1") && ends.last.ends_with("PAR1")) return FrameFormat::kParquet;
  if (first.starts_with("ARROW1\0\0"sv) || first.starts_with("FEA1\0"sv)) {
    return FrameFormat::kArrow;
  }
  return std::nullopt;
}

std::optional<FrameFormat> frame_format_of_name(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (ending == ".parquet") return FrameFormat::kParquet;
  if (ending == ".arrow" || ending == ".feather" || ending == ".ipc") return FrameFormat::kArrow;
  return std::nullopt;
}

}  // namespace fairpca
