// SPDX-License-Identifier: BSD-3-Clause
#include "output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "messages.h"
#include "spelling.h"
#include "text/shown_text.h"

namespace fairpca::cli {
namespace {

[[noreturn]] void reject_stdout() {
  if (errno == EPIPE) throw BrokenPipe();
  reject(cli_message<"standard-output">("reason"_is(std::strerror(errno))));
}

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) reject_stdout();
  if (std::fflush(stdout) != 0) reject_stdout();
}

void print_report(std::string_view report, const std::string& file) {
  try {
    print(report);
  } catch (const IoError& problem) {
    if (file.empty()) throw;
    reject(cli_message<"report-lost">("problem"_is(problem.message()),
                                      "file"_is(Place{.file = file})));
  }
}

void note(std::string_view text) {
  // Where even stderr cannot be written there is nobody to tell.
  const std::string line = fmt::format("fairpca: {}\n", shown_message(text));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::string note_text(const Message& message) {
  const bool is_warning = message.kind() == MessageKind::kWarning;
  return (is_warning ? "warning: " : "") + message.text(spelled_as_flags);
}

Output::Output(const std::string& path) {
  if (path == "-") return;
  const std::string extension = std::filesystem::path(path).extension();
  for (const char* other : {".gz", ".npy", ".parquet", ".feather", ".zip"}) {
    if (extension == other) {
      reject(cli_message<"output-format">("file"_is(Place{.file = path})));
    }
  }
  file_ = std::make_unique<AtomicFile>(path);
}

void Output::write(std::string_view text) {
  if (file_) {
    file_->write(text);
  } else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    reject_stdout();
  }
}

void Output::commit() {
  if (file_) {
    file_->commit();
  } else if (std::fflush(stdout) != 0) {
    reject_stdout();
  }
}

}  // namespace fairpca::cli
