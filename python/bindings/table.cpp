// SPDX-License-Identifier: BSD-3-Clause
#include "table.h"

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "text/date_text.h"

namespace fairpca::python {
namespace {

/// A column of categories as Python hands it over: its name, codes (-1: missing) and levels.
using Levels = std::tuple<std::string, ColumnArray<std::int32_t>, std::vector<std::string>>;

LevelColumn level_column(const Levels& levels) {
  const auto& [name, codes, texts] = levels;
  return {texts, std::vector<std::int32_t>(codes.data(), codes.data() + codes.shape(0))};
}

/// `persons` are kept beside the features, to split by.  `features` are all columns in order; those
/// without a column in `categorical` are the columns of `numeric`, in order.
void create_table(PythonTable* self, RowsArray numeric, const std::vector<std::string>& features,
                  const std::vector<Levels>& categorical,
                  const std::vector<Levels>& protected_columns, const std::optional<Levels>& label,
                  const std::optional<ColumnArray<double>>& weights,
                  const std::optional<Levels>& persons) {
  Table table;
  table.numeric = view(numeric);
  table.rows = table.numeric.rows();
  std::size_t next_categorical = 0;
  for (const std::string& name : features) {
    const bool is_categorical =
        next_categorical < categorical.size() && std::get<0>(categorical[next_categorical]) == name;
    if (is_categorical) ++next_categorical;
    table.schema.features.push_back(
        {name, is_categorical ? ColumnKind::kCategorical : ColumnKind::kNumeric});
  }
  for (const Levels& column : categorical) table.categorical.push_back(level_column(column));
  for (const Levels& column : protected_columns) {
    table.schema.protected_columns.push_back(std::get<0>(column));
    table.protected_levels.push_back(level_column(column));
  }
  if (label) {
    table.schema.label = std::get<0>(*label);
    table.label = level_column(*label);
  }
  if (persons) {
    table.schema.kept = {std::get<0>(*persons)};
    table.kept = {level_column(*persons)};
  }
  if (weights) {
    table.schema.weight = "sample_weight";
    table.weights.assign(weights->data(), weights->data() + weights->shape(0));
  }
  new (self) PythonTable(std::move(numeric), std::move(table));
}

/// Places, in order, of the columns `names` that `features`, names and patterns, choose; all
/// columns without any.  Rejects those that choose none, and names in `categorical` beyond them.
std::vector<std::size_t> chosen_columns(const std::vector<std::string>& names,
                                        const std::vector<std::string>& features,
                                        const std::vector<std::string>& categorical) {
  const Schema schema = resolve_columns(names, {.chosen = features, .categorical = categorical});
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < names.size() && places.size() < schema.features.size(); ++i) {
    if (names[i] == schema.features[places.size()].name) places.push_back(i);
  }
  return places;
}

/// `names` with numbers behind repeated ones, and the warning that says so, if there are any.
std::pair<std::vector<std::string>, std::vector<Message>> distinct_names(
    std::vector<std::string> names) {
  Schema schema;
  schema.renamed = rename_repeated(names);
  return {std::move(names), column_warnings(schema)};
}

}  // namespace

PythonTable::PythonTable(RowsArray numeric, Table table)
    : numeric_(std::move(numeric)), row_count_(table.rows), rows_(std::move(table)) {}

MatrixRows& PythonTable::rows() {
  rows_.rewind();
  return rows_;
}

std::unique_ptr<RowSource> PythonTable::open() {
  return std::make_unique<MatrixRows>(rows());
}

bool PythonTable::is_float32() const {
  return numeric_.dtype() == nb::dtype<float>();
}

void bind_table(nb::module_& module) {
  module.attr("ROWS_PER_CHUNK") = MatrixRows::kRowsPerChunk;
  nb::class_<PythonRows>(module, "Rows", "Rows of a table in memory, or of streams.")
      .def_prop_ro("rows", &PythonRows::row_count, "How many; negative: not known.")
      .def_prop_ro("is_float32", &PythonRows::is_float32);
  nb::class_<PythonTable, PythonRows>(module, "Table",
                                      "Columns in memory; numbers are viewed, not copied.")
      .def("__init__", &create_table, nb::arg("numeric"), nb::arg("features"), nb::kw_only(),
           nb::arg("categorical") = std::vector<Levels>(),
           nb::arg("protected") = std::vector<Levels>(), nb::arg("label") = nb::none(),
           nb::arg("weights") = nb::none(), nb::arg("persons") = nb::none());
  module.def("distinct_names", &distinct_names, nb::arg("names"),
             "Names with numbers behind repeated ones, and the warnings that say so.");
  module.def("nearest_names", &nearest_names, nb::arg("name"), nb::arg("names"),
             "Up to three of the names that are nearest to one.");
  module.def("looks_like_date", &looks_like_date, nb::arg("text"),
             "Whether a text reads as a date, a time, or both.");
  module.def("chosen_columns", &chosen_columns, nb::arg("names"), nb::arg("features"),
             nb::arg("categorical"), "Places of the columns that names and patterns choose.");
}

}  // namespace fairpca::python
