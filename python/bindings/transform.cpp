// SPDX-License-Identifier: BSD-3-Clause
#include "transform.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "model/messages.h"
#include "model/transform_options.h"
#include "scikit_view.h"
#include "signal_watch.h"
#include "table.h"

namespace fairpca::python {
namespace {

/// The largest number an array of the type holds.
double largest_number(bool is_float32) {
  return is_float32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
}

/// The numbers of an array under the names of the columns of the fit, dropped ones too.
Table table_of(const RowTransform& transform, const RowsArray& array) {
  Table table;
  table.numeric = view(array);
  table.rows = table.numeric.rows();
  for (const EncodedColumn& column : transform.encoding().columns()) {
    table.schema.features.push_back({column.column.name, ColumnKind::kNumeric});
  }
  const auto width = static_cast<Index>(table.schema.features.size());
  if (table.numeric.cols() != width) {
    reject(model_message<"rows-of-another-width">("expected"_is(width), "what"_is("columns"),
                                                  "columns"_is(table.numeric.cols())));
  }
  return table;
}

/// No more threads than there are chunks of rows, as far as it is known how many there are.
int useful_threads(int threads, Index rows) {
  if (rows < 0) return threads;
  const Index chunks = (rows + MatrixRows::kRowsPerChunk - 1) / MatrixRows::kRowsPerChunk;
  return static_cast<int>(std::min<Index>(threads, chunks));
}

NewRows transform_table(const RowTransform& transform, PythonTable& table) {
  OutputArray output(table.row_count(), static_cast<Index>(transform.column_names().size()),
                     table.is_float32());
  {
    nb::gil_scoped_release unlocked;
    transform.apply(table.rows(), {.on_any_thread = [&output](TransformedBlock& block) {
                      output.write(block.first_row, block.numbers);
                    }});
  }
  return output.array();
}

/// The same for rows of which nobody knows how many there are.
NewRows transform_stream(const RowTransform& transform, PythonRows& stream) {
  std::vector<RowMatrix> blocks;
  Index count = 0;
  {
    nb::gil_scoped_release unlocked;
    const OpenedRows rows(stream);
    transform.apply(*rows, {.in_order = [&](const TransformedBlock& block) {
      count += block.numbers.rows();
      blocks.push_back(block.numbers);
    }});
  }
  OutputArray output(count, static_cast<Index>(transform.column_names().size()),
                     stream.is_float32());
  Index first = 0;
  for (RowMatrix& block : blocks) {
    output.write(first, block);
    first += block.rows();
    block.resize(0, 0);
  }
  return output.array();
}

/// Whether every column is a number that is encoded as it is.
bool has_numbers_alone(const Encoding& encoding) {
  return std::all_of(encoding.columns().begin(), encoding.columns().end(),
                     [](const EncodedColumn& column) {
                       return column.column.kind == ColumnKind::kNumeric && !column.is_dropped;
                     });
}

NewRows output_of(const RowMatrix& results, bool is_float32) {
  OutputArray output(results.rows(), results.cols(), is_float32);
  output.write(0, results);
  return output.array();
}

/// The same for an array.  A few rows, as a service asks for, are not worth a thread, nor letting
/// go of the interpreter, which is had again only when other threads yield it, nor names of columns
/// where nothing is wrong.
NewRows transform_array(const RowTransform& transform, const RowsArray& array) {
  constexpr Index kFewNumbers = 1 << 14;
  const RowsRef numbers = view(array);
  const bool is_few = numbers.rows() * numbers.cols() <= kFewNumbers;
  const Encoding& encoding = transform.encoding();
  if (is_few && numbers.cols() == encoding.width() && has_numbers_alone(encoding)) {
    const std::optional<RowMatrix> results = transform.results_of(numbers);
    if (results) return output_of(*results, numbers.floats() != nullptr);
  }
  Table table = table_of(transform, array);
  if (!is_few) {
    PythonTable all(array, std::move(table));
    return transform_table(transform, all);
  }
  RowBlock block;
  block.schema = std::make_shared<const Schema>(std::move(table.schema));
  block.rows = table.rows;
  block.numeric = table.numeric;
  const bool is_float32 = block.numeric.floats() != nullptr;
  return output_of(transform.apply(std::move(block)).numbers, is_float32);
}

NewRows apply_transform(const Model& model, const TransformInput& rows, TransformSettings settings,
                        int threads) {
  const auto* table = std::get_if<PythonRows*>(&rows);
  const auto* array = std::get_if<RowsArray>(&rows);
  const Index count = table != nullptr ? (*table)->row_count() : view(*array).rows();
  const bool is_float32 =
      table != nullptr ? (*table)->is_float32() : view(*array).floats() != nullptr;
  settings.pass = {.threads = useful_threads(threads, count), .observer = SignalWatch()};
  settings.largest_number = largest_number(is_float32);
  const RowTransform transform(model, settings);
  if (table == nullptr) return transform_array(transform, *array);
  auto* in_memory = dynamic_cast<PythonTable*>(*table);
  return in_memory != nullptr ? transform_table(transform, *in_memory)
                              : transform_stream(transform, **table);
}

}  // namespace

NewRows transform(const Model& model, const TransformInput& rows, const OptionValues& values,
                  int threads) {
  const TransformSettings settings = transform_options().read(values);
  if (settings.what != RowResult::kLogLikelihood || model.mixture) {
    return apply_transform(model, rows, settings, threads);
  }
  // Every projection has a density here, as in scikit-learn; cells are filled only by models that
  // have one of their own.
  RowTransform(model, {.encode = settings.encode});
  return apply_transform(with_density(with_sample_variances(model)), rows, settings, threads);
}

}  // namespace fairpca::python
