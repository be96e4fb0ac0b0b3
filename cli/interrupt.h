// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <csignal>
#include <string>

namespace fairpca::cli {

/// While it lives the first Ctrl-C (SIGINT), SIGTERM or SIGHUP only sets a flag that observers look
/// at, so that work stops between blocks and temporary files are removed; a second one ends the
/// program at once.  A SIGHUP that was ignored (nohup) stays ignored.  A full disk, a file-size
/// limit or a closed pipe come back as failed writes.  Who handled signals before does so again
/// afterwards.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGPIPE};
  std::array<struct sigaction, kSignals.size()> before_ = {};
};

bool interrupted();

/// What stopped the program, for messages, and its exit code: 128 plus the signal's number, as
/// shells report it.
std::string interruption();
int interrupted_exit_code();

}  // namespace fairpca::cli
