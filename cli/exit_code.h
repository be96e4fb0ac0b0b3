// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace fairpca::cli {

/// What the program tells its caller ; after a signal it is
/// interrupted_exit_code() instead.
enum class ExitCode {
  kDone = 0,
  kNotMet = 1,    ///< finished without meeting tolerance or constraint
  kBadInput = 2,  ///< bad usage or input
};

}  // namespace fairpca::cli
