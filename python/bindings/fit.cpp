// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bindings.h"
#include "choices.h"
#include "fairpca/error.h"
#include "fairpca/fit/fit_rows.h"
#include "fairpca/report/json.h"
#include "python_spelling.h"
#include "signal_watch.h"
#include "table.h"

namespace fairpca::python {
namespace {

void create_settings(FitSettings* self, std::string method, std::variant<Index, double> dimensions,
                     OptionValues options, const std::string& share_of, bool standardize,
                     double divide_by, const std::string& center, const std::string& missing,
                     const std::string& combine, const std::string& missing_group,
                     Index min_group_size, std::uint64_t seed, int threads, Index most_dimensions) {
  FitSettings settings;
  settings.method = std::move(method);
  settings.dimensions = {dimensions, choose(kShares, "share_of", share_of), most_dimensions};
  settings.options = std::move(options);
  settings.preparation = {standardize, divide_by, choose(kCenters, "center", center)};
  settings.missing = choose(kMissingCells, "missing", missing);
  settings.grouping.combine = choose(kCombinations, "combine", combine);
  settings.grouping.missing = choose(kMissingGroups, "missing_group", missing_group);
  settings.min_group_size = min_group_size;
  settings.seed = seed;
  settings.pass.threads = threads;
  new (self) FitSettings(std::move(settings));
}

FitSettings watched(FitSettings settings) {
  settings.pass.observer = SignalWatch();
  return settings;
}

Fit fit_table(PythonTable& table, const FitSettings& settings) {
  nb::gil_scoped_release unlocked;
  return fit_rows(table.rows(), watched(settings)).fit;
}

Fit fit_from_moments(const GroupMoments& moments, const FitSettings& settings) {
  nb::gil_scoped_release unlocked;
  return fit_moments(moments, watched(settings)).fit;
}

/// The words of every parameter that is one of a few, for checks that need no data.
std::map<std::string, std::vector<std::string>> choices() {
  return {{"center", words_of(kCenters)},
          {"missing", words_of(kMissingCells)},
          {"unseen", words_of(kUnseenLevels)},
          {"combine", words_of(kCombinations)},
          {"missing_group", words_of(kMissingGroups)},
          {"share_of", words_of(kShares)}};
}

void bind_settings(nb::module_& module) {
  module.def("choices", &choices, "The words that parameters take, by parameter.");
  nb::class_<FitSettings>(module, "FitSettings", "Everything a fit is asked for, besides the data.")
      .def("__init__", &create_settings, nb::kw_only(), nb::arg("method"), nb::arg("dimensions"),
           nb::arg("options") = OptionValues(), nb::arg("share_of") = "overall",
           nb::arg("standardize") = false, nb::arg("divide_by") = 1.0,
           nb::arg("center") = "overall", nb::arg("missing") = "error",
           nb::arg("combine") = "intersection", nb::arg("missing_group") = "error",
           nb::arg("min_group_size") = 10, nb::arg("seed") = 0, nb::arg("threads") = 1,
           nb::arg("most_dimensions") = 0);
}

/// The groups with their numbers at a step in place of those at the model returned.  A loss is the
/// error less what does not depend on the step; numbers left out stay so.
std::vector<GroupSummary> at_step(std::vector<GroupSummary> groups, const FitStep& step) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    GroupSummary& group = groups[g];
    const double error = step.reconstruction_error[g];
    if (group.reconstruction_error && group.loss) {
      group.loss = *group.loss + (error - *group.reconstruction_error);
    }
    if (group.reconstruction_error) group.reconstruction_error = error;
    const auto likelihood = group.measures.find("log_likelihood");
    if (likelihood != group.measures.end()) likelihood->second = step.log_likelihood[g];
  }
  return groups;
}

/// The model of step `step` of a fit, where the models were kept.
Model step_model(const Fit& fit, std::size_t step) {
  if (step >= fit.report.history.size() || !fit.report.history[step].mixture) {
    throw InvalidArgument("the models of the steps were not kept; ask for keep_models");
  }
  Model model = fit.model;
  const Embedding embedding = model.mixture->embedding;
  model.mixture = fit.report.history[step].mixture;
  model.mixture->embedding = embedding;
  model.groups = at_step(std::move(model.groups), fit.report.history[step]);
  return model;
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

using Measure = std::variant<bool, Index, double>;

std::map<std::string, Measure> measures(const Fit& fit) {
  std::map<std::string, Measure> measures;
  for (const auto& [name, value] : fit.report.measures) {
    measures[name] = is_yes_or_no(name) ? Measure(value != 0) : Measure(value);
  }
  for (const auto& [name, count] : fit.report.counts) measures[name] = count;
  return measures;
}

void bind_constraints(nb::module_& module) {
  nb::class_<MmdConstraintSummary>(module, "MmdConstraint", "One constraint of mmd-fair-pca.")
      .def_ro("name", &MmdConstraintSummary::name)
      .def_ro("mmd2", &MmdConstraintSummary::mmd2)
      .def_ro("tau", &MmdConstraintSummary::tau)
      .def_ro("p_value", &MmdConstraintSummary::p_value);
}

void bind_result(nb::module_& module) {
  nb::class_<Fit>(module, "FitResult", "A model, and what its fit says of itself.")
      .def_ro("model", &Fit::model)
      .def_prop_ro("groups", [](const Fit& fit) { return fit.report.groups; })
      .def_prop_ro("objective", [](const Fit& fit) { return fit.report.objective; })
      .def_prop_ro("bound", [](const Fit& fit) { return fit.report.bound; })
      .def_prop_ro("gap", [](const Fit& fit) { return fit.report.gap(); })
      .def_prop_ro("certified", [](const Fit& fit) { return fit.report.certified; })
      .def_prop_ro(
          "dual_weights", [](const Fit& fit) { return to_numpy(fit.report.dual_weights); },
          nb::rv_policy::move)
      .def_prop_ro(
          "group_weights", [](const Fit& fit) { return to_numpy(fit.report.group_weights); },
          nb::rv_policy::move)
      .def_prop_ro("history", [](const Fit& fit) { return fit.report.history; })
      .def("step_model", &step_model, nb::arg("step"))
      .def(
          "step_groups",
          [](const Fit& fit, std::size_t step) {
            return at_step(fit.report.groups, fit.report.history.at(step));
          },
          nb::arg("step"))
      .def_prop_ro("status", [](const Fit& fit) { return to_string(fit.report.status); })
      .def_prop_ro("converged", [](const Fit& fit) { return fit.report.converged(); })
      .def_prop_ro("eigensolves", [](const Fit& fit) { return fit.report.eigensolves; })
      .def_prop_ro("iterations", [](const Fit& fit) { return fit.report.iterations; })
      .def_prop_ro("measures", &measures)
      .def_prop_ro("mmd_constraints", [](const Fit& fit) { return fit.report.mmd_constraints; })
      .def_prop_ro("warnings", [](const Fit& fit) { return all_in_python(fit.report.warnings); })
      .def_prop_ro("missed", [](const Fit& fit) { return in_python(fit.report.missed); })
      .def_prop_ro("notes", [](const Fit& fit) { return all_in_python(fit.report.notes); });
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
