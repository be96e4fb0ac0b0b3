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

InterruptWatch::InterruptWatch() {
  signal_seen = 0;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    const int signal = kSignals[i];
    sigaction(signal, nullptr, &before_[i]);
    struct sigaction action = {};  // without SA_RESTART: a call that waits for a pipe gives up
    const bool fails_writes = signal == SIGXFSZ || signal == SIGPIPE;
    const bool stays_ignored = signal == SIGHUP && before_[i].sa_handler == SIG_IGN;
    action.sa_handler = fails_writes || stays_ignored ? SIG_IGN : on_interrupt;
    sigaction(signal, &action, nullptr);
  }
}

InterruptWatch::~InterruptWatch() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
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
