// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "fairpca/message.h"
#include "fairpca/options/option.h"

namespace fairpca::python {

/// The parameter that sets an option of the core: `max_iterations` is `max_iter`.
std::string parameter_of(std::string_view option);

/// A setting as Python code writes it: `missing='drop-row'`, `tau=0.1`, `reconstruct(X)`.
std::string spelled_in_python(const Setting& setting);

/// What an option may be, in the words of Python: `one of 'error', 'zeros'`, `an integer >= 1`.
std::string allowed_in_python(const OptionSpec& option);

/// Whether None is a value of the option: nothing, or none of a list.
bool takes_none(const OptionSpec& option);

}  // namespace fairpca::python
