// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "arrays.h"
#include "fairpca/rows/matrix_rows.h"

namespace fairpca::python {

/// A table in memory: numbers viewed where NumPy holds them, categories as codes.
class PythonTable {
 public:
  PythonTable(RowsArray numeric, Table table);

  /// The rows from the first on.  Not for two threads at once.
  MatrixRows& rows();
  Index row_count() const { return row_count_; }
  bool is_float32() const;

 private:
  RowsArray numeric_;
  Index row_count_ = 0;
  MatrixRows rows_;
};

}  // namespace fairpca::python
