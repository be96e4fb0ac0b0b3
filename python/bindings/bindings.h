// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

namespace fairpca::python {

namespace nb = nanobind;

/// Each puts its part into the module.
void bind_errors(nb::module_& module);
void bind_levels(nb::module_& module);
void bind_table(nb::module_& module);
void bind_stream(nb::module_& module);
void bind_moments(nb::module_& module);
void bind_methods(nb::module_& module);
void bind_model(nb::module_& module);
void bind_transformed(nb::module_& module);
void bind_fit(nb::module_& module);
void bind_path(nb::module_& module);
void bind_measures(nb::module_& module);
void bind_evaluate(nb::module_& module);
void bind_command(nb::module_& module);
void bind_compare(nb::module_& module);
void bind_describe(nb::module_& module);
void bind_synthetic(nb::module_& module);
void bind_verify(nb::module_& module);
void bind_passes(nb::module_& module);

}  // namespace fairpca::python
