// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace fairpca::cli {

/// What the program tells its caller (contract, "Command line").
enum class ExitCode {
  kDone = 0,
  kNotMet = 1,        ///< finished without meeting tolerance or constraint
  kBadInput = 2,      ///< bad usage or input
  kInterrupted = 130  ///< Ctrl-C, as shells report it
};

}  // namespace fairpca::cli
