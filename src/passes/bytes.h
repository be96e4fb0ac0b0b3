// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Numbers, texts and matrices one after another as bytes, for machines of the same kind.
class ByteWriter {
 public:
  void whole(std::uint64_t number) { raw(&number, sizeof number); }
  void index(Index number) { whole(static_cast<std::uint64_t>(number)); }
  void flag(bool value) { whole(value ? 1 : 0); }
  void real(double number) { raw(&number, sizeof number); }
  void text(std::string_view text);
  void numbers(const double* first, Index count) {
    raw(first, static_cast<std::size_t>(count) * 8);
  }
  void vector(const Vector& vector);
  void matrix(const Matrix& matrix);
  void matrix(const RowMatrix& matrix);
  template <class Value, class Each>
  void list(const std::vector<Value>& values, const Each& each) {
    whole(values.size());
    for (const Value& value : values) each(value);
  }
  std::string take() { return std::move(bytes_); }

 private:
  void raw(const void* first, std::size_t size);
  std::string bytes_;
};

/// Reads what ByteWriter wrote, in the same order.  Lengths are compared with the bytes there are
/// before memory is taken; throws InvalidArgument (`pass-bytes`) for what cannot be.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t whole();
  Index index();  ///< not negative
  bool flag();
  double real();
  std::string text() { return std::string(view()); }
  std::string_view view();  ///< of the bytes read from
  Vector vector();
  Matrix matrix();
  RowMatrix row_matrix();
  /// How many values follow, each of at least `bytes_each` bytes.
  std::size_t count(std::size_t bytes_each);
  template <class Each>
  auto list(std::size_t bytes_each, const Each& each) {
    std::vector<decltype(each())> values;
    const std::size_t size = count(bytes_each);
    values.reserve(size);
    for (std::size_t i = 0; i < size; ++i) values.push_back(each());
    return values;
  }
  /// Throws unless everything was read.
  void end() const;

 private:
  std::string_view take(std::size_t size);
  template <class Result>
  Result numbers();
  std::string_view rest_;
};

/// Throws InvalidArgument (`pass-bytes`) unless `holds`.
void require_bytes(bool holds);

}  // namespace fairpca
