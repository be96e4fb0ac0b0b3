// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/dense_eigenpairs.h"

#include <vector>

#include "spectral/lapack.h"

namespace fairpca {
namespace {

void copy_lower(const Matrix& symmetric, Matrix& work) {
  const Index p = symmetric.rows();
  work.resize(p, p);
  for (Index col = 0; col < p; ++col) {
    work.col(col).tail(p - col) = symmetric.col(col).tail(p - col);
  }
}

}  // namespace

std::optional<Eigenpairs> partial_eigenpairs(const Matrix& symmetric, Index count, Matrix& work) {
  copy_lower(symmetric, work);
  const int p = static_cast<int>(symmetric.rows());
  const int first = p - static_cast<int>(count) + 1;
  const double unused = 0, tolerance = 0;
  Vector values(p);
  Matrix vectors(p, count);
  std::vector<int> support(static_cast<std::size_t>(2 * count));
  int found = 0, info = 0;
  const auto call = [&](double* doubles, int doubles_size, int* ints, int ints_size) {
    dsyevr_("V", "I", "L", &p, work.data(), &p, &unused, &unused, &first, &p, &tolerance, &found,
            values.data(), vectors.data(), &p, support.data(), doubles, &doubles_size, ints,
            &ints_size, &info);
  };
  double doubles_needed = 0;
  int ints_needed = 0;
  call(&doubles_needed, -1, &ints_needed, -1);
  std::vector<double> doubles(static_cast<std::size_t>(doubles_needed));
  std::vector<int> ints(static_cast<std::size_t>(ints_needed));
  call(doubles.data(), static_cast<int>(doubles.size()), ints.data(),
       static_cast<int>(ints.size()));
  if (info != 0 || found != static_cast<int>(count)) return std::nullopt;
  return Eigenpairs{values.head(count).reverse(), vectors.rowwise().reverse()};
}

std::optional<Eigenpairs> full_eigenpairs(const Matrix& symmetric, Index count, Matrix& work) {
  copy_lower(symmetric, work);
  const int p = static_cast<int>(symmetric.rows());
  Vector values(p);
  int info = 0;
  const auto call = [&](double* doubles, int doubles_size, int* ints, int ints_size) {
    dsyevd_("V", "L", &p, work.data(), &p, values.data(), doubles, &doubles_size, ints, &ints_size,
            &info);
  };
  double doubles_needed = 0;
  int ints_needed = 0;
  call(&doubles_needed, -1, &ints_needed, -1);
  std::vector<double> doubles(static_cast<std::size_t>(doubles_needed));
  std::vector<int> ints(static_cast<std::size_t>(ints_needed));
  call(doubles.data(), static_cast<int>(doubles.size()), ints.data(),
       static_cast<int>(ints.size()));
  if (info != 0) return std::nullopt;
  return Eigenpairs{values.tail(count).reverse(), work.rightCols(count).rowwise().reverse()};
}

}  // namespace fairpca
