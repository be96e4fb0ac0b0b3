// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/symmetric_product.h"

#include <algorithm>
#include <utility>

namespace fairpca {
namespace {

namespace product_of_any_processor {
#define PRODUCT_TARGET
#define PRODUCT_LANES 2
#define PRODUCT_VECTORS 4
#include "spectral/symmetric_product.inc"
}  // namespace product_of_any_processor

#if defined(__x86_64__)
namespace product_of_avx2 {
#define PRODUCT_TARGET __attribute__((target("avx2,fma")))
#define PRODUCT_LANES 4
#define PRODUCT_VECTORS 4
#include "spectral/symmetric_product.inc"
}  // namespace product_of_avx2

namespace wide_product_of_avx512 {
#define PRODUCT_TARGET __attribute__((target("avx512f,avx2,fma")))
#define PRODUCT_LANES 8
#define PRODUCT_VECTORS 8
#include "spectral/symmetric_product.inc"
}  // namespace wide_product_of_avx512
#endif

}  // namespace

std::vector<ProductKernel> supported_product_kernels() {
  std::vector<ProductKernel> kernels;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    kernels.push_back(product_of_avx2::multiply_symmetric);
  }
#endif
  kernels.push_back(product_of_any_processor::multiply_symmetric);
  return kernels;
}

std::vector<WideProductKernel> supported_wide_product_kernels() {
  std::vector<WideProductKernel> kernels;
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return kernels;
  if (__builtin_cpu_supports("avx512f")) {
    kernels.push_back({8, wide_product_of_avx512::multiply_symmetric});
  }
  kernels.push_back({4, product_of_avx2::multiply_symmetric});
#endif
  return kernels;
}

namespace {

// Not at its first use: after a fork that meets another thread there, the child would wait for it.
const ProductKernel kBestProductKernel = supported_product_kernels().front();
const std::vector<WideProductKernel> kWideProductKernels = supported_wide_product_kernels();

/// From this size on the lower triangle does not stay in the second-level cache, where dsymm packs
/// it for a few columns only.
constexpr Index kLarge = 600;

Matrix product_by(const WideProductKernel& kernel, const Matrix& symmetric, const Matrix& vectors) {
  const Index p = symmetric.rows(), count = vectors.cols();
  Matrix product(p, count);
  RowMatrix in(p, kernel.vectors), out(p, kernel.vectors);
  for (Index first = 0; first < count; first += kernel.vectors) {
    const Index width = std::min(kernel.vectors, count - first);
    if (width < kernel.vectors) in.setZero();
    in.leftCols(width) = vectors.middleCols(first, width);
    kernel.multiply(symmetric.data(), p, in.data(), out.data());
    product.middleCols(first, width) = out.leftCols(width);
  }
  return product;
}

}  // namespace

ProductKernel best_product_kernel() {
  return kBestProductKernel;
}

Matrix symmetric_product(const Matrix& symmetric, const Matrix& vectors) {
  if (symmetric.rows() < kLarge || kWideProductKernels.empty()) {
    return symmetric.selfadjointView<Eigen::Lower>() * vectors;
  }
  return product_by(kWideProductKernels.front(), symmetric, vectors);
}

SymmetricProducts::SymmetricProducts(const Matrix& x) {
  for (Index first = 0; first < x.cols();) {
    const Index rest = x.cols() - first;
    WideProductKernel by{kProductVectors, kBestProductKernel};
    if (rest > kProductVectors && !kWideProductKernels.empty()) by = kWideProductKernels.front();
    Block block{.kernel = by.multiply,
                .first = first,
                .count = std::min(rest, by.vectors),
                .width = by.vectors,
                .columns = {}};
    block.columns.assign(static_cast<std::size_t>(x.rows() * block.width), 0.0);
    for (Index j = 0; j < block.count; ++j) {
      const double* column = x.data() + (first + j) * x.rows();
      for (Index i = 0; i < x.rows(); ++i) {
        block.columns[static_cast<std::size_t>(i * block.width + j)] = column[i];
      }
    }
    product_.resize(std::max(product_.size(), block.columns.size()));
    first += block.count;
    blocks_.push_back(std::move(block));
  }
}

void SymmetricProducts::multiply(const Matrix& lower, double* out) {
  const Index p = lower.rows();
  for (const Block& block : blocks_) {
    block.kernel(lower.data(), p, block.columns.data(), product_.data());
    for (Index j = 0; j < block.count; ++j) {
      double* column = out + (block.first + j) * p;
      for (Index i = 0; i < p; ++i) {
        column[i] = product_[static_cast<std::size_t>(i * block.width + j)];
      }
    }
  }
}

}  // namespace fairpca
