// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "fairpca/message.h"
#include "files/atomic_file.h"

namespace fairpca::cli {

/// Whoever read our standard output has left (`| head`): nothing more to do, nothing to say.
struct BrokenPipe : std::exception {
  const char* what() const noexcept override { return "broken pipe"; }
};

/// Writes to standard output at once.  Throws BrokenPipe or IoError.
void print(std::string_view text);

/// print() of a report on what is in `file` by then; where it cannot be written, the message says
/// that the file was.
void print_report(std::string_view report, const std::string& file);

/// A note for the person at the terminal, on stderr, as one line `fairpca: text`; control
/// characters and bytes that are not text are shown as \xNN, and a long text by its start and its
/// end.
void note(std::string_view text);

/// `message` in the words of the command line; warnings say that they are.
std::string note_text(const Message& message);

void note(const std::same_as<Message> auto& message) {
  note(note_text(message));
}

/// Where a command writes a table: a file, whole or not at all, or standard output ("-").
class Output {
 public:
  /// Throws IoError when it cannot be written, InvalidArgument for a name that stands for another
  /// format than CSV.
  explicit Output(const std::string& path);
  void write(std::string_view text);
  void commit();

 private:
  std::unique_ptr<AtomicFile> file_;  ///< null: standard output
};

}  // namespace fairpca::cli
