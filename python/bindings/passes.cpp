// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/passes/passes.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "fairpca/model/model.h"
#include "rows.h"
#include "signal_watch.h"
#include "spelling.h"

namespace fairpca::python {
namespace {

std::string_view view_of(const nb::bytes& bytes) {
  return {bytes.c_str(), bytes.size()};
}

nb::bytes to_bytes(const std::string& text) {
  return nb::bytes(text.data(), text.size());
}

/// Calls `run` of Python for every pass; results are folded without the interpreter lock.
RunPass passes_of(const nb::callable& run) {
  return [&run](const PassTask& task, const std::function<void(std::string_view)>& take) {
    nb::gil_scoped_acquire lock;
    const nb::object results = run(to_bytes(task.setup), to_bytes(task.request),
                                   nb::cast(task.first_rows), task.reads_prepared, task.keeps);
    for (const nb::handle result : results) {
      const auto bytes = nb::cast<nb::bytes>(result);
      nb::gil_scoped_release unlocked;
      take(view_of(bytes));
    }
  };
}

nb::bytes run_pass(PythonRows& table, const nb::bytes& setup, const nb::bytes& request,
                   Index number, Index first_row) {
  std::string result;
  {
    nb::gil_scoped_release unlocked;
    const OpenedRows rows(table);
    result = run_partition(*rows, view_of(setup), view_of(request), {number, first_row},
                           spelled_in_python);
  }
  return to_bytes(result);
}

nb::bytes run_on_prepared(const nb::bytes& prepared, const nb::bytes& request, Index number) {
  std::string result;
  {
    nb::gil_scoped_release unlocked;
    result = run_prepared(view_of(prepared), view_of(request), number);
  }
  return to_bytes(result);
}

nb::bytes merge(const std::vector<nb::bytes>& results) {
  std::vector<std::string_view> views;
  for (const nb::bytes& bytes : results) views.push_back(view_of(bytes));
  std::string merged;
  {
    nb::gil_scoped_release unlocked;
    merged = merge_results(views);
  }
  return to_bytes(merged);
}

std::optional<std::vector<std::pair<std::string, bool>>> features_of(const nb::bytes& request) {
  const auto features = requested_features(view_of(request));
  if (!features) return std::nullopt;
  std::vector<std::pair<std::string, bool>> result;
  for (const FeatureColumn& column : *features) {
    result.emplace_back(column.name, column.kind == ColumnKind::kCategorical);
  }
  return result;
}

TimedFit fit_by_passes(const PassSetup& setup, const nb::callable& run, bool bandwidth,
                       Index sample_rows, Index random_features) {
  PassSetup watched = setup;
  watched.settings.pass.observer = SignalWatch();
  nb::gil_scoped_release unlocked;
  return fit_passes(watched, passes_of(run), {bandwidth, sample_rows, random_features});
}

GroupMoments moments_by_passes(const PassSetup& setup, const nb::callable& run) {
  nb::gil_scoped_release unlocked;
  return moments_passes(setup, passes_of(run));
}

/// The moments of rows as a model sees them.
GroupMoments moments_for_model(const PassSetup& setup, const Model& model, bool zeros,
                               const nb::callable& run) {
  EncodeOptions options;
  options.unseen = zeros ? UnseenLevel::kZeros : UnseenLevel::kError;
  options.missing = setup.settings.missing;
  if (options.missing == MissingCells::kMean) options.fill = model.mean;
  nb::gil_scoped_release unlocked;
  return moments_passes(setup, model.encoding, options, passes_of(run));
}

void create_setup(PassSetup* self, const FitSettings& settings,
                  std::vector<std::string> protected_columns, std::optional<std::string> label,
                  std::optional<std::string> weight, std::vector<std::string> chosen,
                  std::vector<std::string> categorical) {
  ColumnRoles roles;
  roles.protected_columns = std::move(protected_columns);
  roles.label = std::move(label);
  roles.weight = std::move(weight);
  roles.chosen = std::move(chosen);
  roles.categorical = std::move(categorical);
  new (self) PassSetup{settings, std::move(roles)};
}

void bind_setup(nb::module_& module) {
  nb::class_<PassSetup>(module, "PassSetup", "What all passes of a fit share.")
      .def("__init__", &create_setup, nb::arg("settings"), nb::kw_only(), nb::arg("protected"),
           nb::arg("label").none(), nb::arg("weight").none(), nb::arg("chosen"),
           nb::arg("categorical"))
      .def_static(
          "from_bytes", [](const nb::bytes& bytes) { return parse_setup(view_of(bytes)); },
          nb::arg("bytes"))
      .def_prop_ro("protected", [](const PassSetup& self) { return self.roles.protected_columns; })
      .def_prop_ro("label", [](const PassSetup& self) { return self.roles.label; })
      .def_prop_ro("weight", [](const PassSetup& self) { return self.roles.weight; })
      .def_prop_ro("chosen", [](const PassSetup& self) { return self.roles.chosen; })
      .def_prop_ro("dropped", [](const PassSetup& self) { return self.roles.dropped; })
      .def_prop_ro("categorical", [](const PassSetup& self) { return self.roles.categorical; });
}

void bind_workers(nb::module_& module) {
  module.def("run_pass", &run_pass, nb::arg("rows"), nb::arg("setup"), nb::arg("request"),
             nb::arg("number"), nb::arg("first_row"), "The result of a pass on a partition.");
  module.def("run_prepared", &run_on_prepared, nb::arg("prepared"), nb::arg("request"),
             nb::arg("number"), "The result of a pass on a prepared partition.");
  module.def(
      "empty_partition",
      [](const nb::bytes& request, Index number) {
        return to_bytes(empty_partition(view_of(request), number));
      },
      nb::arg("request"), nb::arg("number"), "The result of a partition without rows.");
  module.def(
      "failed_partition",
      [](const nb::bytes& request, Index number, const std::string& code, const std::string& text,
         Index row, const std::string& column) {
        return to_bytes(failed_partition(view_of(request), number, {code, text, row, column}));
      },
      nb::arg("request"), nb::arg("number"), nb::arg("code"), nb::arg("text"), nb::arg("row"),
      nb::arg("column"), "The result of a partition whose rows cannot be read.");
  module.def("merge_results", &merge, nb::arg("results"), "Results of consecutive partitions.");
  module.def("requested_features", &features_of, nb::arg("request"),
             "Names of the columns a pass reads, and whether each is a category.");
}

}  // namespace

void bind_passes(nb::module_& module) {
  bind_setup(module);
  bind_workers(module);
  module.def("fit_passes", &fit_by_passes, nb::arg("setup"), nb::arg("run"), nb::arg("bandwidth"),
             nb::arg("sample_rows"), nb::arg("random_features"), "A fit, pass by pass.");
  module.def("moments_passes", &moments_by_passes, nb::arg("setup"), nb::arg("run"),
             "Moments of the rows of all partitions.");
  module.def("model_moments_passes", &moments_for_model, nb::arg("setup"), nb::arg("model"),
             nb::arg("zeros"), nb::arg("run"), "The same with rows encoded as a model says.");
}

}  // namespace fairpca::python
