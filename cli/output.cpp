// SPDX-License-Identifier: BSD-3-Clause
#include "output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "fairpca/error.h"

namespace fairpca::cli {
namespace {

[[noreturn]] void refuse_stdout() {
  if (errno == EPIPE) throw BrokenPipe();
  throw IoError(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

/// Bytes of the UTF-8 character that `text` begins with; 0 if it begins with none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t length = byte(0) >= 0xc2 && byte(0) < 0xe0   ? 2
                             : byte(0) >= 0xe0 && byte(0) < 0xf0 ? 3
                             : byte(0) >= 0xf0 && byte(0) < 0xf5 ? 4
                                                                 : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return length;
}

/// The text with what a terminal would obey or cannot show as \xNN: messages quote data.
std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = utf8_length(text);
    if (length == 0 || (first < 0x20 && first != '\n') || first == 0x7f) {
      shown += fmt::format("\\x{:02x}", first);
      text.remove_prefix(1);
    } else {
      shown += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return shown;
}

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) refuse_stdout();
  if (std::fflush(stdout) != 0) refuse_stdout();
}

void note(std::string_view text) {
  // Where even stderr cannot be written there is nobody to tell.
  const std::string line = fmt::format("fairpca: {}\n", printable(text));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

Output::Output(const std::string& path) {
  if (path == "-") return;
  const std::string extension = std::filesystem::path(path).extension();
  for (const char* other : {".gz", ".npy", ".parquet", ".feather", ".zip"}) {
    if (extension == other) {
      throw InvalidArgument(fmt::format(
          "--output {}: plain CSV is what is written; give another name, or - and a pipe", path));
    }
  }
  file_ = std::make_unique<AtomicFile>(path);
}

void Output::write(std::string_view text) {
  if (file_) {
    file_->write(text);
  } else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    refuse_stdout();
  }
}

void Output::commit() {
  if (file_) {
    file_->commit();
  } else if (std::fflush(stdout) != 0) {
    refuse_stdout();
  }
}

}  // namespace fairpca::cli
