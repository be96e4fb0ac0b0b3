// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "errors.h"
#include "fairpca/model/transform_arrow.h"
#include "model/transform_options.h"
#include "signal_watch.h"
#include "stream.h"
#include "unlocked.h"

namespace fairpca::python {
namespace {

constexpr const char* kStreamCapsule = "arrow_array_stream";

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

void release_capsule(PyObject* capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kStreamCapsule));
  if (stream == nullptr) {
    PyErr_Clear();
    return;
  }
  {
    Unlocked unlocked;
    if (stream->release != nullptr) stream->release(stream);
  }
  delete stream;
}

nb::object stream_capsule(std::unique_ptr<ArrowArrayStream> stream) {
  PyObject* capsule = PyCapsule_New(stream.get(), kStreamCapsule, &release_capsule);
  if (capsule == nullptr) throw nb::python_error();
  stream.release();
  return nb::steal(capsule);
}

/// What `next` gives; Ctrl-C that a producer was handed is said again, to whoever reads.
template <class Next>
std::optional<ArrowBatch> batch_or_ctrl_c(const Next& next) {
  try {
    return next();
  } catch (const IoError& error) {
    if (!is_ctrl_c(error)) throw;
    nb::gil_scoped_acquire lock;
    PyErr_SetInterrupt();
    throw Stopped();
  }
}

/// Whoever reads the results may hold the interpreter lock, which producers of
/// rows must not meet.
ArrowExport without_lock(ArrowExport results) {
  using Next = decltype(results.next);
  const std::shared_ptr<Next> next(new Next(std::move(results.next)), [](const Next* held) {
    Unlocked unlocked;
    delete held;
  });
  results.next = [next] {
    Unlocked unlocked;
    return batch_or_ctrl_c(*next);
  };
  return results;
}

/// What `values` ask for of the rows, as a capsule; `names` are those of the
/// results' columns.
nb::object transformed(PythonStream& rows, const Model& model, const OptionValues& values,
                       int threads, std::vector<std::string> names) {
  TransformSettings settings = transform_options().read(values);
  settings.pass = {.threads = threads, .observer = ReaderWatch()};
  auto stream = std::make_unique<ArrowArrayStream>();
  {
    nb::gil_scoped_release unlocked;
    std::shared_ptr<RowSource> source = rows.open();
    ArrowExport results =
        transform_to_arrow(std::move(source), std::make_shared<const Model>(model), settings);
    if (names.size() == results.numbers.size()) results.numbers = std::move(names);
    export_arrow(without_lock(std::move(results)), stream.get());
  }
  return stream_capsule(std::move(stream));
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
