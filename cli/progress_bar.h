// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

#include "rows/map_blocks.h"

namespace fairpca::cli {

/// Shows how far a pass over rows has come, on stderr, from the second second on and only where
/// stderr is a terminal; stops the pass after Ctrl-C.
class ProgressBar {
 public:
  explicit ProgressBar(const std::string& label);
  ~ProgressBar();  // wipes the line
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// A pass that is shown and stopped; valid as long as the bar.
  PassOptions pass(int threads);

 private:
  using Clock = std::chrono::steady_clock;
  void draw(const PassProgress& progress);

  std::string label_;
  bool on_terminal_;
  bool drawn_ = false;
  Clock::time_point started_, next_drawing_;
};

}  // namespace fairpca::cli
