// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "fairpca/matrix.h"

namespace fairpca::python {

namespace nb = nanobind;

/// A two-dimensional NumPy array that is only read: float64 or float32, any strides.
using RowsArray = nb::ndarray<nb::numpy, nb::ro, nb::ndim<2>, nb::device::cpu>;

/// A column that is only read.
template <class Element>
using ColumnArray = nb::ndarray<nb::numpy, const Element, nb::ndim<1>, nb::c_contig>;

/// Arrays handed to Python, which then owns them.
template <class Element>
using NewVector = nb::ndarray<nb::numpy, Element, nb::ndim<1>>;
using NewMatrix = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using NewRows = nb::ndarray<nb::numpy>;

/// The numbers where they are; valid while `array` is.  Throws TypeError for another element type.
RowsRef view(const RowsArray& array);

NewVector<double> to_numpy(Vector vector);
NewVector<double> to_numpy(std::vector<double> numbers);
NewVector<std::int64_t> to_numpy(std::vector<std::int64_t> numbers);
NewVector<std::int32_t> to_numpy(std::vector<std::int32_t> numbers);
NewMatrix to_numpy(RowMatrix matrix);

/// A new rows x cols NumPy array, C order, not initialised, to be filled from several threads.
class OutputArray {
 public:
  OutputArray(Index rows, Index cols, bool float32);
  /// Writes `block` from row `first` on, rounding to float32 if the array is.
  void write(Index first, const RowMatrix& block);
  NewRows array() const { return array_; }

 private:
  NewRows array_;
  double* doubles_ = nullptr;
  float* floats_ = nullptr;
  Index cols_ = 0;
};

}  // namespace fairpca::python
