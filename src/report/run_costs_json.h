// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/json.h"
#include "report/json_number.h"

namespace fairpca {

/// `seconds` and `peak_memory_bytes`.
inline void add_costs(OrderedJson& object, const RunCosts& costs) {
  object["seconds"] = {{"read", costs.read_seconds},
                       {"solve", costs.solve_seconds},
                       {"evaluate", costs.evaluate_seconds},
                       {"write", costs.write_seconds}};
  object["peak_memory_bytes"] = costs.peak_memory_bytes;
}

}  // namespace fairpca
