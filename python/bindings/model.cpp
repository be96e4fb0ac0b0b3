// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/model.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
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
#include "choices.h"
#include "fairpca/model/model_file.h"
#include "fairpca/model/sample_rows.h"
#include "fairpca/rows/finite_output.h"
#include "file_bytes.h"
#include "mixture_view.h"
#include "scikit_view.h"
#include "signal_watch.h"
#include "table.h"

namespace fairpca::python {
namespace {

EncodeOptions encode_options(const Model& model, const std::string& missing,
                             const std::string& unseen) {
  EncodeOptions options;
  options.offered = {MissingCells::kMean};
  if (model.is_probabilistic()) options.offered.push_back(MissingCells::kModel);
  options.unseen = choose(kUnseenLevels, "unseen", unseen);
  options.missing = choose(kMissingCells, "missing", missing);
  if (options.missing == MissingCells::kMean) options.fill = model.mean;
  if (options.missing == MissingCells::kDropRow) {
    throw InvalidArgument(
        "missing='drop-row': every row given must give a row; set missing to 'error' or 'mean'");
  }
  if (options.missing == MissingCells::kModel && !model.is_probabilistic()) {
    throw InvalidArgument("missing='model': this model cannot fill cells; use 'error' or 'mean'");
  }
  return options;
}

/// What the columns of a result are called in messages.
using ColumnNames = std::function<std::string(Index)>;

ColumnNames numbered(std::string what) {
  return [what = std::move(what)](Index col) { return fmt::format("{} {}", what, col + 1); };
}

ColumnNames encoded_names(const Model& model) {
  return [&model](Index col) { return model.encoding.names()[static_cast<std::size_t>(col)]; };
}

/// The largest number an array of the type holds.
double largest_number(bool is_float32) {
  return is_float32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
}

/// Rows to be put through a model: a table, or an array whose columns are the model's.
using GivenRows = std::variant<PythonTable*, RowsArray>;

/// The numbers of an array under the names of the model's columns.
Table table_of(const Model& model, const RowsArray& array) {
  Table table;
  table.numeric = view(array);
  table.rows = table.numeric.rows();
  table.schema.features = model.encoding.features();
  for (FeatureColumn& feature : table.schema.features) feature.kind = ColumnKind::kNumeric;
  return table;
}

/// No more threads than there are chunks of rows.
int useful_threads(int threads, Index rows) {
  const Index chunks = (rows + MatrixRows::kRowsPerChunk - 1) / MatrixRows::kRowsPerChunk;
  return static_cast<int>(std::min<Index>(threads, chunks));
}

/// Encodes the table block by block and writes row_function(encoded rows) to a new array.
template <class RowFunction>
NewRows map_table(const Model& model, PythonTable& table, Index width, const EncodeOptions& options,
                  int threads, const ColumnNames& names, const RowFunction& row_function) {
  const double largest = largest_number(table.is_float32());
  OutputArray output(table.row_count(), width, table.is_float32());
  {
    nb::gil_scoped_release unlocked;
    map_blocks(
        table.rows(),
        {.threads = useful_threads(threads, table.row_count()), .observer = SignalWatch()},
        [&](RowBlock block) {
          const EncodedBlock encoded = model.encoding.encode(block, options);
          output.write(block.first_row,
                       require_finite_output(row_function(encoded.rows), block, names, largest));
          return true;
        },
        [](bool) {});
  }
  return output.array();
}

/// The same for an array.  A few rows, as a service asks for, are not worth a thread, nor letting
/// go of the interpreter, which is had again only when other threads yield it.
template <class RowFunction>
NewRows map_rows(const Model& model, const GivenRows& rows, Index width,
                 const EncodeOptions& options, int threads, const ColumnNames& names,
                 const RowFunction& row_function) {
  constexpr Index kFewNumbers = 1 << 14;
  if (const auto* table = std::get_if<PythonTable*>(&rows)) {
    return map_table(model, **table, width, options, threads, names, row_function);
  }
  const auto& array = std::get<RowsArray>(rows);
  Table table = table_of(model, array);
  if (table.numeric.rows() * table.numeric.cols() > kFewNumbers) {
    PythonTable all(array, std::move(table));
    return map_table(model, all, width, options, threads, names, row_function);
  }
  RowBlock block;
  block.schema = std::make_shared<const Schema>(std::move(table.schema));
  block.rows = table.rows;
  block.numeric = table.numeric;
  const bool is_float32 = block.numeric.floats() != nullptr;
  OutputArray output(block.rows, width, is_float32);
  output.write(0, require_finite_output(row_function(model.encoding.encode(block, options).rows),
                                        block, names, largest_number(is_float32)));
  return output.array();
}

NewRows transform(const Model& model, const GivenRows& rows, const std::string& missing,
                  const std::string& unseen, int threads) {
  return map_rows(model, rows, model.dimensions(), encode_options(model, missing, unseen), threads,
                  numbered("coordinate"),
                  [&](RowsRef encoded) { return model.transform(encoded); });
}

NewRows score_samples(const Model& model, const GivenRows& rows, const std::string& missing,
                      const std::string& unseen, int threads) {
  if (model.mixture) {
    return map_rows(model, rows, 1, encode_options(model, missing, unseen), threads,
                    numbered("log-likelihood"),
                    [&](RowsRef encoded) -> RowMatrix { return model.log_likelihood(encoded); });
  }
  const Model density = with_density(with_sample_variances(model));
  return map_rows(density, rows, 1, encode_options(model, missing, unseen), threads,
                  numbered("log-likelihood"),
                  [&](RowsRef encoded) -> RowMatrix { return density.log_likelihood(encoded); });
}

NewRows reconstruct(const Model& model, const GivenRows& rows, const std::string& missing,
                    const std::string& unseen, int threads) {
  return map_rows(model, rows, model.mean.size(), encode_options(model, missing, unseen), threads,
                  encoded_names(model),
                  [&](RowsRef encoded) { return model.reconstruct(encoded); });
}

NewRows complete(const Model& model, const GivenRows& rows, const std::string& missing,
                 const std::string& unseen, int threads) {
  return map_rows(model, rows, model.mean.size(), encode_options(model, missing, unseen), threads,
                  encoded_names(model), [&](RowsRef encoded) { return model.complete(encoded); });
}

NewRows responsibilities(const Model& model, const GivenRows& rows, const std::string& missing,
                         const std::string& unseen, int threads) {
  if (!model.mixture) throw InvalidArgument("only mixtures have responsibilities");
  return map_rows(model, rows, model.mixture->size(), encode_options(model, missing, unseen),
                  threads, numbered("component"),
                  [&](RowsRef encoded) { return model.responsibilities(encoded); });
}

NewRows posterior_means(const Model& model, const GivenRows& rows, const std::string& missing,
                        const std::string& unseen, int threads) {
  if (!model.mixture) throw InvalidArgument("only mixtures have posterior means per component");
  return map_rows(model, rows, model.mixture->size() * model.mixture->latent_dimensions(),
                  encode_options(model, missing, unseen), threads, numbered("posterior mean"),
                  [&](RowsRef encoded) { return model.posterior_means(encoded); });
}

NewMatrix sample(const Model& model, Index count, std::uint64_t seed) {
  constexpr Index kRowsAtOnce = 4096;
  if (count < 0) throw InvalidArgument(fmt::format("n_samples must be >= 0, got {}", count));
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

NewRows inverse_transform(const Model& model, const RowsArray& coordinates, int threads) {
  const RowsRef rows = view(coordinates);
  OutputArray output(rows.rows(), model.mean.size(), rows.floats() != nullptr);
  {
    nb::gil_scoped_release unlocked;
    MatrixRows source(rows);
    const ColumnNames names = encoded_names(model);
    const double largest = largest_number(rows.floats() != nullptr);
    map_blocks(
        source, {.threads = useful_threads(threads, rows.rows()), .observer = SignalWatch()},
        [&](RowBlock block) {
          output.write(
              block.first_row,
              require_finite_output(model.inverse_transform(block.numeric), block, names, largest));
          return true;
        },
        [](bool) {});
  }
  return output.array();
}

using ColumnFacts = std::tuple<std::string, bool, std::vector<std::string>>;

std::vector<ColumnFacts> columns(const Model& model) {
  std::vector<ColumnFacts> facts;
  for (const EncodedColumn& column : model.encoding.columns()) {
    facts.emplace_back(column.column.name, column.column.kind == ColumnKind::kCategorical,
                       column.levels);
  }
  return facts;
}

nb::bytes to_bytes(const Model& model) {
  const std::string bytes =
      file_bytes([&](const std::filesystem::path& path) { write_model(model, path); });
  return nb::bytes(bytes.data(), bytes.size());
}

void bind_facts(nb::class_<Model>& model) {
  model.def_ro("method", &Model::method)
      .def_ro("requested_dimensions", &Model::requested_dimensions)
      .def_prop_ro("dimensions", &Model::dimensions)
      .def_prop_ro("columns", &columns, "Name, whether categorical, and levels of each column.")
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
      .def_ro("measures", &GroupSummary::measures);
  nb::class_<Model> model(module, "Model", "A fitted model, as the command line saves it.");
  bind_facts(model);
  bind_numbers(model);
  model
      .def("transform", &transform, nb::arg("rows"), nb::arg("missing"), nb::arg("unseen"),
           nb::arg("threads"), "Coordinates of each row; float32 if the rows are.")
      .def("score_samples", &score_samples, nb::arg("rows"), nb::arg("missing"), nb::arg("unseen"),
           nb::arg("threads"), "ln N(x; mean, covariance()) of each row, as one column.")
      .def("reconstruct", &reconstruct, nb::arg("rows"), nb::arg("missing"), nb::arg("unseen"),
           nb::arg("threads"), "Encoded rows as the model sees them.")
      .def("complete", &complete, nb::arg("rows"), nb::arg("missing"), nb::arg("unseen"),
           nb::arg("threads"), "Encoded rows with missing cells replaced by their expectations.")
      .def("responsibilities", &responsibilities, nb::arg("rows"), nb::arg("missing"),
           nb::arg("unseen"), nb::arg("threads"), "P(component | row) of a mixture.")
      .def("posterior_means", &posterior_means, nb::arg("rows"), nb::arg("missing"),
           nb::arg("unseen"), nb::arg("threads"),
           "Latent coordinates expected under each component of a mixture, side by side.")
      .def("sample", &sample, nb::arg("count"), nb::arg("seed"), "Encoded rows drawn from it.")
      .def("component_covariances",
           [](const Model& self) { return to_numpy(component_covariances(self)); })
      .def_prop_ro("mixture", &mixture_facts, nb::rv_policy::move,
                   "Of a mixture: weights, means, loadings, noise variances, variances; else None.")
      .def("inverse_transform", &inverse_transform, nb::arg("coordinates"), nb::arg("threads"),
           "Encoded rows from coordinates.")
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
