// SPDX-License-Identifier: BSD-3-Clause
#include "blas/blas_buffers.h"

#include <fstream>

#include <unistd.h>

#include <gtest/gtest.h>

extern "C" {
void* __real_blas_memory_alloc(int position);
void __real_blas_memory_free(void* buffer);
}

namespace fairpca {
namespace blas_buffers_test {

std::size_t address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

TEST(BlasBuffersTest, AreAsLargeAsOpenBlasOwn) {
  address_space();  // what the first call takes of the heap is kept
  const std::size_t before = address_space();
  void* const buffer = __real_blas_memory_alloc(0);
  EXPECT_EQ(address_space() - before, kBlasBufferBytes);
  __real_blas_memory_free(buffer);
}

}  // namespace blas_buffers_test
}  // namespace fairpca
