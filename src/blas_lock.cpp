// SPDX-License-Identifier: BSD-3-Clause
//
// Debian's serial OpenBLAS hands out its work buffers without a lock: two threads in dgemm at once
// may get the same one, and wrong products.  The linker (--wrap, FindSerialOpenBLAS.cmake) sends
// its requests here, where they queue.
#include <mutex>

namespace {

std::mutex buffers;

}  // namespace

extern "C" {

void* __real_blas_memory_alloc(int position);
void __real_blas_memory_free(void* buffer);

void* __wrap_blas_memory_alloc(int position) {
  const std::lock_guard lock(buffers);
  return __real_blas_memory_alloc(position);
}

void __wrap_blas_memory_free(void* buffer) {
  const std::lock_guard lock(buffers);
  __real_blas_memory_free(buffer);
}

}  // extern "C"
