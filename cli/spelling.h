// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "fairpca/message.h"

namespace fairpca::cli {

/// `max_iterations` as an option of the command line: `--max-iterations`.
std::string flag_of(std::string_view name);

/// `text` as a shell takes it for one word: in single quotes unless every character is plain.
std::string shell_word(std::string_view text);

/// A setting as it is typed: `--missing drop-row`, `--group COL`, `--drop 'a b'`,
/// `--max-iterations`. One of another command comes with it: `transform --what reconstruction`.
std::string spelled_as_flags(const Setting& setting);

}  // namespace fairpca::cli
