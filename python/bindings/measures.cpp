// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/measures.h"

#include <string>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "report/measures_json.h"
#include "report/methods_json.h"

namespace fairpca::python {
namespace {

std::vector<std::string> statistics_of(const Measure& measure) {
  std::vector<std::string> words;
  for (const Statistic statistic : measure.statistics) words.emplace_back(to_string(statistic));
  return words;
}

}  // namespace

void bind_measures(nb::module_& module) {
  measures();  // made now, as the registry of methods is
  nb::class_<Measure>(module, "Measure", "One measure of the registry.")
      .def_ro("id", &Measure::id)
      .def_ro("summary", &Measure::summary, "What it is, in one line.")
      .def_ro("definition", &Measure::definition, "The formula.")
      .def_prop_ro(
          "fairness", [](const Measure& self) { return fairness_word(self.fairness); },
          "The notion it is about.")
      .def_prop_ro(
          "direction", [](const Measure& self) { return direction_word(self.direction); },
          "Which values are better.")
      .def_prop_ro(
          "needs", [](const Measure& self) { return measure_needs_word(self.needs); },
          "What it must be given of the data.")
      .def_prop_ro("statistics", &statistics_of)
      .def_ro("has_groups", &Measure::has_groups, "Whether it has a value for each group.")
      .def_ro("needs_training", &Measure::needs_training)
      .def_ro("needs_likelihood", &Measure::needs_likelihood)
      .def_ro("uncertainty", &Measure::uncertainty,
              "How its interval is made, or why there is none.")
      .def_ro("paper", &Measure::paper)
      .def("__repr__", [](const Measure& self) {
        return nb::str("Measure({!r}, fairness={!r})")
            .format(self.id, fairness_word(self.fairness));
      });
  module.def(
      "measures", [] { return measures(); }, "The registry, in the order people should read it.");
  module.def(
      "find_measure", [](const std::string& id) { return find_measure(id); }, nb::arg("id"),
      "The measure with this id; ValueError offers the nearest ones.");
}

}  // namespace fairpca::python
