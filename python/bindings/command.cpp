// SPDX-License-Identifier: BSD-3-Clause
// The command line of the Python package: the program's own code, which asks Python for the tables
// that the library does not read itself.
#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "cli/messages.h"
#include "cli/program.h"
#include "cli/table_opener.h"
#include "errors.h"
#include "fairpca/error.h"
#include "fairpca/rows/arrow_export.h"
#include "fairpca/rows/arrow_rows.h"
#include "stream_capsule.h"

namespace fairpca::python {
namespace {

using cli::ForeignTable;

/// A Python object that is let go of with the interpreter lock, wherever that happens.
std::shared_ptr<nb::object> shared_object(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* held) {
            const nb::gil_scoped_acquire lock;
            delete held;
          }};
}

const char* form_word(ForeignTable::Form form) {
  switch (form) {
    case ForeignTable::Form::kParquet:
      return "parquet";
    case ForeignTable::Form::kArrow:
      return "arrow";
    case ForeignTable::Form::kQuery:
      break;
  }
  return "duckdb";
}

/// Says in one sentence what Python raised: which package is missing, or what the reader said.
[[noreturn]] void reject_raised(const nb::python_error& raised, const ForeignTable& table) {
  const Place place{table.given};
  if (raised.matches(PyExc_ModuleNotFoundError)) {
    const std::string module = nb::cast<std::string>(nb::str(raised.value().attr("name")));
    const std::string package = module.substr(0, module.find('.'));
    reject(cli_message<"package-needed">(
        "place"_is(place), "format"_is(table.kind()), "package"_is(package),
        "extra"_is(package == "duckdb" ? "fairpca[duckdb]" : "fairpca[parquet]")));
  }
  const nb::str said(raised.value());
  reject(cli_message<"table-not-opened">("place"_is(place), "problem"_is(said.c_str())));
}

/// What Python opened: the names of the columns, and streams of those that are asked for.
struct OpenedTable {
  std::shared_ptr<nb::object> object;
  std::vector<std::string> names;
  Index rows = -1;
};

OpenedTable ask_for_table(const nb::object& open_table, const ForeignTable& table) {
  const nb::gil_scoped_acquire lock;
  try {
    const nb::bytes source(table.source.data(), table.source.size());
    nb::object opened = open_table(form_word(table.form), table.is_folder, source);
    OpenedTable result;
    result.names = nb::cast<std::vector<std::string>>(opened.attr("names"));
    result.rows = nb::cast<Index>(opened.attr("rows"));
    result.object = shared_object(std::move(opened));
    return result;
  } catch (const nb::python_error& raised) {
    reject_raised(raised, table);
  }
}

/// Moves the stream out of the capsule that Python gives, which then holds nothing.
void open_stream(const nb::object& opened, const std::optional<std::vector<std::string>>& columns,
                 const ForeignTable& table, ArrowArrayStream* out) {
  const nb::gil_scoped_acquire lock;
  try {
    const nb::object capsule = opened.attr("stream")(columns);
    void* held = PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream");
    if (held == nullptr) throw nb::python_error();
    auto* stream = static_cast<ArrowArrayStream*>(held);
    *out = *stream;
    stream->release = nullptr;
  } catch (const nb::python_error& raised) {
    reject_raised(raised, table);
  }
}

/// Columns that are read, and the roles they have among themselves.
struct Projection {
  std::optional<std::vector<std::string>> columns;  ///< none: all
  ColumnRoles roles;
};

/// Names with a role in `schema`, in the order of `names`.
std::vector<std::string> names_in_use(const std::vector<std::string>& names, const Schema& schema) {
  const auto is_used = [&schema](const std::string& name) {
    const auto is_it = [&name](const FeatureColumn& column) { return column.name == name; };
    const auto holds = [&name](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), name) != list.end();
    };
    return std::any_of(schema.features.begin(), schema.features.end(), is_it) ||
           holds(schema.protected_columns) || holds(schema.kept) || schema.label == name ||
           schema.weight == name;
  };
  std::vector<std::string> used;
  std::copy_if(names.begin(), names.end(), std::back_inserter(used), is_used);
  return used;
}

/// Without the columns that have no role, where the same roles can be given to the rest.
Projection project(const std::vector<std::string>& names, const ColumnRoles& roles,
                   const std::string& file) {
  std::vector<std::string> distinct = names;
  if (!rename_repeated(distinct).empty()) return {std::nullopt, roles};
  const Schema schema = resolve_columns(names, roles, file);
  std::vector<std::string> used = names_in_use(names, schema);
  if (used.size() == names.size()) return {std::nullopt, roles};
  ColumnRoles left = roles;
  left.dropped.clear();
  if (roles.chosen.empty() && !roles.features) {
    for (const std::string& name : schema.kept) {
      const auto is_it = [&name](const FeatureColumn& column) { return column.name == name; };
      if (std::none_of(schema.features.begin(), schema.features.end(), is_it)) {
        left.dropped.push_back(name);
      }
    }
  }
  try {
    if (resolve_columns(used, left, file) == schema) return {std::move(used), std::move(left)};
  } catch (const InvalidArgument&) {  // roles that need the whole table to be said
  }
  return {std::nullopt, roles};
}

std::unique_ptr<RowSource> open_python_table(const nb::object& open_table,
                                             const ForeignTable& table, const ColumnRoles& roles) {
  const OpenedTable opened = ask_for_table(open_table, table);
  const Projection projection = project(opened.names, roles, table.given);
  ArrowTable stream;
  stream.open = [object = opened.object, columns = projection.columns,
                 table](ArrowArrayStream* out) { open_stream(*object, columns, table, out); };
  stream.name = table.given;
  stream.rows = opened.rows;
  return std::make_unique<ArrowRows>(std::move(stream), projection.roles);
}

/// Python writes the rows; what reading them or writing the bytes throws comes through as it is.
void write_python_table(const nb::object& write_table, const ForeignTable& table, ArrowExport rows,
                        const std::function<void(std::string_view)>& write) {
  std::exception_ptr thrown;
  const auto noting = [&thrown](const auto& work) {
    try {
      return work();
    } catch (...) {
      thrown = std::current_exception();
      throw;
    }
  };
  rows.next = [&noting, next = std::move(rows.next)] { return noting(next); };
  const nb::gil_scoped_acquire lock;
  try {
    write_table(form_word(table.form), stream_capsule(std::move(rows)),
                nb::cpp_function([&noting, &write](const nb::bytes& bytes) {
                  noting([&] { write({bytes.c_str(), bytes.size()}); });
                }));
  } catch (const nb::python_error& raised) {
    if (thrown) std::rethrow_exception(thrown);
    reject_raised(raised, table);
  }
}

int run_command(const std::vector<nb::bytes>& words, const nb::object& open_table,
                const nb::object& write_table) {
  std::vector<std::string> texts = {"fairpca"};
  for (const nb::bytes& word : words) texts.emplace_back(word.c_str(), word.size());
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  const nb::gil_scoped_release unlocked;
  const cli::TableOpenerScope scope(
      [&](const ForeignTable& table, const ColumnRoles& roles) {
        return open_python_table(open_table, table, roles);
      },
      [&](const ForeignTable& table, ArrowExport rows, const auto& write) {
        write_python_table(write_table, table, std::move(rows), write);
      });
  return cli::run_command_line(static_cast<int>(texts.size()), arguments.data());
}

}  // namespace

void bind_command(nb::module_& module) {
  module.def("run_command", &run_command, nb::arg("words"), nb::arg("open_table"),
             nb::arg("write_table"),
             nb::sig("def run_command(words: Sequence[bytes], open_table: "
                     "typing.Callable[[str, bool, bytes], typing.Any], write_table: "
                     "typing.Callable[[str, typing.Any, typing.Callable[[bytes], None]], None]) "
                     "-> int"),
             "Runs a command line and returns its exit code. `open_table(form, is_folder, source)` "
             "gives an object with `names`, `rows` and `stream(columns)`; `write_table(form, rows, "
             "write)` writes the capsule of a stream.");
}

}  // namespace fairpca::python
