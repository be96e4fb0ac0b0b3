// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fairness_path.h"

#include <string>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bindings.h"
#include "figure/svg_text.h"
#include "fit/path/path_options.h"
#include "report/figures/path_figure.h"
#include "report/json.h"
#include "report/peak_memory.h"
#include "signal_watch.h"
#include "spelling.h"
#include "table.h"

namespace fairpca::python {
namespace {

FitSettings watched_path(FitSettings settings) {
  settings.pass.observer = SignalWatch();
  return settings;
}

/// Groups, preparation, dimensions and missing cells as `settings` says; its method and options
/// play no part.
TimedPath path_of_rows(PythonRows& table, const FitSettings& settings, const OptionValues& values) {
  nb::gil_scoped_release unlocked;
  const OpenedRows rows(table);
  return path_rows(*rows, watched_path(settings), path_options().read(values));
}

TimedPath path_of_moments(const GroupMoments& moments, const FitSettings& settings,
                          const OptionValues& values) {
  nb::gil_scoped_release unlocked;
  return path_moments(moments, watched_path(settings), path_options().read(values));
}

std::string json_of_path(const TimedPath& self) {
  return path_json(self.path,
                   {.read_seconds = self.read_seconds,
                    .solve_seconds = self.solve_seconds,
                    .peak_memory_bytes = peak_memory_bytes()},
                   spelled_in_python);
}

nb::str point_text(const PathPoint& point) {
  return nb::str("PathPoint(error={:.6g}, gap={:.6g})").format(point.error, point.gap);
}

nb::str mark_text(const PathMark& mark) {
  return nb::str("PathMark({!r}, error={:.6g}, gap={:.6g}, status={!r})")
      .format(mark.name, mark.point.error, mark.point.gap, to_string(mark.status));
}

nb::str equal_error_text(const EqualError& equal) {
  return nb::str("EqualError(attainable={}, smallest_dimension={}, smallest_gap={:.6g})")
      .format(equal.attainable, equal.smallest_dimension, equal.smallest_gap);
}

nb::str path_text(const TimedPath& self) {
  const FairnessPath& path = self.path;
  std::vector<std::string> marks;
  for (const PathMark& mark : path.marks) marks.push_back(mark.name);
  return nb::str(
             "FairnessPath(dimensions={}, groups={}, errors_front=<{} points>, "
             "gap_front=<{} points>, marks={}, certified={}, complete={})")
      .format(path.dimensions, path.groups, path.errors_front.size(), path.gap_front.size(), marks,
              path.certified, path.complete);
}

template <class Value>
auto of_path(Value FairnessPath::*member) {
  return [member](const TimedPath& self) -> const Value& { return self.path.*member; };
}

void bind_points(nb::module_& module) {
  nb::class_<PathPoint>(module, "PathPoint", "One projection, by what it costs.")
      .def_prop_ro(
          "weights", [](const PathPoint& self) { return to_numpy(self.weights); },
          nb::rv_policy::move)
      .def_prop_ro(
          "group_errors", [](const PathPoint& self) { return to_numpy(self.group_errors); },
          nb::rv_policy::move)
      .def_ro("error", &PathPoint::error)
      .def_ro("gap", &PathPoint::gap)
      .def_ro("bound", &PathPoint::bound)
      .def("__repr__", &point_text);
  nb::class_<PathMark>(module, "PathMark", "A projection worth knowing of.")
      .def_ro("name", &PathMark::name)
      .def_ro("point", &PathMark::point)
      .def_ro("objective", &PathMark::objective)
      .def_ro("bound", &PathMark::bound)
      .def_prop_ro("status", [](const PathMark& self) { return to_string(self.status); })
      .def_ro("certified", &PathMark::certified)
      .def_prop_ro(
          "components",
          [](const PathMark& self) { return to_numpy(RowMatrix(self.components.transpose())); },
          nb::rv_policy::move)
      .def("__repr__", &mark_text);
  nb::class_<EqualError>(module, "EqualError", "Whether two groups can have the same error.")
      .def_ro("attainable", &EqualError::attainable)
      .def_ro("smallest_dimension", &EqualError::smallest_dimension)
      .def_ro("smallest_gap", &EqualError::smallest_gap)
      .def("__repr__", &equal_error_text);
}

}  // namespace

void bind_path(nb::module_& module) {
  bind_points(module);
  nb::class_<TimedPath>(module, "FairnessPath", "What fairness costs: exact Pareto fronts.")
      .def_prop_ro("dimensions", of_path(&FairnessPath::dimensions))
      .def_prop_ro("groups", of_path(&FairnessPath::groups))
      .def_prop_ro("errors_front", of_path(&FairnessPath::errors_front))
      .def_prop_ro("gap_front", of_path(&FairnessPath::gap_front))
      .def_prop_ro("marks", of_path(&FairnessPath::marks))
      .def_prop_ro("equal_error", of_path(&FairnessPath::equal_error))
      .def_prop_ro("distance", of_path(&FairnessPath::distance))
      .def_prop_ro("certified", of_path(&FairnessPath::certified))
      .def_prop_ro("complete", of_path(&FairnessPath::complete))
      .def_prop_ro("eigensolves", of_path(&FairnessPath::eigensolves))
      .def_prop_ro("warnings", of_path(&FairnessPath::warnings))
      .def_prop_ro("notes", of_path(&FairnessPath::notes))
      .def("to_json", &json_of_path, "The JSON that `fairpca path --json` writes.")
      .def(
          "to_dict",
          [](const TimedPath& self) {
            return nb::module_::import_("json").attr("loads")(json_of_path(self));
          },
          nb::sig("def to_dict(self) -> dict[str, typing.Any]"), "The same as a dict.")
      .def(
          "to_svg", [](const TimedPath& self) { return svg_text(path_figure(self.path)); },
          "The picture that `fairpca path --svg` writes.")
      .def("__repr__", &path_text);
  module.def("path", &path_of_rows, nb::arg("table"), nb::arg("settings"), nb::arg("values"),
             "The path of the rows of a table, as it may be published.");
  module.def("path_moments", &path_of_moments, nb::arg("moments"), nb::arg("settings"),
             nb::arg("values"), "The path of moments.");
}

}  // namespace fairpca::python
