// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace fairpca::cli {

/// Runs one command line, `argv[0]` the program's name, and returns its exit code.
///
/// All of it: what is printed, what is written, and how signals end it.  The stand-alone program
/// and the command of the Python package are this function.  Not for two threads at once: signals
/// and the terminal are the process's.
int run_command_line(int argc, char** argv);

}  // namespace fairpca::cli
