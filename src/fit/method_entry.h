// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fairpca/fit/methods.h"
#include "options/option_table.h"

namespace fairpca {

/// The registry entry `method` with the options of `table`, which lives as long as the program, and
/// `fit` called with the struct they fill.
template <class Options>
Method method_entry(Method method, const OptionTable<Options>& table,
                    Fit (*fit)(const FitInput&, const Options&)) {
  method.options = table.specs();
  method.check = [&table](const OptionValues& given) { table.read(given).validate(); };
  method.fit = [&table, fit](const FitInput& input, const OptionValues& given) {
    return fit(input, table.read(given));
  };
  return method;
}

/// A grid over one option.
template <class Values>
std::vector<OptionValues> grid_over(const std::string& option, const Values& values) {
  std::vector<OptionValues> grid;
  for (const auto& value : values) grid.push_back({{option, value}});
  return grid;
}

}  // namespace fairpca
