// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace fairpca::cli {

/// From here on the first Ctrl-C (SIGINT), SIGTERM or SIGHUP only sets a flag that observers look
/// at, so that work stops between blocks and temporary files are removed; a second one ends the
/// program at once.  A SIGHUP that was ignored (nohup) stays ignored.
void watch_for_interrupt();

bool interrupted();

/// What stopped the program, for messages, and its exit code: 128 plus the signal's number, as
/// shells report it.
std::string interruption();
int interrupted_exit_code();

}  // namespace fairpca::cli
