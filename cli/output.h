// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <exception>
#include <string>
#include <string_view>

#include "fairpca/message.h"

namespace fairpca::cli {

/// Whoever read our standard output has left (`| head`): nothing more to do, nothing to say.
struct BrokenPipe : std::exception {
  const char* what() const noexcept override { return "broken pipe"; }
};

/// Writes to standard output at once.  Throws BrokenPipe or IoError.
void print(std::string_view text);

/// The same without haste, for the parts of a table; print("") ends it.
void print_part(std::string_view bytes);

/// print() of a report on what is in `file` by then; where it cannot be written, the message says
/// that the file was.
void print_report(std::string_view report, const std::string& file);

/// A note for the person at the terminal, on stderr: `fairpca: text`, one line, so that other
/// programs find it whole, unless stderr is a terminal and the line longer than that is wide.
/// Control characters and bytes that are not text are shown as \xNN, and a long text by its start
/// and its end.
void note(std::string_view text);

/// A note on what ended the program: `fairpca: error: text`.
void note_error(std::string_view text);

/// `message` in the words of the command line; warnings say that they are.
std::string note_text(const Message& message);

void note(const std::same_as<Message> auto& message) {
  note(note_text(message));
}

}  // namespace fairpca::cli
