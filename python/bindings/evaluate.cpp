// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/evaluate_coordinates.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bindings.h"
#include "errors.h"
#include "fairpca/fit/fit_settings.h"
#include "fairpca/measure/evaluate_moments.h"
#include "measure/evaluate_options.h"
#include "report/json.h"
#include "report/peak_memory.h"
#include "report/table.h"
#include "signal_watch.h"
#include "spelling.h"
#include "table.h"

namespace fairpca::python {
namespace {

/// An evaluation, and of what model.
struct PythonEvaluation {
  Model model;
  TimedEvaluation result;

  std::string to_json() const {
    return evaluation_json(model, result.evaluation,
                           {.read_seconds = result.read_seconds,
                            .evaluate_seconds = result.evaluate_seconds,
                            .peak_memory_bytes = peak_memory_bytes()},
                           spelled_in_python);
  }
};

/// Rows of a model of others: arrays are viewed while this lives.
struct PythonOtherRows {
  PythonTable* table = nullptr;
  RowsArray numbers;
  std::optional<RowsArray> coordinates, reconstructions;

  GivenRows given() const {
    GivenRows rows{.rows = table->rows(), .numbers = view(numbers)};
    if (coordinates) rows.coordinates = view(*coordinates);
    if (reconstructions) rows.reconstructions = view(*reconstructions);
    return rows;
  }
};

EvaluateSettings settings_of_evaluation(const FitSettings& shared, const OptionValues& values) {
  EvaluateSettings settings = evaluate_options().read(values);
  settings.missing_group = shared.grouping.missing;
  settings.min_group_size = shared.min_group_size;
  settings.seed = shared.seed;
  settings.pass = shared.pass;
  settings.pass.observer = SignalWatch();
  return settings;
}

PythonEvaluation evaluate_table(const Model& model, PythonRows& table, PythonRows* training,
                                const FitSettings& shared, const OptionValues& values,
                                bool is_combine_given, bool has_intervals) {
  EvaluateSettings settings = settings_of_evaluation(shared, values);
  settings.has_intervals = has_intervals;
  if (is_combine_given) settings.combine = shared.grouping.combine;
  nb::gil_scoped_release unlocked;
  const OpenedRows rows(table);
  std::optional<OpenedRows> training_rows;
  if (training != nullptr) training_rows.emplace(*training);
  return {model, evaluate_rows(*rows, model, settings, training_rows ? &**training_rows : nullptr)};
}

PythonEvaluation evaluate_from_moments(const Model& model, const GroupMoments& moments,
                                       const GroupMoments* training, const FitSettings& shared,
                                       const OptionValues& values, bool is_combine_given) {
  EvaluateSettings settings = settings_of_evaluation(shared, values);
  if (is_combine_given) settings.combine = shared.grouping.combine;
  nb::gil_scoped_release unlocked;
  return {model, evaluate_moments(moments, model, settings, training)};
}

OtherModel other_model(std::string name, const std::optional<ColumnArray<double>>& mean,
                       const std::optional<RowsArray>& components) {
  OtherModel model{.name = std::move(name)};
  if (mean) {
    model.mean = Eigen::Map<const Vector>(mean->data(), static_cast<Index>(mean->shape(0)));
  }
  if (!components) return model;
  const RowsRef rows = view(*components);
  model.components.resize(rows.cols(), rows.rows());
  for (Index k = 0; k < rows.rows(); ++k) rows.copy_row(k, model.components.col(k).data());
  return model;
}

PythonEvaluation evaluate_others(std::string name, const std::optional<ColumnArray<double>>& mean,
                                 const std::optional<RowsArray>& components,
                                 const PythonOtherRows& evaluated, const PythonOtherRows* training,
                                 const FitSettings& shared, const OptionValues& values,
                                 bool has_intervals) {
  EvaluateSettings settings = settings_of_evaluation(shared, values);
  settings.has_intervals = has_intervals;
  settings.combine = shared.grouping.combine;
  const OtherModel model = other_model(std::move(name), mean, components);
  nb::gil_scoped_release unlocked;
  const GivenRows rows = evaluated.given();
  std::optional<GivenRows> training_rows;
  if (training != nullptr) training_rows.emplace(training->given());
  auto [measured, result] =
      evaluate_coordinates(model, rows, settings, training_rows ? &*training_rows : nullptr);
  // Reports count dimensions by columns, of which only coordinates are known here.
  if (measured.dimensions() == 0) {
    measured.projection.components.resize(0, measured.requested_dimensions);
  }
  return {std::move(measured), std::move(result)};
}

const std::vector<Message>& warnings_of(const PythonEvaluation& self) {
  return self.result.evaluation.warnings;
}

}  // namespace

void bind_evaluate(nb::module_& module) {
  evaluate_options();  // made now, as the registries are
  nb::class_<PythonEvaluation>(module, "Evaluation", "What was measured of a model on rows.")
      .def_prop_ro("warnings", &warnings_of)
      .def(
          "to_json", [](const PythonEvaluation& self) { return to_str(self.to_json()); },
          "The JSON that `fairpca evaluate --json` writes.")
      .def(
          "to_text",
          [](const PythonEvaluation& self) {
            return to_str(evaluation_table(self.model, self.result.evaluation, {}));
          },
          "The table that `fairpca evaluate` prints.");
  nb::class_<PythonOtherRows>(module, "OtherRows",
                              "Rows, and what a model of others makes of them.")
      .def(
          "__init__",
          [](PythonOtherRows* self, PythonTable& table, RowsArray numbers,
             std::optional<RowsArray> coordinates, std::optional<RowsArray> reconstructions) {
            new (self) PythonOtherRows{&table, std::move(numbers), std::move(coordinates),
                                       std::move(reconstructions)};
          },
          nb::keep_alive<1, 2>(), nb::arg("table"), nb::arg("numbers"),
          nb::arg("coordinates").none(), nb::arg("reconstructions").none());
  module.def("evaluate", &evaluate_table, nb::arg("model"), nb::arg("table"),
             nb::arg("training").none(), nb::arg("settings"), nb::arg("values"),
             nb::arg("is_combine_given"), nb::arg("has_intervals"),
             "Measures a model on the rows of a table.");
  module.def("evaluate_moments", &evaluate_from_moments, nb::arg("model"), nb::arg("moments"),
             nb::arg("training").none(), nb::arg("settings"), nb::arg("values"),
             nb::arg("is_combine_given"), "Measures a model on the rows behind moments.");
  module.def("evaluate_coordinates", &evaluate_others, nb::arg("name"), nb::arg("mean").none(),
             nb::arg("components").none(), nb::arg("rows"), nb::arg("training").none(),
             nb::arg("settings"), nb::arg("values"), nb::arg("has_intervals"),
             "Measures a model of others.");
  module.def(
      "evaluate_options", [] { return evaluate_options().specs(); }, "The options of evaluations.");
}

}  // namespace fairpca::python
