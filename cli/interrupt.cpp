// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.h"

#include <unistd.h>

#include <csignal>

namespace fairpca::cli {
namespace {

volatile std::sig_atomic_t signal_seen = 0;

int exit_code_of(int signal) {
  return 128 + signal;
}

extern "C" void on_interrupt(int signal) {
  if (signal_seen != 0) _exit(exit_code_of(signal));
  signal_seen = signal;
}

}  // namespace

void watch_for_interrupt() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;  // without SA_RESTART: a call that waits for a pipe gives up
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (signal != SIGHUP || before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

bool interrupted() {
  return signal_seen != 0;
}

std::string interruption() {
  return signal_seen == SIGTERM ? "SIGTERM" : signal_seen == SIGHUP ? "SIGHUP" : "Ctrl-C";
}

int interrupted_exit_code() {
  return exit_code_of(signal_seen);
}

}  // namespace fairpca::cli
