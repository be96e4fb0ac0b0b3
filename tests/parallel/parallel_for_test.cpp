// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/parallel_for.h"

#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace fairpca {
namespace parallel_for_test {

TEST(ParallelForTest, EveryTaskIsDoneOnce) {
  std::vector<int> done(1000);
  parallel_for(done.size(), 4, [&](std::size_t i) { ++done[i]; });
  EXPECT_EQ(done, std::vector<int>(1000, 1));
}

TEST(ParallelForTest, WhatATaskThrowsReachesTheCallerAndEndsTheRest) {
  for (const int threads : {1, 4}) {
    std::atomic<int> begun = 0;
    const auto run = [&] {
      parallel_for(1'000'000, threads, [&](std::size_t i) {
        ++begun;
        if (i == 10) throw std::bad_alloc();
      });
    };
    EXPECT_THROW(run(), std::bad_alloc);
    EXPECT_LT(begun, 1'000'000);
  }
}

TEST(ParallelForTest, BesideMainOnItsOwnThreadEveryTaskIsDoneOnce) {
  for (const int threads : {0, 1, 2, 3, 8}) {
    SCOPED_TRACE(threads);
    std::vector<int> done(5);
    std::thread::id by;
    parallel_beside([&] { by = std::this_thread::get_id(); }, done.size(), threads,
                    [&](std::size_t i) { ++done[i]; });
    EXPECT_EQ(by, std::this_thread::get_id());
    EXPECT_EQ(done, std::vector<int>(5, 1));
  }
}

TEST(ParallelForTest, WhatMainOrATaskBesideItThrowsReachesTheCaller) {
  for (const int threads : {1, 4}) {
    std::atomic<int> begun = 0;
    std::atomic<bool> main_failed = false;
    const auto fails = [&] {
      main_failed = true;
      throw std::bad_alloc();
    };
    const auto begins = [&](std::size_t) {
      ++begun;
      while (!main_failed) std::this_thread::yield();
    };
    EXPECT_THROW(parallel_beside(fails, 1'000'000, threads, begins), std::bad_alloc);
    EXPECT_LT(begun, threads == 1 ? 1 : 1'000'000);
    EXPECT_THROW(parallel_beside([] {}, 3, threads, [&](std::size_t) { fails(); }), std::bad_alloc);
  }
}

}  // namespace parallel_for_test
}  // namespace fairpca
