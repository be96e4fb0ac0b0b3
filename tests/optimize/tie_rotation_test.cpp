// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/tie_rotation.h"

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "spectral/random_symmetric.h"

namespace fairpca {
namespace frame_with_trace_test {

double trace_of(const Matrix& s, const Matrix& y) {
  return (y.transpose() * s * y).trace();
}

TEST(TieRotationTest, EveryTraceBetweenTheExtremesIsReachedByAnOrthonormalFrame) {
  for (const Index m : {2, 3, 5, 8}) {
    for (Index q = 1; q < m; ++q) {
      const Matrix s = random_symmetric(m, static_cast<unsigned>(10 * m + q));
      const Vector values = dense::eigenvalues(s);
      const double low = values.head(q).sum(), high = values.tail(q).sum();
      for (const double share : {0.0, 0.01, 0.37, 0.5, 0.93, 1.0}) {
        SCOPED_TRACE(testing::Message() << m << ' ' << q << ' ' << share);
        const double target = low + share * (high - low);
        const auto frame = tie_rotation(s, q, target);
        ASSERT_TRUE(frame.has_value());
        EXPECT_EQ(frame->cols(), q);
        EXPECT_LT((frame->transpose() * *frame - Matrix::Identity(q, q)).norm(), 1e-13);
        EXPECT_NEAR(trace_of(s, *frame), target, 1e-13 * s.norm());
      }
    }
  }
}

TEST(TieRotationTest, NoFrameBeyondTheExtremes) {
  const Matrix s = random_symmetric(5, 3);
  const Vector values = dense::eigenvalues(s);
  EXPECT_FALSE(tie_rotation(s, 2, values.tail(2).sum() + 1e-6).has_value());
  EXPECT_FALSE(tie_rotation(s, 2, values.head(2).sum() - 1e-6).has_value());
}

TEST(TieRotationTest, ExtremeFramesHaveTheExtremeTraces) {
  const Matrix s = random_symmetric(6, 4);
  const Vector values = dense::eigenvalues(s);
  EXPECT_NEAR(trace_of(s, extreme_frame(s, 2, true)), values.tail(2).sum(), 1e-13);
  EXPECT_NEAR(trace_of(s, extreme_frame(s, 2, false)), values.head(2).sum(), 1e-13);
}

}  // namespace frame_with_trace_test
}  // namespace fairpca
