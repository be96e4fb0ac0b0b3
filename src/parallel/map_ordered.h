// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "fairpca/error.h"

namespace fairpca {

/// Calls fold(work(item)) for every item, folding **in the order of the items**, so what fold
/// builds does not depend on `threads`.
///
/// next() returns an optional item, nullopt for good at the end, and is called by one thread at a
/// time; work runs on any thread, several at once, and must therefore be const; fold runs one at a
/// time.  check() is called on the calling thread only, between items, so that it may look for
/// signals; when it answers kStop, Stopped is thrown.  At most one item per thread is alive.
/// The exception of the earliest failing item is rethrown.
template <class Next, class Work, class Fold>
void map_ordered(int threads, Next&& next, const Work& work, Fold&& fold,
                 const std::function<Flow()>& check = {}) {
  using Item = typename std::invoke_result_t<Next&>::value_type;
  using Result = std::invoke_result_t<const Work&, Item>;
  std::mutex input, order;
  std::condition_variable turn_changed;
  long tickets = 0, turn = 0;
  bool ended = false;
  std::atomic<bool> failed = false;
  std::exception_ptr failure;

  const auto take = [&](long& ticket, std::optional<Item>& item, std::exception_ptr& problem) {
    std::lock_guard lock(input);
    if (ended || failed) return false;
    ticket = tickets++;
    try {
      item = next();
    } catch (...) {
      problem = std::current_exception();
    }
    ended = !item;
    return item || problem;
  };
  const auto run = [&](bool calling_thread) {
    for (;;) {
      long ticket = 0;
      std::optional<Item> item;
      std::optional<Result> result;
      std::exception_ptr problem;
      if (!take(ticket, item, problem)) return;
      try {
        if (!problem) result.emplace(work(std::move(*item)));
      } catch (...) {
        problem = std::current_exception();
      }
      std::unique_lock lock(order);
      turn_changed.wait(lock, [&] { return failed || turn == ticket; });
      if (failed) return;
      try {
        if (problem) std::rethrow_exception(problem);
        fold(std::move(*result));
        if (calling_thread && check && check() == Flow::kStop) throw Stopped();
      } catch (...) {
        failure = std::current_exception();
        failed = true;
      }
      ++turn;
      turn_changed.notify_all();
    }
  };

  std::vector<std::jthread> others;
  try {
    for (int i = 1; i < threads; ++i) others.emplace_back(run, false);
  } catch (const std::system_error&) {
    // The system grants no more threads; the result is the same with fewer.
  }
  run(true);
  others.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace fairpca
