// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

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

}  // namespace fairpca
