// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

namespace fairpca::python {

/// Lets go of the interpreter lock where the thread has it; it may be anybody's thread.
class Unlocked {
 public:
#ifdef Py_LIMITED_API
  Unlocked() : held_(PyGILState_Ensure()), state_(PyEval_SaveThread()) {}
  ~Unlocked() {
    PyEval_RestoreThread(state_);
    PyGILState_Release(held_);
  }
#else
  Unlocked() : state_(PyGILState_Check() != 0 ? PyEval_SaveThread() : nullptr) {}
  ~Unlocked() {
    if (state_ != nullptr) PyEval_RestoreThread(state_);
  }
#endif
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
#ifdef Py_LIMITED_API
  PyGILState_STATE held_;
#endif
  PyThreadState* state_;
};

}  // namespace fairpca::python
