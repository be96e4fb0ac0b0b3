// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace fairpca::python {

/// A message of the core, as shown_message() shows it, with the options it advises spelled as
/// Python's parameters: `--missing drop-row` becomes `missing='drop-row'`.
std::string in_python(const std::string& message);

/// Each of several messages.
std::vector<std::string> all_in_python(const std::vector<std::string>& messages);

/// The parameter that sets an option of the core: `max_iterations` is `max_iter`.
std::string parameter_of(const std::string& option);

}  // namespace fairpca::python
