// SPDX-License-Identifier: BSD-3-Clause
#include "progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "interrupt.h"
#include "terminal.h"
#include "text/display_width.h"
#include "text/shown_text.h"

namespace fairpca::cli {
namespace {

constexpr auto kSilence = std::chrono::seconds(1);
constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);
constexpr int kWidth = 30;
constexpr std::size_t kLabelWidth = 20;

/// Empty where the share is not known.
std::string bar_of(double fraction) {
  std::string bar;
  const double share = std::min(fraction, 1.0);
  if (share < 0) return bar;
  const int filled = static_cast<int>(share * kWidth);
  for (int i = 0; i < kWidth; ++i) bar += i < filled ? "█" : "░";
  return bar + fmt::format(" {:3.0f} %", 100 * share);
}

}  // namespace

ProgressBar::ProgressBar(const std::string& label)
    : label_(shortened(shown_text(label), kLabelWidth)),
      on_terminal_(isatty(STDERR_FILENO) != 0),
      started_(Clock::now()),
      next_drawing_(started_ + kSilence) {}

ProgressBar::~ProgressBar() {
  wipe();
}

void ProgressBar::wipe() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

PassOptions ProgressBar::pass(int threads) {
  const auto observer = [this](const PassProgress& progress) {
    if (on_terminal_ && Clock::now() >= next_drawing_) draw(progress);
    return interrupted() ? Flow::kStop : Flow::kContinue;
  };
  return {.threads = threads, .observer = observer, .stop_wanted = interrupted};
}

void ProgressBar::show(double share, const std::string& what) {
  if (!on_terminal_) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  const double left = share > 0 ? seconds * (1 - share) / share : 0;
  draw_line(fmt::format("{} {}  {:.0f} s, about {:.0f} s left: {}", label_, bar_of(share), seconds,
                        left, shown_text(what)));
}

void ProgressBar::draw(const PassProgress& progress) {
  const std::string bar = bar_of(progress.fraction);
  const double seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  const std::string line =
      fmt::format("{} {}  {} rows, {:.0f} s", label_, bar, progress.rows, seconds);
  draw_line(line);
}

void ProgressBar::draw_line(const std::string& line) {
  // A line that the terminal breaks could not be wiped.
  fmt::print(stderr, "\r\x1b[K{}", shortened(line, message_style().width.value_or(80) - 1));
  std::fflush(stderr);
  drawn_ = true;
  next_drawing_ = Clock::now() + kBetweenDrawings;
}

}  // namespace fairpca::cli
