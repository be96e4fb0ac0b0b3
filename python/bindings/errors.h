// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include <nanobind/nanobind.h>

#include "fairpca/error.h"
#include "fairpca/message.h"

namespace fairpca::python {

namespace nb = nanobind;

/// Bytes of the core as a str; those that are not UTF-8 become \xNN.
nb::str to_str(std::string_view text);

/// The sentence in the words of Python, on one line.
nb::str sentence(const Message& message);

/// Whether Python raised Ctrl-C inside the producer of a stream, which can hand on words alone: the
/// last line of its traceback says so.
bool is_ctrl_c(const IoError& error);

}  // namespace fairpca::python
