// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "fairpca/message.h"

namespace fairpca {

/// A rejection: an exception whose message is data.  what() is the message in the words of C++.
template <class Base>
class Rejection : public Base {
 public:
  explicit Rejection(Message message)
      : Base(""), message_(std::move(message)), text_(message_.text()) {}

  const Message& message() const { return message_; }
  const char* what() const noexcept override { return text_.c_str(); }

  /// See Message::offer.
  void offer(Setting way, std::string effect) {
    message_.offer(std::move(way), std::move(effect));
    text_ = message_.text();
  }

 private:
  Message message_;
  std::string text_;
};

/// The caller is wrong: a shape, a range, an option, a cell of the data.
class InvalidArgument : public Rejection<std::invalid_argument> {
 public:
  using Rejection::Rejection;
};

/// A file is missing, malformed, or cannot be written.
class IoError : public Rejection<std::runtime_error> {
 public:
  using Rejection::Rejection;
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
