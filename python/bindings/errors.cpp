// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/error.h"

#include <exception>
#include <string>

#include "bindings.h"
#include "fairpca/invalid_option.h"
#include "python_spelling.h"

namespace fairpca::python {

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
      PyErr_SetString(PyExc_OSError, error.what());
    } catch (const Stopped& error) {
      PyErr_SetString(PyExc_KeyboardInterrupt, error.what());
    }
  });
}

}  // namespace fairpca::python
