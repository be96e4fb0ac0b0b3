// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// What the header of an NPY array says (NumPy's format versions 1.0 to 3.0).
struct NpyHeader {
  bool is_float32 = false;  ///< otherwise float64 or float16; all little-endian
  bool is_float16 = false;
  bool fortran_order = false;
  std::vector<Index> shape;     ///< one or two dimensions
  std::size_t data_offset = 0;  ///< where the numbers start
  std::size_t number_bytes() const { return is_float16 ? 2 : is_float32 ? 4 : 8; }
  std::size_t data_bytes() const;
};

/// Parses and validates the header at the start of `bytes`, which are of `file`.  Throws IoError
/// for anything but a little-endian float array of one or two dimensions whose size does not
/// overflow; does not look at the data.
NpyHeader parse_npy_header(std::string_view bytes, const std::string& file);

/// The bytes of a float64 NPY array, version 1.0, C order.
std::string npy_bytes(const Matrix& matrix);
std::string npy_bytes(const Vector& vector);

/// Only the header of such an array, for writing the rows one after another behind it.
std::string npy_header_bytes(const std::vector<Index>& shape);

/// The header of a matrix whose rows are still being counted: as long for any number of rows.
std::string growing_npy_header_bytes(Index rows, Index cols);

/// Appends the numbers of `rows` as they stand in such an array.
void append_npy_rows(std::string& bytes, const RowMatrix& rows);

}  // namespace fairpca
