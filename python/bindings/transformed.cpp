// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "fairpca/error.h"
#include "fairpca/model/transform_arrow.h"
#include "model/transform_options.h"
#include "signal_watch.h"
#include "spelling.h"
#include "stream.h"
#include "stream_capsule.h"

namespace fairpca::python {
namespace {

/// Signals are looked for on the thread that made the stream, where Python
/// handles them; whoever reads it cannot be handed an exception of Python, so
/// Ctrl-C is said again once it has stopped.
class ReaderWatch {
 public:
  Flow operator()(const PassProgress& progress) {
    if (std::this_thread::get_id() != maker_) return Flow::kContinue;
    try {
      return watch_(progress);
    } catch (nb::python_error& error) {
      nb::gil_scoped_acquire lock;
      if (error.matches(PyExc_KeyboardInterrupt)) {
        PyErr_SetInterrupt();
        return Flow::kStop;
      }
      throw;
    }
  }

 private:
  std::thread::id maker_ = std::this_thread::get_id();
  SignalWatch watch_;
};

/// What `values` ask for of the rows, as a capsule; `names` are those of the
/// results' columns.
nb::object transformed(PythonStream& rows, const Model& model, const OptionValues& values,
                       int threads, std::vector<std::string> names) {
  TransformSettings settings = transform_options().read(values);
  settings.pass = {.threads = threads, .observer = ReaderWatch()};
  ArrowExport results;
  {
    nb::gil_scoped_release unlocked;
    std::shared_ptr<RowSource> source = rows.open();
    results = transform_to_arrow(std::move(source), std::make_shared<const Model>(model), settings);
    results.spelling = spelled_in_python;
    if (names.size() == results.numbers.size()) results.numbers = std::move(names);
  }
  return stream_capsule(std::move(results));
}

}  // namespace

void bind_transformed(nb::module_& module) {
  module.def("transformed", &transformed, nb::arg("rows"), nb::arg("model"), nb::arg("values"),
             nb::arg("threads"), nb::arg("names"),
             nb::sig("def transformed(rows: Stream, model: Model, values: "
                     "collections.abc.Mapping[str, object], threads: int, names: "
                     "collections.abc.Sequence[str]) -> object"),
             "What the values ask for of each row, as a capsule "
             "`arrow_array_stream`.");
}

}  // namespace fairpca::python
