// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

#include "fairpca/rows/arrow_export.h"

namespace fairpca::python {

/// A capsule `arrow_array_stream` of the rows, which are released with it unless somebody takes
/// the stream out.  Whoever reads them may hold the interpreter lock or not.
nanobind::object stream_capsule(ArrowExport rows);

}  // namespace fairpca::python
