// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace fairpca::cli {

/// From here on the first Ctrl-C only sets a flag that observers look at, so that work stops
/// between blocks and temporary files are removed; a second one ends the program at once.
void watch_for_interrupt();

bool interrupted();

}  // namespace fairpca::cli
