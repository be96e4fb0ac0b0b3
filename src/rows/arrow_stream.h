// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "fairpca/rows/arrow_abi.h"
#include "rows/arrow_messages.h"

namespace fairpca {

/// A structure of Arrow's interface that is released with its owner, once.
template <class Structure>
class OwnedArrow {
 public:
  OwnedArrow() = default;
  OwnedArrow(OwnedArrow&& other) noexcept : held_(std::exchange(other.held_, Structure{})) {}
  OwnedArrow& operator=(OwnedArrow&& other) noexcept {
    if (this == &other) return *this;
    release();
    held_ = std::exchange(other.held_, Structure{});
    return *this;
  }
  OwnedArrow(const OwnedArrow&) = delete;
  OwnedArrow& operator=(const OwnedArrow&) = delete;
  ~OwnedArrow() { release(); }

  /// To be filled by a producer.
  Structure* out() { return &held_; }
  const Structure& operator*() const { return held_; }
  const Structure* operator->() const { return &held_; }
  bool is_released() const { return held_.release == nullptr; }

  void release() {
    if (held_.release != nullptr) held_.release(&held_);
    held_ = Structure{};
  }

 private:
  Structure held_ = {};
};

/// How messages name a stream.
NamedArgument<"table"> stream_named(const std::string& name);

/// A producer's stream: its functions, with errors in the producer's own words.
class ArrowStream {
 public:
  ArrowStream(OwnedArrow<ArrowArrayStream> stream, std::string name);

  /// Throws IoError where the producer fails.
  OwnedArrow<ArrowSchema> schema();
  /// Nothing at the end.  Throws IoError where the producer fails.
  std::optional<OwnedArrow<ArrowArray>> next();

 private:
  [[noreturn]] void reject_failure(int code);

  OwnedArrow<ArrowArrayStream> stream_;
  std::string name_;
};

}  // namespace fairpca
