// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fairpca/matrix.h"
#include "report/json_number.h"

namespace fairpca {

/// `{"sex": "Female"}`.
inline OrderedJson group_levels_json(
    const std::vector<std::pair<std::string, std::string>>& levels) {
  OrderedJson object = OrderedJson::object();
  for (const auto& [column, level] : levels) object[column] = level;
  return object;
}

/// Said only where overall numbers are of fewer rows than there are.
inline void add_overall_rows(OrderedJson& object, Index overall_rows, Index rows) {
  if (overall_rows != rows) object["overall_rows"] = overall_rows;
}

}  // namespace fairpca
