// SPDX-License-Identifier: BSD-3-Clause
//
// Work buffers for OpenBLAS (docs/decisions/0003-serial-openblas.md).  The linker (--wrap,
// FindSerialOpenBLAS.cmake) sends its requests here.  Its own allocator is not used at all: the
// serial build hands out buffers without a lock, so that two threads in dgemm may get the same one,
// and where the system grants no memory it tries again forever.
#include <pthread.h>
#include <sys/mman.h>

#include <cstddef>
#include <new>

#include <Eigen/Core>

#include "blas/blas_buffers.h"

namespace {

using fairpca::kBlasBufferBytes;

/// In the page before a buffer.
struct Header {
  Header* next_made;
  Header* next_free;
};

constexpr std::size_t kHeaderBytes = 4096;  // buffers start on a page, as OpenBLAS expects
static_assert(sizeof(Header) <= kHeaderBytes);

void* buffer_of(Header* header) {
  return reinterpret_cast<char*>(header) + kHeaderBytes;
}

Header* header_of(void* buffer) {
  return reinterpret_cast<Header*>(static_cast<char*>(buffer) - kHeaderBytes);
}

/// As many buffers as threads were ever within BLAS at once, or as many as the system granted.
/// Constant from the start and never destroyed: another thread may be within BLAS when the program
/// ends.
struct BlasBuffers {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t returned = PTHREAD_COND_INITIALIZER;
  Header* made = nullptr;
  Header* free = nullptr;

  /// Waits for a buffer in use where no further one is granted: a call to BLAS takes one buffer
  /// only, so whoever has one gives it back.  Null where there is none at all.
  void* take() {
    pthread_mutex_lock(&mutex);
    if (free == nullptr) make();
    while (free == nullptr && made != nullptr) pthread_cond_wait(&returned, &mutex);
    Header* const header = free;
    if (header != nullptr) free = header->next_free;
    pthread_mutex_unlock(&mutex);
    return header == nullptr ? nullptr : buffer_of(header);
  }

  void give_back(void* buffer) {
    pthread_mutex_lock(&mutex);
    free = ::new (header_of(buffer)) Header{header_of(buffer)->next_made, free};
    pthread_mutex_unlock(&mutex);
    pthread_cond_signal(&returned);
  }

  /// The child has one thread, which is not within BLAS: nobody uses or waits for a buffer.
  void after_fork_in_child() {
    free = nullptr;
    for (Header* header = made; header != nullptr; header = header->next_made) {
      header->next_free = free;
      free = header;
    }
    returned = PTHREAD_COND_INITIALIZER;  // the old one counts waiting threads that are no more
    pthread_mutex_unlock(&mutex);
  }

 private:
  void make() {
    void* const memory = ::mmap(nullptr, kHeaderBytes + kBlasBufferBytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    made = free = ::new (memory) Header{made, nullptr};
  }
};

constinit BlasBuffers buffers;

[[maybe_unused]] const int fork_handlers = ::pthread_atfork(
    [] { pthread_mutex_lock(&buffers.mutex); }, [] { pthread_mutex_unlock(&buffers.mutex); },
    [] { buffers.after_fork_in_child(); });

/// What Eigen makes at its first product is made now: after a fork that meets another thread making
/// it, the child would wait for that thread forever.
[[maybe_unused]] const auto cache_size = Eigen::l1CacheSize();

}  // namespace

extern "C" {

/// May throw through OpenBLAS's frames: those of C and Fortran hold nothing to be released before
/// they have their buffer, and x86-64 demands unwind tables of all code.
void* __wrap_blas_memory_alloc(int /*position*/) {
  void* const buffer = buffers.take();
  if (buffer == nullptr) throw std::bad_alloc();
  return buffer;
}

void __wrap_blas_memory_free(void* buffer) {
  buffers.give_back(buffer);
}

}  // extern "C"
