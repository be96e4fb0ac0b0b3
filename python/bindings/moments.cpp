// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments_file.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "choices.h"
#include "file_bytes.h"
#include "signal_watch.h"
#include "table.h"

namespace fairpca::python {
namespace {

GroupMoments moments_of(PythonTable& table, const std::string& missing, int threads,
                        const std::vector<MissingCells>& offered) {
  const MissingCells cells = choose(kMissingCells, "missing", missing);
  nb::gil_scoped_release unlocked;
  return accumulate_moments(table.rows(), {.threads = threads, .observer = SignalWatch()}, cells,
                            offered);
}

/// The moments of all rows there are, which missing='mean' needs.
GroupMoments of_table(PythonTable& table, const std::string& missing, int threads) {
  return moments_of(table, missing, threads, {MissingCells::kMean, MissingCells::kDropRow});
}

/// Adds the rows of a table.  Nothing is added if it throws.
void add(GroupMoments& moments, PythonTable& table, const std::string& missing, int threads) {
  GroupMoments added = moments_of(table, missing, threads, {MissingCells::kDropRow});
  nb::gil_scoped_release unlocked;
  if (moments.rows() == 0) {
    moments = std::move(added);
  } else {
    moments.merge(std::move(added));
  }
}

/// Levels of the protected columns, label, rows and weight of each cell.
using CellFacts =
    std::tuple<std::vector<std::optional<std::string>>, std::optional<std::string>, Index, double>;

std::vector<CellFacts> cells(const GroupMoments& moments) {
  std::vector<CellFacts> facts;
  for (const auto& [key, cell] : moments.cells()) {
    facts.emplace_back(key.levels, key.label, cell.count(), cell.weight());
  }
  return facts;
}

nb::bytes bytes_of_moments(const GroupMoments& moments) {
  const std::string bytes =
      file_bytes([&](const std::filesystem::path& path) { write_moments(moments, path); });
  return nb::bytes(bytes.data(), bytes.size());
}

}  // namespace

void bind_moments(nb::module_& module) {
  nb::class_<GroupMoments>(module, "GroupMoments", "Count, mean and scatter of every cell.")
      .def(nb::init<>())
      .def_static("of", &of_table, nb::arg("table"), nb::arg("missing"), nb::arg("threads"),
                  "Moments of all rows of a table.")
      .def("add", &add, nb::arg("table"), nb::arg("missing"), nb::arg("threads"))
      .def(
          "merge", [](GroupMoments& self, const GroupMoments& other) { self.merge(other); },
          nb::arg("other"))
      .def("copy", [](const GroupMoments& self) { return GroupMoments(self); })
      .def_prop_ro("rows", &GroupMoments::rows)
      .def_prop_ro("features",
                   [](const GroupMoments& self) {
                     std::vector<std::string> names;
                     for (const EncodedColumn& column : self.encoding().columns()) {
                       names.push_back(column.column.name);
                     }
                     return names;
                   })
      .def_prop_ro("encoded_names",
                   [](const GroupMoments& self) { return self.encoding().names(); })
      .def_prop_ro("protected_columns",
                   [](const GroupMoments& self) { return self.protected_columns(); })
      .def_prop_ro("label_column", [](const GroupMoments& self) { return self.label_column(); })
      .def_prop_ro("cells", &cells, "Protected levels, label, rows and weight of each cell.")
      .def(
          "save",
          [](const GroupMoments& self, const std::filesystem::path& path) {
            nb::gil_scoped_release unlocked;
            write_moments(self, path);
          },
          nb::arg("path"))
      .def_static(
          "load",
          [](const std::filesystem::path& path) {
            nb::gil_scoped_release unlocked;
            return read_moments(path);
          },
          nb::arg("path"))
      .def("to_bytes", &bytes_of_moments)
      .def_static(
          "from_bytes",
          [](const nb::bytes& bytes) {
            return parse_moments(std::string_view(bytes.c_str(), bytes.size()));
          },
          nb::arg("bytes"));
}

}  // namespace fairpca::python
