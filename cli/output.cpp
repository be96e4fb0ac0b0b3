// SPDX-License-Identifier: BSD-3-Clause
#include "output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "fairpca/error.h"
#include "messages.h"
#include "spelling.h"
#include "terminal.h"
#include "text/display_width.h"
#include "text/shown_text.h"

namespace fairpca::cli {
namespace {

[[noreturn]] void reject_stdout() {
  if (errno == EPIPE) throw BrokenPipe();
  reject(cli_message<"standard-output">("reason"_is(std::strerror(errno))));
}

/// `fairpca: warning: ...` with the second word in its colour.
std::string with_colored_word(std::string line) {
  constexpr std::string_view kName = "fairpca: ", kPlain = "\x1b[0m";
  constexpr std::pair<std::string_view, std::string_view> kColors[] = {{"error:", "\x1b[1;31m"},
                                                                       {"warning:", "\x1b[33m"}};
  for (const auto& [word, color] : kColors) {
    if (!std::string_view(line).substr(kName.size()).starts_with(word)) continue;
    line.insert(kName.size() + word.size(), kPlain);
    line.insert(kName.size(), color);
    break;
  }
  return line;
}

}  // namespace

void print_part(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) reject_stdout();
}

void print(std::string_view text) {
  print_part(text);
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
  constexpr std::size_t kMostBytes = 900;
  const MessageStyle style = message_style();
  std::string line = "fairpca: " + shown_message(text, kMostBytes);
  if (style.width) line = wrapped(line, *style.width, 2);
  if (style.color) line = with_colored_word(std::move(line));
  line += '\n';
  // Where even stderr cannot be written there is nobody to tell.
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void note_error(std::string_view text) {
  note("error: " + std::string(text));
}

std::string note_text(const Message& message) {
  const bool is_warning = message.kind() == MessageKind::kWarning;
  return (is_warning ? "warning: " : "") + message.text(spelled_as_flags);
}

}  // namespace fairpca::cli
