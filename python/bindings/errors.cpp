// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/error.h"

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "bindings.h"
#include "fairpca/invalid_option.h"
#include "fairpca/shown_text.h"
#include "python_spelling.h"

namespace fairpca::python {

namespace {

constexpr const char* kOutOfMemory =
    "out of memory; fewer rows, columns, levels or groups need less";

}  // namespace

void bind_errors(nb::module_&) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const InvalidOption& error) {
      const std::string text = parameter_of(error.option()) + error.problem() +
                               (error.other().empty() ? "" : parameter_of(error.other()));
      PyErr_SetString(PyExc_ValueError, in_python(text).c_str());
    } catch (const InvalidArgument& error) {
      PyErr_SetString(PyExc_ValueError, in_python(error.what()).c_str());
    } catch (const IoError& error) {
      PyErr_SetString(PyExc_OSError, shown_message(error.what()).c_str());
    } catch (const std::bad_alloc&) {
      PyErr_SetString(PyExc_MemoryError, kOutOfMemory);
    } catch (const std::length_error&) {  // more elements than a container can count
      PyErr_SetString(PyExc_MemoryError, kOutOfMemory);
    } catch (const Stopped& error) {
      PyErr_SetString(PyExc_KeyboardInterrupt, error.what());
    }
  });
}

}  // namespace fairpca::python
