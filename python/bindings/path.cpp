// SPDX-License-Identifier: BSD-3-Clause
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bindings.h"
#include "fairpca/fit/fairness_path.h"
#include "fairpca/fit/fit_rows.h"
#include "python_spelling.h"
#include "signal_watch.h"

namespace fairpca::python {
namespace {

/// Groups, preparation and dimensions as `settings` says; its method and options play no part.
FairnessPath path_of(const GroupMoments& moments, const FitSettings& settings, double tolerance,
                     int max_points, std::vector<double> lambdas, double alpha,
                     std::optional<double> max_gap) {
  nb::gil_scoped_release unlocked;
  const PathOptions options{.tolerance = tolerance,
                            .max_points = max_points,
                            .lambdas = std::move(lambdas),
                            .alpha = alpha,
                            .max_gap = max_gap};
  SignalWatch watch;
  return published_path(moments, settings, options, [&watch] { return watch(PassProgress{}); });
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

nb::str path_text(const FairnessPath& path) {
  std::vector<std::string> marks;
  for (const PathMark& mark : path.marks) marks.push_back(mark.name);
  return nb::str(
             "FairnessPath(dimensions={}, groups={}, errors_front=<{} points>, "
             "gap_front=<{} points>, marks={}, certified={}, complete={})")
      .format(path.dimensions, path.groups, path.errors_front.size(), path.gap_front.size(), marks,
              path.certified, path.complete);
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
  nb::class_<FairnessPath>(module, "FairnessPath", "What fairness costs: exact Pareto fronts.")
      .def_ro("dimensions", &FairnessPath::dimensions)
      .def_ro("groups", &FairnessPath::groups)
      .def_ro("errors_front", &FairnessPath::errors_front)
      .def_ro("gap_front", &FairnessPath::gap_front)
      .def_ro("marks", &FairnessPath::marks)
      .def_ro("equal_error", &FairnessPath::equal_error)
      .def_ro("distance", &FairnessPath::distance)
      .def_ro("certified", &FairnessPath::certified)
      .def_ro("complete", &FairnessPath::complete)
      .def_ro("eigensolves", &FairnessPath::eigensolves)
      .def_prop_ro("warnings",
                   [](const FairnessPath& self) { return all_in_python(self.warnings); })
      .def("__repr__", &path_text);
  module.def("fairness_path", &path_of, nb::arg("moments"), nb::arg("settings"), nb::kw_only(),
             nb::arg("tolerance"), nb::arg("max_points"), nb::arg("lambdas"), nb::arg("alpha"),
             nb::arg("max_gap").none(), "The path, as it may be published.");
}

}  // namespace fairpca::python
