// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace fairpca {

/// Calls task(0) ... task(count - 1), each once, on up to `threads` threads, in no fixed order.
/// What a task throws (out of memory, Stopped) ends the others' tasks early and is rethrown.
template <class Task>
void parallel_for(std::size_t count, int threads, const Task& task) {
  std::atomic<std::size_t> next = 0;
  std::mutex failing;
  std::exception_ptr failure;
  const auto run = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) task(i);
    } catch (...) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::jthread> others;
  try {
    for (std::size_t i = 1; i < std::min<std::size_t>(count, std::max(threads, 1)); ++i) {
      others.emplace_back(run);
    }
  } catch (const std::system_error&) {
    // The system grants no more threads; those there are do all the tasks.
  }
  run();
  others.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace fairpca
