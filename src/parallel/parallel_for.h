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

/// Calls main() on this thread and task(0) ... task(count - 1), each once, in no fixed order on
/// `helpers` others; tasks that none of them has begun when main() returns are done here.
/// What a task or main() throws (out of memory, Stopped) is rethrown: no task begins after it, and
/// main(), where it goes on, is waited for.
template <class Main, class Task>
void run_beside(const Main& main, std::size_t count, std::size_t helpers, const Task& task) {
  std::atomic<std::size_t> next = 0;
  std::mutex failing;
  std::exception_ptr failure;
  const auto guarded = [&](const auto& work) {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  const auto do_tasks = [&] {
    for (std::size_t i = next++; i < count; i = next++) task(i);
  };
  std::vector<std::jthread> others;
  try {
    for (std::size_t i = 0; i < helpers; ++i) {
      others.emplace_back([&] { guarded(do_tasks); });
    }
  } catch (const std::system_error&) {
    // The system grants no more threads; those there are do all the tasks.
  }
  guarded(main);
  guarded(do_tasks);
  others.clear();
  if (failure) std::rethrow_exception(failure);
}

/// The same on up to `threads` threads, this one among them.
template <class Main, class Task>
void parallel_beside(const Main& main, std::size_t count, int threads, const Task& task) {
  const auto others = static_cast<std::size_t>(std::max(threads, 1) - 1);
  run_beside(main, count, std::min(count, others), task);
}

/// Calls task(0) ... task(count - 1), each once, on up to `threads` threads, in no fixed order;
/// exceptions as above.
template <class Task>
void parallel_for(std::size_t count, int threads, const Task& task) {
  const std::size_t most = std::min<std::size_t>(count, std::max(threads, 1));
  run_beside([] {}, count, std::max<std::size_t>(most, 1) - 1, task);
}

}  // namespace fairpca
