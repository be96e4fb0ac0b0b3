// SPDX-License-Identifier: BSD-3-Clause
#include "rows/column_advice.h"

#include "fairpca/rows/schema.h"
#include "text/quoted.h"

namespace fairpca {

std::string column_advice(const std::string& wanted, const std::vector<std::string>& names) {
  const std::vector<std::string> near = nearest_names(wanted, names);
  if (near.size() == 1) return "did you mean " + in_quotes(near[0]) + "?";
  return near.empty() ? "the columns are " + quoted_list(names)
                      : "the nearest names are " + quoted_list(near);
}

}  // namespace fairpca
