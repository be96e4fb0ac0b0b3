// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fit.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bindings.h"
#include "fairpca/fit/step_model.h"
#include "option_values.h"
#include "report/json.h"
#include "report/peak_memory.h"
#include "signal_watch.h"
#include "spelling.h"
#include "table.h"

namespace fairpca::python {
namespace {

FitSettings watched(FitSettings settings) {
  settings.pass.observer = SignalWatch();
  return settings;
}

TimedFit fit_table(PythonRows& table, const FitSettings& settings) {
  nb::gil_scoped_release unlocked;
  const OpenedRows rows(table);
  return fit_rows(*rows, watched(settings));
}

TimedFit fit_from_moments(const GroupMoments& moments, const FitSettings& settings) {
  nb::gil_scoped_release unlocked;
  return fit_moments(moments, watched(settings));
}

void bind_settings(nb::module_& module) {
  nb::class_<FitSettings>(module, "FitSettings",
                          "Everything a fit is asked for, apart from the data.")
      .def(
          "__init__",
          [](FitSettings* self, const std::string& method, const OptionValues& values) {
            new (self) FitSettings(settings_of(method, values));
          },
          nb::arg("method"), nb::arg("values"))
      .def("check", &check_in_python, "Raises ValueError for what can be known without the data.")
      .def_prop_ro(
          "uses_label",
          [](const FitSettings& self) {
            const Method& method = find_method(self.method);
            return method.uses_label && method.uses_label(self.options);
          },
          "Whether the label matters.");
}

void bind_steps(nb::module_& module) {
  nb::class_<FitStep>(module, "FitStep", "One step of a fit over weights of the groups.")
      .def_prop_ro(
          "group_weights", [](const FitStep& step) { return to_numpy(step.group_weights); },
          nb::rv_policy::move)
      .def_prop_ro(
          "log_likelihood", [](const FitStep& step) { return to_numpy(step.log_likelihood); },
          nb::rv_policy::move)
      .def_prop_ro(
          "reconstruction_error",
          [](const FitStep& step) { return to_numpy(step.reconstruction_error); },
          nb::rv_policy::move);
}

/// The numbers of the method itself, by JSON name.
std::map<std::string, std::variant<bool, Index, double>> method_measures(const TimedFit& result) {
  std::map<std::string, std::variant<bool, Index, double>> measures;
  for (const MethodNumber& number : method_numbers(result.fit.report)) {
    measures[number.name] = number.value;
  }
  return measures;
}

std::string json_of_fit(const TimedFit& result) {
  return fit_json(result.fit,
                  {.read_seconds = result.seconds.read,
                   .solve_seconds = result.seconds.solve,
                   .evaluate_seconds = result.seconds.evaluate,
                   .peak_memory_bytes = peak_memory_bytes()},
                  spelled_in_python);
}

void bind_constraints(nb::module_& module) {
  nb::class_<MmdConstraintSummary>(module, "MmdConstraint", "One constraint of mmd-fair-pca.")
      .def_ro("name", &MmdConstraintSummary::name)
      .def_ro("mmd2", &MmdConstraintSummary::mmd2)
      .def_ro("tau", &MmdConstraintSummary::tau)
      .def_ro("p_value", &MmdConstraintSummary::p_value);
}

/// A property of the report.
template <class Value>
auto reported(Value FitReport::*member) {
  return [member](const TimedFit& self) { return self.fit.report.*member; };
}
template <class Value>
auto reported(Value SolveSummary::*member) {
  return [member](const TimedFit& self) { return self.fit.report.*member; };
}

void bind_result(nb::module_& module) {
  nb::class_<TimedFit>(module, "FitResult", "A model, and what its fit says of itself.")
      .def_prop_ro("model", [](const TimedFit& self) -> const Model& { return self.fit.model; })
      .def_prop_ro("groups", reported(&FitReport::groups))
      .def_prop_ro("objective", reported(&SolveSummary::objective))
      .def_prop_ro("bound", reported(&SolveSummary::bound))
      .def_prop_ro("optimality_gap",
                   [](const TimedFit& self) { return self.fit.report.optimality_gap(); })
      .def_prop_ro("certified", reported(&SolveSummary::certified))
      .def_prop_ro(
          "dual_weights",
          [](const TimedFit& self) { return to_numpy(self.fit.report.dual_weights); },
          nb::rv_policy::move)
      .def_prop_ro(
          "group_weights",
          [](const TimedFit& self) { return to_numpy(self.fit.report.group_weights); },
          nb::rv_policy::move)
      .def_prop_ro("history", reported(&FitReport::history))
      .def(
          "step_model",
          [](const TimedFit& self, std::size_t step) { return step_model(self.fit, step); },
          nb::arg("step"))
      .def(
          "step_groups",
          [](const TimedFit& self, std::size_t step) { return step_groups(self.fit, step); },
          nb::arg("step"))
      .def_prop_ro("status", [](const TimedFit& self) { return to_string(self.fit.report.status); })
      .def_prop_ro("converged", [](const TimedFit& self) { return self.fit.report.converged(); })
      .def_prop_ro("eigensolves", reported(&FitReport::eigensolves))
      .def_prop_ro("iterations", reported(&SolveSummary::iterations))
      .def_prop_ro("measures", &method_measures)
      .def_prop_ro("mmd_constraints", reported(&FitReport::mmd_constraints))
      .def_prop_ro("warnings", reported(&SolveSummary::warnings))
      .def_prop_ro("missed", reported(&SolveSummary::missed))
      .def_prop_ro("notes", reported(&SolveSummary::notes))
      .def("to_json", &json_of_fit, "The JSON that `fairpca fit --json` writes.");
}

}  // namespace

void bind_fit(nb::module_& module) {
  bind_settings(module);
  bind_steps(module);
  bind_constraints(module);
  bind_result(module);
  module.def("fit", &fit_table, nb::arg("table"), nb::arg("settings"), "Fits the rows of a table.");
  module.def("fit_moments", &fit_from_moments, nb::arg("moments"), nb::arg("settings"),
             "Fits moments.");
}

}  // namespace fairpca::python
