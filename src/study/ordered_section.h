// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <mutex>

#include "fairpca/error.h"

namespace fairpca {

/// A step of work on items that must be done in their order, while the rest of the work on them is
/// done on several threads at once.
///
/// Each item waits for those before it, which other threads are working on; fail() sets free
/// whoever waits for an item that will never come.
class OrderedSection {
 public:
  /// Calls `step` once the items before `turn` (from 0) have passed.  Throws Stopped after fail().
  template <class Step>
  void pass(long turn, const Step& step) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failed_ || turn_ == turn; });
    if (failed_) throw Stopped();
    try {
      step();
    } catch (...) {
      failed_ = true;
      changed_.notify_all();
      throw;
    }
    ++turn_;
    changed_.notify_all();
  }

  void fail() {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  long turn_ = 0;
  bool failed_ = false;
};

}  // namespace fairpca
