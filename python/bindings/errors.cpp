// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/error.h"

#include <exception>

#include "bindings.h"

namespace fairpca::python {

void bind_errors(nb::module_&) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const InvalidArgument& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const IoError& error) {
      PyErr_SetString(PyExc_OSError, error.what());
    } catch (const Stopped& error) {
      PyErr_SetString(PyExc_KeyboardInterrupt, error.what());
    }
  });
}

}  // namespace fairpca::python
