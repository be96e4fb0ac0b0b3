// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/describe.h"

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "errors.h"
#include "fairpca/fit/fit_plan.h"
#include "report/describe.h"
#include "signal_watch.h"
#include "spelling.h"
#include "table.h"

namespace fairpca::python {
namespace {

struct PythonDescription {
  Description description;
  FitPlan plan;

  /// `spell(command, settings, features, width)`: settings as pairs of option and value, both
  /// texts.
  DescriptionView view(const nb::callable& spell) const {
    const auto spelled = [spell](const SuggestedCommand& command, std::size_t width) {
      std::vector<std::pair<std::string, std::string>> settings;
      for (const Setting& setting : command.settings) {
        settings.emplace_back(setting.option, setting.value);
      }
      nb::list pairs;
      for (const auto& [option, value] : settings) pairs.append(nb::make_tuple(option, value));
      return nb::cast<std::string>(spell(command.command, pairs, command.features, width));
    };
    return {.description = description,
            .plan = plan,
            .spell_command = spelled,
            .spell_setting = spelled_in_python};
  }
};

PythonDescription describe(PythonRows& table, std::vector<std::string> categorical,
                           std::vector<std::string> dates, std::optional<bool> per_attribute,
                           Index min_group_size, int threads,
                           std::vector<std::string> protected_columns,
                           std::optional<std::string> label) {
  DescribeSettings settings;
  settings.roles.categorical = std::move(categorical);
  settings.roles.protected_columns = std::move(protected_columns);
  settings.roles.label = std::move(label);
  settings.dates = std::move(dates);
  settings.per_attribute = per_attribute.value_or(false);
  settings.min_group_size = min_group_size;
  settings.pass = {.threads = threads, .observer = SignalWatch()};
  nb::gil_scoped_release unlocked;
  const OpenedRows rows(table);
  Description description = describe_rows(*rows, settings);
  FitPlan plan = plan_fit(description, {.per_attribute = per_attribute});
  return {std::move(description), std::move(plan)};
}

}  // namespace

void bind_describe(nb::module_& module) {
  nb::class_<PythonDescription>(module, "Description", "A table, described.")
      .def(
          "to_json",
          [](const PythonDescription& self, const nb::callable& spell) {
            return to_str(description_json(self.view(spell), std::nullopt));
          },
          nb::arg("spell"))
      .def(
          "to_text",
          [](const PythonDescription& self, const nb::callable& spell, std::size_t width) {
            return to_str(description_table(self.view(spell), {.width = width}));
          },
          nb::arg("spell"), nb::arg("width"));
  module.def("describe", &describe, nb::arg("table"), nb::kw_only(), nb::arg("categorical"),
             nb::arg("dates"), nb::arg("per_attribute").none(), nb::arg("min_group_size"),
             nb::arg("threads"), nb::arg("protected") = std::vector<std::string>(),
             nb::arg("label") = nb::none(),
             "What is in a table; protected columns and label are of streams of texts.");
}

}  // namespace fairpca::python
