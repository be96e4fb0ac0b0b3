// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/parallel_for.h"

#include <atomic>
#include <new>
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

}  // namespace parallel_for_test
}  // namespace fairpca
