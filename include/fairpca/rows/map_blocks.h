// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "fairpca/error.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

struct PassProgress {
  Index rows = 0;         ///< rows folded so far
  double fraction = -1;   ///< of the source read so far; negative when unknown
};

using PassObserver = std::function<Flow(const PassProgress&)>;

struct PassOptions {
  int threads = 1;
  PassObserver observer;  ///< called after every block, from one thread at a time
};

/// One pass over `source`: result = work(block) on any of `threads` threads, then fold(result) one
/// at a time **in the order of the rows**, so what fold builds does not depend on `threads`.
///
/// At most one block per thread is alive.  The exception of the earliest failing block is rethrown;
/// throws Stopped when the observer asks for it.
template <class Work, class Fold>
void map_blocks(RowSource& source, const PassOptions& options, Work&& work, Fold&& fold) {
  std::mutex mutex;
  std::condition_variable turn_changed;
  Index next_ticket = 0, turn = 0;
  bool stop = false;
  PassProgress progress;
  std::exception_ptr failure;

  const auto fail = [&] {
    if (!failure) failure = std::current_exception();
    stop = true;
    turn_changed.notify_all();
  };
  const auto worker = [&] {
    for (;;) {
      std::unique_ptr<RowChunk> chunk;
      Index ticket;
      double fraction = -1;
      std::exception_ptr problem;
      {
        std::lock_guard lock(mutex);
        if (stop) return;
        ticket = next_ticket;
        try {
          chunk = source.next();
          fraction = source.fraction_read();
        } catch (...) {
          problem = std::current_exception();
        }
        if (!chunk && !problem) return;
        ++next_ticket;
      }
      using Result = std::invoke_result_t<Work&, RowBlock>;
      std::optional<Result> result;
      Index rows = 0;
      if (!problem) try {
          RowBlock block = chunk->decode();
          rows = block.rows;
          result.emplace(work(std::move(block)));
        } catch (...) {
          problem = std::current_exception();
        }
      std::unique_lock lock(mutex);
      turn_changed.wait(lock, [&] { return stop || turn == ticket; });
      if (stop) return;
      try {
        if (problem) std::rethrow_exception(problem);
        fold(std::move(*result));
        progress.rows += rows;
        progress.fraction = fraction;
        if (options.observer && options.observer(progress) == Flow::kStop) throw Stopped();
      } catch (...) {
        fail();
        return;
      }
      ++turn;
      turn_changed.notify_all();
    }
  };

  std::vector<std::jthread> others;
  for (int i = 1; i < options.threads; ++i) others.emplace_back(worker);
  worker();
  others.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace fairpca
