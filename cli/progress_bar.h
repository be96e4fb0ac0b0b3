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

  /// Shows how far other work has come, and how long the rest may take; for any thread, one at a
  /// time.
  void show(double share, const std::string& what);
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(const PassProgress& progress);
  void draw_line(const std::string& line);

  std::string label_;
  bool on_terminal_;
  bool drawn_ = false;
  Clock::time_point started_, next_drawing_;
};

}  // namespace fairpca::cli
