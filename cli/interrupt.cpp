// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.h"

#include <unistd.h>

#include <csignal>

#include "exit_code.h"

namespace fairpca::cli {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

extern "C" void on_interrupt(int /*signal*/) {
  if (interrupt_seen != 0) _exit(static_cast<int>(ExitCode::kInterrupted));
  interrupt_seen = 1;
}

}  // namespace

void watch_for_interrupt() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;  // without SA_RESTART: a read that waits for input gives up
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() {
  return interrupt_seen != 0;
}

}  // namespace fairpca::cli
