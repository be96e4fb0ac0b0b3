// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "spectral/random_symmetric.h"

namespace fairpca {
namespace threads_test {

TEST(BlasThreadsTest, ProductsOfSeveralThreadsAtOnceAreThoseOfOne) {
  const Matrix a = random_symmetric(40, 1), b = random_symmetric(40, 2);
  const Matrix product = a * b;
  std::atomic<int> wrong = 0;
  for (int round = 0; round < 50; ++round) {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 30; ++i) wrong += (a * b) != product;
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace threads_test
}  // namespace fairpca
