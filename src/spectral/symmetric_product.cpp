// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/symmetric_product.h"

namespace fairpca {
namespace {

namespace product_of_any_processor {
#define PRODUCT_TARGET
#include "spectral/symmetric_product.inc"
}  // namespace product_of_any_processor

#if defined(__x86_64__)
namespace product_of_avx2 {
#define PRODUCT_TARGET __attribute__((target("avx2,fma")))
#include "spectral/symmetric_product.inc"
}  // namespace product_of_avx2
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

namespace {

// Not at its first use: after a fork that meets another thread there, the child would wait for it.
const ProductKernel kBestProductKernel = supported_product_kernels().front();

}  // namespace

ProductKernel best_product_kernel() {
  return kBestProductKernel;
}

}  // namespace fairpca
