// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "fairpca/error.h"
#include "fairpca/matrix.h"

namespace fairpca {

struct PassProgress {
  Index rows = 0;        ///< rows folded so far
  double fraction = -1;  ///< of the source read so far; negative when unknown
};

using PassObserver = std::function<Flow(const PassProgress&)>;

struct PassOptions {
  int threads = 1;
  PassObserver observer = {};              ///< called between blocks, on the calling thread only
  std::function<bool()> stop_wanted = {};  ///< asked on any thread, within long steps
};

}  // namespace fairpca
