// SPDX-License-Identifier: BSD-3-Clause
#include "rows/text_buffers.h"

#include <thread>

#include <gtest/gtest.h>

namespace fairpca {
namespace text_buffers_test {

TEST(TextBuffersTest, WhatNobodyRefersToIsHandedOutAgain) {
  const TextBuffers buffers;
  TextBuffers::Buffer first = buffers.take(1000);
  EXPECT_GE(first.size, 1000u);
  const char* const bytes = first.bytes.get();
  first.bytes.reset();
  EXPECT_EQ(buffers.take(first.size).bytes.get(), bytes);
}

TEST(TextBuffersTest, WhatIsReferredToIsNotHandedOut) {
  const TextBuffers buffers;
  const TextBuffers::Buffer first = buffers.take(1000);
  const TextBuffers::Buffer second = buffers.take(1000);
  EXPECT_NE(first.bytes.get(), second.bytes.get());
}

TEST(TextBuffersTest, WhatIsTooSmallIsReplaced) {
  const TextBuffers buffers;
  const std::size_t small = buffers.take(1).size;
  const TextBuffers::Buffer large = buffers.take(small + 1);
  ASSERT_GT(large.size, small);
  large.bytes[small] = 'x';
}

TEST(TextBuffersTest, ABufferOutlivesThemAndEndsOnAnyThread) {
  TextBuffers::Buffer last;
  {
    const TextBuffers buffers;
    last = buffers.take(1000);
  }
  last.bytes[999] = 'x';
  std::jthread([&] { last.bytes.reset(); });
}

}  // namespace text_buffers_test
}  // namespace fairpca
