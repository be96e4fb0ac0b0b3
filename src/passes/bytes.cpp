// SPDX-License-Identifier: BSD-3-Clause
#include "passes/bytes.h"

#include <cstring>

#include "passes/messages.h"

namespace fairpca {
namespace {

constexpr Index kMostEmpty = Index{1} << 40;  // rows or columns of a matrix without numbers

}  // namespace

void require_bytes(bool holds) {
  if (!holds) reject(passes_message<"pass-bytes">());
}

void ByteWriter::raw(const void* first, std::size_t size) {
  bytes_.append(static_cast<const char*>(first), size);
}

void ByteWriter::text(std::string_view text) {
  whole(text.size());
  raw(text.data(), text.size());
}

void ByteWriter::vector(const Vector& vector) {
  index(vector.size());
  numbers(vector.data(), vector.size());
}

void ByteWriter::matrix(const Matrix& matrix) {
  index(matrix.rows());
  index(matrix.cols());
  numbers(matrix.data(), matrix.size());
}

void ByteWriter::matrix(const RowMatrix& matrix) {
  index(matrix.rows());
  index(matrix.cols());
  numbers(matrix.data(), matrix.size());
}

std::string_view ByteReader::take(std::size_t size) {
  require_bytes(size <= rest_.size());
  const std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

std::uint64_t ByteReader::whole() {
  std::uint64_t number = 0;
  std::memcpy(&number, take(sizeof number).data(), sizeof number);
  return number;
}

Index ByteReader::index() {
  const std::uint64_t number = whole();
  require_bytes(number <= std::uint64_t{1} << 62);
  return static_cast<Index>(number);
}

bool ByteReader::flag() {
  const std::uint64_t number = whole();
  require_bytes(number <= 1);
  return number == 1;
}

double ByteReader::real() {
  double number = 0;
  std::memcpy(&number, take(sizeof number).data(), sizeof number);
  return number;
}

std::string_view ByteReader::view() {
  return take(count(1));
}

std::size_t ByteReader::count(std::size_t bytes_each) {
  const std::uint64_t number = whole();
  require_bytes(number <= rest_.size() / bytes_each);
  return number;
}

template <class Result>
Result ByteReader::numbers() {
  const Index rows = index(), cols = index();
  const auto most = static_cast<Index>(rest_.size() / 8);
  require_bytes(rows == 0 || cols == 0 ? rows <= kMostEmpty && cols <= kMostEmpty
                                       : rows <= most / cols);
  Result result(rows, cols);
  const auto size = static_cast<std::size_t>(result.size()) * 8;
  if (size > 0) std::memcpy(result.data(), take(size).data(), size);
  return result;
}

Vector ByteReader::vector() {
  const std::size_t size = count(8);
  Vector result(static_cast<Index>(size));
  if (size > 0) std::memcpy(result.data(), take(size * 8).data(), size * 8);
  return result;
}

Matrix ByteReader::matrix() {
  return numbers<Matrix>();
}

RowMatrix ByteReader::row_matrix() {
  return numbers<RowMatrix>();
}

void ByteReader::end() const {
  require_bytes(rest_.empty());
}

}  // namespace fairpca
