// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/methods.h"

#include <optional>
#include <string>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"

namespace fairpca::python {
namespace {

const char* to_text(Fairness fairness) {
  switch (fairness) {
    case Fairness::kNone:
      return "none";
    case Fairness::kReconstruction:
      return "reconstruction";
    case Fairness::kRepresentation:
      return "representation";
    case Fairness::kLikelihood:
      return "likelihood";
  }
  return "";
}

const char* to_text(Needs needs) {
  switch (needs) {
    case Needs::kMoments:
      return "moments";
    case Needs::kRowsInMemory:
      return "rows in memory";
    case Needs::kRowsSeveralPasses:
      return "rows, several passes";
  }
  return "";
}

}  // namespace

void bind_methods(nb::module_& module) {
  methods();  // made now: a fork while another thread made it would leave the child waiting
  nb::class_<OptionSpec>(module, "OptionSpec", "One option of a method.")
      .def_ro("name", &OptionSpec::name)
      .def_ro("default", &OptionSpec::default_value)
      .def_ro("range", &OptionSpec::range)
      .def_ro("help", &OptionSpec::help)
      .def_prop_ro(
          "needs",
          [](const OptionSpec& spec) -> std::optional<std::string> {
            if (!spec.needs) return std::nullopt;
            return spec.needs->option + ' ' + spec.needs->value;
          },
          "The value of another option without which it has no effect, or None.")
      .def("__repr__", [](const OptionSpec& spec) {
        return nb::str("OptionSpec({!r}, default={!r}, range={!r})")
            .format(spec.name, spec.default_value, spec.range);
      });
  nb::class_<Method>(module, "Method", "One method of the registry.")
      .def_ro("id", &Method::id)
      .def_ro("python_name", &Method::python_name)
      .def_ro("summary", &Method::summary)
      .def_prop_ro("fairness", [](const Method& method) { return to_text(method.fairness); })
      .def_prop_ro("needs", [](const Method& method) { return to_text(method.needs); })
      .def_ro("min_groups", &Method::min_groups)
      .def_ro("allows_full_dimension", &Method::allows_full_dimension)
      .def_ro("options", &Method::options)
      .def(
          "check",
          [](const Method& method, const OptionValues& options) {
            complete_options(method, options);
          },
          nb::arg("options"), "Raises ValueError for values the options cannot have.")
      .def(
          "uses_label",
          [](const Method& method, const OptionValues& options) {
            return method.uses_label && method.uses_label(complete_options(method, options));
          },
          nb::arg("options"), "Whether with these options the label matters.")
      .def("__repr__", [](const Method& method) {
        return nb::str("Method({!r}, fairness={!r})").format(method.id, to_text(method.fairness));
      });
  module.def(
      "methods", [] { return methods(); }, "The registry, in the order people should read it.");
  module.def(
      "find_method", [](const std::string& id) { return find_method(id); }, nb::arg("id"),
      "The method with this id; ValueError offers the nearest ones.");
}

}  // namespace fairpca::python
