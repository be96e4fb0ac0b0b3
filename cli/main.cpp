// SPDX-License-Identifier: BSD-3-Clause
#include "program.h"

int main(int argc, char** argv) {
  return fairpca::cli::run_command_line(argc, argv);
}
