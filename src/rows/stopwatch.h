// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

namespace fairpca {

/// Wall-clock time since it was made, or since lap() was last called.
class Stopwatch {
 public:
  double lap() {
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> seconds = now - start_;
    start_ = now;
    return seconds.count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace fairpca
