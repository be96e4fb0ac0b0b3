// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "arrays.h"
#include "fairpca/rows/matrix_rows.h"
#include "rows.h"

namespace fairpca::python {

/// A table in memory: numbers viewed where NumPy holds them, categories as codes.
class PythonTable final : public PythonRows {
 public:
  PythonTable(RowsArray numeric, Table table);

  MatrixRows& rows() override;
  std::unique_ptr<RowSource> open() override;
  Index row_count() const override { return row_count_; }
  bool is_float32() const override;

 private:
  RowsArray numeric_;
  Index row_count_ = 0;
  MatrixRows rows_;
};

}  // namespace fairpca::python
