// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "bindings.h"
#include "fairpca/version.h"

NB_MODULE(_core, module) {
  using namespace fairpca::python;
  module.doc() = "The C++ core of fairpca, as the Python classes call it.";
  module.def(
      "version", [] { return std::string(fairpca::kVersion); }, "Of the library.");
  bind_errors(module);
  bind_levels(module);
  bind_table(module);
  bind_stream(module);
  bind_moments(module);
  bind_methods(module);
  bind_model(module);
  bind_transformed(module);
  bind_fit(module);
  bind_path(module);
  bind_measures(module);
  bind_evaluate(module);
  bind_compare(module);
  bind_command(module);
  bind_describe(module);
  bind_synthetic(module);
  bind_verify(module);
  bind_passes(module);
}
