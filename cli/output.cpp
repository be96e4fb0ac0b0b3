// SPDX-License-Identifier: BSD-3-Clause
#include "output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fairpca/shown_text.h"

namespace fairpca::cli {
namespace {

[[noreturn]] void refuse_stdout() {
  if (errno == EPIPE) throw BrokenPipe();
  throw IoError(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) refuse_stdout();
  if (std::fflush(stdout) != 0) refuse_stdout();
}

void print_report(std::string_view report, const std::string& file) {
  try {
    print(report);
  } catch (const IoError& problem) {
    if (file.empty()) throw;
    throw IoError(fmt::format("{}; {} was written and is whole, only its report is lost",
                              problem.what(), shown_text(file)));
  }
}

void note(std::string_view text) {
  // Where even stderr cannot be written there is nobody to tell.
  const std::string line = fmt::format("fairpca: {}\n", shown_message(text));
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
