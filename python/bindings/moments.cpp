// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments_file.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "fairpca/moments/moments_of_rows.h"
#include "fit/settings_table.h"
#include "rows/adapted_rows.h"
#include "rows/arrow_stream.h"
#include "signal_watch.h"
#include "study/part_moments.h"
#include "table.h"

namespace fairpca::python {
namespace {

/// Of a batch: more rows may follow.
MomentsSettings batch_settings(const std::string& missing, const std::string& missing_category) {
  const FitSettings settings =
      settings_table().read({{"missing", missing}, {"missing_category", missing_category}});
  return {.missing = settings.missing,
          .missing_category = settings.missing_category,
          .has_all_rows = false};
}

/// Adds the rows of a table.  Nothing is added if it throws.
void add(GroupMoments& moments, PythonRows& table, const std::string& missing,
         const std::string& missing_category, int threads) {
  MomentsSettings settings = batch_settings(missing, missing_category);
  settings.pass = {.threads = threads, .observer = SignalWatch()};
  nb::gil_scoped_release unlocked;
  const OpenedRows rows(table);
  moments.merge(moments_of_rows(*rows, settings));
}

using PartCodes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The rows with one more protected column: the number of the part that each is in.
AdaptedRows in_parts(RowSource& rows, const std::string& name, std::span<const std::int32_t> codes,
                     int parts) {
  Schema schema = rows.schema();
  schema.protected_columns.push_back(name);
  std::vector<std::string> levels;
  for (int part = 0; part < parts; ++part) levels.push_back(std::to_string(part));
  return {rows, std::move(schema), [codes, levels = std::move(levels)](RowBlock& block) {
            const auto first = static_cast<std::size_t>(block.first_row);
            const auto count = static_cast<std::size_t>(block.rows);
            if (first + count > codes.size()) {
              reject(arrow_message<"changed-stream">(
                  stream_named(block.source), "rows"_is("more rows"), "before"_is(codes.size())));
            }
            const std::span<const std::int32_t> part = codes.subspan(first, count);
            block.protected_levels.push_back({levels, {part.begin(), part.end()}});
          }};
}

/// As add(), of rows that are each in a part.
void add_in_parts(GroupMoments& moments, PythonRows& table, const std::string& name,
                  const PartCodes& codes, int parts, const std::string& missing,
                  const std::string& missing_category, int threads) {
  MomentsSettings settings = batch_settings(missing, missing_category);
  settings.pass = {.threads = threads, .observer = SignalWatch()};
  nb::gil_scoped_release unlocked;
  const OpenedRows rows(table);
  AdaptedRows parted = in_parts(*rows, name, {codes.data(), codes.size()}, parts);
  moments.merge(moments_of_rows(parted, settings));
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
  const std::string bytes = moments_bytes(moments);
  return nb::bytes(bytes.data(), bytes.size());
}

}  // namespace

void bind_moments(nb::module_& module) {
  nb::class_<GroupMoments>(module, "GroupMoments", "Count, mean and scatter of every cell.")
      .def(nb::init<>())
      .def_static(
          "check",
          [](const std::string& missing, const std::string& missing_category) {
            check_moments_settings(batch_settings(missing, missing_category));
          },
          nb::arg("missing"), nb::arg("missing_category"),
          "Raises ValueError for what batches cannot do about missing cells.")
      .def("add", &add, nb::arg("table"), nb::arg("missing"), nb::arg("missing_category"),
           nb::arg("threads"))
      .def("add_in_parts", &add_in_parts, nb::arg("table"), nb::arg("name"), nb::arg("codes"),
           nb::arg("parts"), nb::arg("missing"), nb::arg("missing_category"), nb::arg("threads"),
           "With the number of the part of each row as the last protected column.")
      .def(
          "merge", [](GroupMoments& self, const GroupMoments& other) { self.merge(other); },
          nb::arg("other"))
      .def("copy", [](const GroupMoments& self) { return GroupMoments(self); })
      .def(
          "parts",
          [](const GroupMoments& self, const std::vector<bool>& is_in) {
            return merged_parts(self, {.repeat = 0, .has = is_in, .has_unused = false});
          },
          nb::arg("is_in"),
          "The moments of the rows whose last protected column, the number of a part, is in these; "
          "without that column.")
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
