// SPDX-License-Identifier: BSD-3-Clause
#include "arrays.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

namespace fairpca::python {
namespace {

template <class Owner>
nb::capsule owned_by_python(std::unique_ptr<Owner> owner) {
  nb::capsule capsule(owner.get(),
                      [](void* pointer) noexcept { delete static_cast<Owner*>(pointer); });
  owner.release();
  return capsule;
}

template <class Element, class Numbers>
NewVector<Element> new_vector(Numbers numbers) {
  auto owner = std::make_unique<Numbers>(std::move(numbers));
  Element* data = owner->data();
  const auto size = static_cast<std::size_t>(owner->size());
  return {data, {size}, owned_by_python(std::move(owner))};
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<void, Free>;

/// Not initialised.  Much of it is asked for in huge pages, as NumPy does: handing it out page by
/// page takes the system longer than it takes to compute what is written there.
Memory new_memory(std::size_t bytes) {
  constexpr std::size_t kHugePage = 2 << 20;
  const bool is_much = bytes >= 2 * kHugePage;
  Memory memory(is_much ? std::aligned_alloc(kHugePage, (bytes + kHugePage - 1) & ~(kHugePage - 1))
                        : std::malloc(std::max<std::size_t>(bytes, 1)));
  if (!memory) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  if (is_much) ::madvise(memory.get(), bytes & ~(kHugePage - 1), MADV_HUGEPAGE);
#endif
  return memory;
}

template <class Element>
Element* new_rows(Index rows, Index cols, NewRows& array) {
  const auto n = static_cast<std::size_t>(rows), m = static_cast<std::size_t>(cols);
  Memory memory = new_memory(n * m * sizeof(Element));
  nb::capsule keep(memory.get(), [](void* pointer) noexcept { std::free(pointer); });
  auto* data = static_cast<Element*>(memory.release());
  array = NewRows(data, {n, m}, keep, {}, nb::dtype<Element>());
  return data;
}

}  // namespace

RowsRef view(const RowsArray& array) {
  const auto rows = static_cast<Index>(array.shape(0)), cols = static_cast<Index>(array.shape(1));
  const auto row_stride = static_cast<Index>(array.stride(0));
  const auto col_stride = static_cast<Index>(array.stride(1));
  if (array.dtype() == nb::dtype<double>()) {
    return {static_cast<const double*>(array.data()), rows, cols, row_stride, col_stride};
  }
  if (array.dtype() == nb::dtype<float>()) {
    return {static_cast<const float*>(array.data()), rows, cols, row_stride, col_stride};
  }
  throw nb::type_error("numbers must be a float64 or float32 array");
}

NewVector<double> to_numpy(Vector vector) {
  return new_vector<double>(std::move(vector));
}

NewVector<double> to_numpy(std::vector<double> numbers) {
  return new_vector<double>(std::move(numbers));
}

NewVector<std::int64_t> to_numpy(std::vector<std::int64_t> numbers) {
  return new_vector<std::int64_t>(std::move(numbers));
}

NewVector<std::int32_t> to_numpy(std::vector<std::int32_t> numbers) {
  return new_vector<std::int32_t>(std::move(numbers));
}

NewMatrix to_numpy(RowMatrix matrix) {
  auto owner = std::make_unique<RowMatrix>(std::move(matrix));
  double* data = owner->data();
  const auto rows = static_cast<std::size_t>(owner->rows());
  const auto cols = static_cast<std::size_t>(owner->cols());
  return {data, {rows, cols}, owned_by_python(std::move(owner))};
}

OutputArray::OutputArray(Index rows, Index cols, bool float32) : cols_(cols) {
  if (float32) {
    floats_ = new_rows<float>(rows, cols, array_);
  } else {
    doubles_ = new_rows<double>(rows, cols, array_);
  }
}

void OutputArray::write(Index first, const RowMatrix& block) {
  if (doubles_ != nullptr) {
    Eigen::Map<RowMatrix>(doubles_ + first * cols_, block.rows(), cols_) = block;
  } else {
    using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<FloatRows>(floats_ + first * cols_, block.rows(), cols_) = block.cast<float>();
  }
}

}  // namespace fairpca::python
