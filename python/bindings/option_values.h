// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

#include "fairpca/fit/methods.h"
#include "fairpca/options/option.h"

namespace fairpca::python {

namespace nb = nanobind;

/// A value as the parameters of Python have it: nothing and an empty list are None (or their word),
/// one value of a list stands alone, lists of fixed length are tuples.
nb::object to_python(const OptionSpec& option, const OptionValue& value);

/// Settings of a method: `values` are of the options all methods share and of its own, by name.  Of
/// its own those at their defaults count as not given.
FitSettings settings_of(const std::string& method, const OptionValues& values);

/// check_settings(); what an option may be is said in the words of Python.
void check_in_python(const FitSettings& settings);

}  // namespace fairpca::python
