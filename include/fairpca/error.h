// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>

namespace fairpca {

/// The caller is wrong: a shape, a range, an option, a cell of the data.  The message names the
/// parameter or column, what is allowed, what was given, and the way out.
class InvalidArgument : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A file is missing, malformed, or cannot be written.  The message starts with its path.
class IoError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What an observer of a long computation answers: go on, or stop as soon as it can be done
/// cleanly.
enum class Flow { kContinue, kStop };

/// The caller's observer asked to stop (Ctrl-C) before there was a result to return.
class Stopped : public std::runtime_error {
 public:
  Stopped() : std::runtime_error("stopped before the end; nothing was written") {}
};

}  // namespace fairpca
