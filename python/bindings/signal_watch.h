// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

#include <nanobind/nanobind.h>

#include "rows/map_blocks.h"

namespace fairpca::python {

/// Lets Python handle signals (Ctrl-C) while the core works without the interpreter lock.
///
/// What the handler raises is thrown through the core as nanobind::python_error.  The lock is asked
/// for at most every 50 ms: with another Python thread busy each time costs up to 5 ms.
class SignalWatch {
 public:
  Flow operator()(const PassProgress&) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return Flow::kContinue;
    next_ = now + std::chrono::milliseconds(50);
    nanobind::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    return Flow::kContinue;
  }

 private:
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

}  // namespace fairpca::python
