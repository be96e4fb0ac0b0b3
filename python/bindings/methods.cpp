// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/methods.h"

#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "fairpca/error.h"
#include "fit/path/path_options.h"
#include "option_values.h"
#include "report/methods_json.h"
#include "rows/encode_options.h"
#include "spelling.h"

namespace fairpca::python {
namespace {

bool allows(const OptionSpec& option, const OptionValue& value) {
  try {
    checked_value(option, value);
    return true;
  } catch (const InvalidArgument&) {
    return false;
  }
}

std::optional<std::string> needs_text(const OptionSpec& option) {
  if (!option.needs) return std::nullopt;
  return spelled_in_python({option.needs->option, option.needs->text()});
}

void bind_options(nb::module_& module) {
  nb::class_<NumberRange>(module, "NumberRange", "Numbers from least to most.")
      .def_ro("least", &NumberRange::least)
      .def_ro("most", &NumberRange::most)
      .def_ro("excludes_least", &NumberRange::excludes_least)
      .def_ro("excludes_most", &NumberRange::excludes_most)
      .def("__contains__", &NumberRange::contains, nb::arg("number"))
      .def("__str__", &NumberRange::text)
      .def("__repr__", [](const NumberRange& range) {
        return nb::str("NumberRange({!r})").format(range.text());
      });
  nb::class_<OptionSpec>(module, "OptionSpec", "One option, of a method or of all.")
      .def_ro("name", &OptionSpec::name, "As the command line and the JSON have it, in snake_case.")
      .def_prop_ro(
          "parameter", [](const OptionSpec& self) { return parameter_of(self.name); },
          "Its name in Python.")
      .def_prop_ro(
          "type", [](const OptionSpec& self) { return option_type_word(self.type); },
          "`count`, `word`, ...")
      .def_prop_ro(
          "default", [](const OptionSpec& self) { return to_python(self, self.default_value); },
          "The default of the parameter.", nb::sig("def default(self) -> typing.Any"))
      .def_prop_ro("allowed", &allowed_in_python, "What it may be, for people.")
      .def_ro("words", &OptionSpec::words)
      .def_ro("range", &OptionSpec::range, "Of its number, or of each of several.")
      .def_prop_ro("takes_none", &takes_none, "Whether None is a value.")
      .def_ro("help", &OptionSpec::help)
      .def_prop_ro("needs", &needs_text, "The setting without which it has no effect, or None.")
      .def("allows", &allows, nb::arg("value"), "Whether the core takes this value.")
      .def(
          "parse",
          [](const OptionSpec& self, const std::string& text) {
            return to_python(self, parse_value(self, text));
          },
          nb::arg("text"), nb::sig("def parse(self, text: str) -> typing.Any"),
          "The parameter that a text of the command line or a model file stands for.")
      .def("__repr__", [](const OptionSpec& self) {
        return nb::str("OptionSpec({!r}, default={!r}, allowed={!r})")
            .format(self.name, to_python(self, self.default_value), allowed_in_python(self));
      });
  module.def(
      "shared_options", [] { return shared_options(); }, "The options that all methods share.");
  module.def(
      "encode_options", [] { return encode_options().specs(); },
      "How rows are encoded for a model.");
  module.def(
      "path_options", [] { return path_options().specs(); }, "The options of fairness_path.");
}

/// `FairPCA(n_components=5, standardize=True).fit(X, sensitive_features=sex)`.
std::string example_in_python(const Method& method) {
  std::string parameters, given = "X";
  for (const Setting& setting : method.example) {
    if (setting.option == "group") given += ", sensitive_features=" + setting.value;
    if (setting.option == "group" || setting.option == "method") continue;
    const std::size_t colon = setting.value.find(':');  // of a range
    parameters += parameters.empty() ? "" : ", ";
    parameters +=
        colon == std::string::npos
            ? spelled_in_python(setting)
            : fmt::format("{}=({}, {})", parameter_of(setting.option),
                          setting.value.substr(0, colon), setting.value.substr(colon + 1));
  }
  return fmt::format("{}({}).fit({})", method.python_name, parameters, given);
}

void bind_method(nb::module_& module) {
  nb::class_<Method>(module, "Method", "One method of the registry.")
      .def_ro("id", &Method::id)
      .def_ro("python_name", &Method::python_name)
      .def_ro("summary", &Method::summary)
      .def_ro("brief", &Method::brief, "The summary in a few words.")
      .def_ro("problem", &Method::problem, "What is minimised or maximised.")
      .def_ro("paper", &Method::paper)
      .def_prop_ro("example", &example_in_python, "A fit, as one line.")
      .def_prop_ro("fairness", [](const Method& method) { return fairness_word(method.fairness); })
      .def_prop_ro("needs", [](const Method& method) { return needs_word(method.needs); })
      .def_ro("min_groups", &Method::min_groups)
      .def_ro("allows_full_dimension", &Method::allows_full_dimension)
      .def_ro("models_missing_cells", &Method::models_missing_cells)
      .def_ro("options", &Method::options)
      .def("__repr__", [](const Method& method) {
        return nb::str("Method({!r}, fairness={!r})")
            .format(method.id, fairness_word(method.fairness));
      });
  module.def(
      "methods", [] { return methods(); }, "The registry, in the order people should read it.");
  module.def(
      "find_method", [](const std::string& id) { return find_method(id); }, nb::arg("id"),
      "The method with this id; ValueError offers the nearest ones.");
}

}  // namespace

void bind_methods(nb::module_& module) {
  // Made now: a fork while another thread made one would leave the child waiting.
  methods();
  shared_options();
  encode_options();
  path_options();
  bind_options(module);
  bind_method(module);
}

}  // namespace fairpca::python
