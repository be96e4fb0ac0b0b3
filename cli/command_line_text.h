// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/message.h"

namespace fairpca::cli {

/// A table as a word of a command: quoted, `./-x` where it begins with a hyphen, DATA where it is
/// standard input and has been read.
std::string data_word(const std::string& path);

/// `--drop a`, `b`, `--drop=-c`: words that name all of `values`, added to `words`.
void add_repeated_words(const std::string& option, const std::vector<std::string>& values,
                        std::vector<std::string>& words);

/// The words of settings; `-d` is short.  A word is not broken over lines.
std::vector<std::string> setting_words(const std::vector<Setting>& settings);

/// `words` as one command, in lines of at most `width` columns that end in a backslash; 0: in one
/// line.
std::string command_lines(const std::vector<std::string>& words, std::size_t width);

}  // namespace fairpca::cli
