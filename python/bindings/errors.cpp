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

/// Sets the Python error; bytes that are no text, quoted from a file or a name, become \xNN.
void set_error(PyObject* type, const std::string& text) {
  const nb::object message = nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
  if (message.is_valid()) PyErr_SetObject(type, message.ptr());
}

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
      set_error(PyExc_ValueError, in_python(text));
    } catch (const InvalidArgument& error) {
      set_error(PyExc_ValueError, in_python(error.what()));
    } catch (const IoError& error) {
      set_error(PyExc_OSError, shown_message(error.what()));
    } catch (const std::bad_alloc&) {
      set_error(PyExc_MemoryError, kOutOfMemory);
    } catch (const std::length_error&) {  // more elements than a container can count
      set_error(PyExc_MemoryError, kOutOfMemory);
    } catch (const Stopped& error) {
      set_error(PyExc_KeyboardInterrupt, error.what());
    }
  });
}

}  // namespace fairpca::python
