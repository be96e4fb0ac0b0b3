// SPDX-License-Identifier: BSD-3-Clause
#include "stream_capsule.h"

#include <memory>
#include <optional>
#include <utility>

#include "errors.h"
#include "unlocked.h"

namespace fairpca::python {
namespace {

constexpr const char* kStreamCapsule = "arrow_array_stream";

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

/// What `next` gives; Ctrl-C that a producer was handed is said again, to whoever reads.
template <class Next>
std::optional<ArrowBatch> batch_or_ctrl_c(const Next& next) {
  try {
    return next();
  } catch (const IoError& error) {
    if (!is_ctrl_c(error)) throw;
    nanobind::gil_scoped_acquire lock;
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

}  // namespace

nanobind::object stream_capsule(ArrowExport rows) {
  auto stream = std::make_unique<ArrowArrayStream>();
  export_arrow(without_lock(std::move(rows)), stream.get());
  PyObject* capsule = PyCapsule_New(stream.get(), kStreamCapsule, &release_capsule);
  if (capsule == nullptr) {
    stream->release(stream.get());
    throw nanobind::python_error();
  }
  stream.release();
  return nanobind::steal(capsule);
}

}  // namespace fairpca::python
