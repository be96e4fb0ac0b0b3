// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/model.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bindings.h"
#include "fairpca/export/export.h"
#include "fairpca/model/model_file.h"
#include "fairpca/model/sample_rows.h"
#include "mixture_view.h"
#include "report/json.h"
#include "scikit_view.h"
#include "signal_watch.h"
#include "transform.h"

namespace fairpca::python {
namespace {

NewMatrix sample(const Model& model, Index count, std::uint64_t seed) {
  constexpr Index kRowsAtOnce = 4096;
  RowMatrix rows(count, model.mean.size());
  {
    nb::gil_scoped_release unlocked;
    SignalWatch watch;
    for (Index first = 0; first < count; first += kRowsAtOnce) {
      const Index part = std::min(kRowsAtOnce, count - first);
      rows.middleRows(first, part) = sample_rows(model, first, part, seed);
      watch({});
    }
  }
  return to_numpy(rows);
}

using ColumnFacts = std::tuple<std::string, bool, std::vector<std::string>, bool>;

std::vector<ColumnFacts> columns(const Model& model) {
  std::vector<ColumnFacts> facts;
  for (const EncodedColumn& column : model.encoding.columns()) {
    std::vector<std::string> levels;
    std::merge(column.levels.begin(), column.levels.end(), column.dropped_levels.begin(),
               column.dropped_levels.end(), std::back_inserter(levels));
    facts.emplace_back(column.column.name, column.column.kind == ColumnKind::kCategorical,
                       std::move(levels), column.is_dropped);
  }
  return facts;
}

nb::bytes to_bytes(const Model& model) {
  const std::string bytes = model_bytes(model);
  return nb::bytes(bytes.data(), bytes.size());
}

void bind_facts(nb::class_<Model>& model) {
  model.def_ro("method", &Model::method)
      .def_ro("requested_dimensions", &Model::requested_dimensions)
      .def_prop_ro("dimensions", &Model::dimensions)
      .def_prop_ro("columns", &columns,
                   "Name, whether categorical, levels and whether dropped, of each column.")
      .def_prop_ro("n_columns", [](const Model& self) { return self.encoding.columns().size(); })
      .def_prop_ro("encoded_names", [](const Model& self) { return self.encoding.names(); })
      .def_ro("rows", &Model::rows)
      .def_ro("weight", &Model::weight)
      .def_ro("protected_columns", &Model::protected_columns)
      .def_ro("label_column", &Model::label_column)
      .def_ro("groups", &Model::groups)
      .def_prop_ro("options", [](const Model& self) { return self.provenance.options; })
      .def_prop_ro("status", [](const Model& self) { return self.provenance.status; })
      .def_prop_ro("certified", [](const Model& self) { return self.provenance.certified; });
}

void bind_numbers(nb::class_<Model>& model) {
  model
      .def_prop_ro(
          "mean", [](const Model& self) { return to_numpy(self.mean); }, nb::rv_policy::move)
      .def_prop_ro(
          "scale", [](const Model& self) { return to_numpy(self.scale); }, nb::rv_policy::move)
      .def_prop_ro(
          "components",
          [](const Model& self) {
            return to_numpy(RowMatrix(self.projection.components.transpose()));
          },
          nb::rv_policy::move)
      .def_prop_ro(
          "explained_variance",
          [](const Model& self) {
            return to_numpy(with_sample_variances(self).projection.component_variance);
          },
          nb::rv_policy::move)
      .def_prop_ro(
          "explained_variance_ratio",
          [](const Model& self) {
            return to_numpy(Vector(self.projection.component_variance / self.total_variance));
          },
          nb::rv_policy::move)
      .def_prop_ro(
          "singular_values",
          [](const Model& self) {
            const Vector squares =
                self.projection.component_variance * static_cast<double>(self.rows);
            return to_numpy(Vector(squares.cwiseMax(0).cwiseSqrt()));
          },
          nb::rv_policy::move)
      .def_prop_ro(
          "noise_variance",
          [](const Model& self) { return *with_sample_variances(self).projection.noise_variance; })
      .def("covariance",
           [](const Model& self) {
             return to_numpy(self.mixture ? mixture_covariance(self)
                                          : covariance(with_sample_variances(self)));
           })
      .def("precision",
           [](const Model& self) { return to_numpy(precision(with_sample_variances(self))); });
}

}  // namespace

void bind_model(nb::module_& module) {
  nb::class_<GroupSummary>(module, "GroupSummary", "What is known of one training group.")
      .def_ro("name", &GroupSummary::name)
      .def_ro("levels", &GroupSummary::levels)
      .def_ro("rows", &GroupSummary::rows)
      .def_ro("weight", &GroupSummary::weight)
      .def_ro("reconstruction_error", &GroupSummary::reconstruction_error)
      .def_ro("loss", &GroupSummary::loss)
      .def_ro("log_likelihood", &GroupSummary::log_likelihood);
  nb::class_<Model> model(module, "Model", "A fitted model, as the command line saves it.");
  bind_facts(model);
  bind_numbers(model);
  model
      .def("transform", &transform, nb::arg("rows"), nb::arg("values"), nb::arg("threads"),
           "What the values ask for of each row; float32 if the rows are.")
      .def("sample", &sample, nb::arg("count"), nb::arg("seed"), "Encoded rows drawn from it.")
      .def("component_covariances",
           [](const Model& self) { return to_numpy(component_covariances(self)); })
      .def_prop_ro(
          "mixture", &mixture_facts, nb::rv_policy::move,
          "Of a mixture: weights, means, loadings, noise variances, variances; otherwise None.")
      .def(
          "projection_json",
          [](const Model& self) { return export_model(self, {.format = "json"}); },
          "The JSON of docs/formats/export.md.")
      .def("to_json", &model_json, "The JSON that `fairpca inspect --json` writes.")
      .def(
          "save",
          [](const Model& self, const std::filesystem::path& path) {
            nb::gil_scoped_release unlocked;
            write_model(self, path);
          },
          nb::arg("path"))
      .def_static(
          "load",
          [](const std::filesystem::path& path) {
            nb::gil_scoped_release unlocked;
            return read_model(path);
          },
          nb::arg("path"))
      .def("__getstate__", &to_bytes)
      .def("__setstate__", [](Model& self, const nb::bytes& bytes) {
        new (&self) Model(parse_model(std::string_view(bytes.c_str(), bytes.size())));
      });
}

}  // namespace fairpca::python
