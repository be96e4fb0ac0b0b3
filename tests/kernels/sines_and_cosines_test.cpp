// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/sines_and_cosines.h"

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace fairpca {
namespace sines_and_cosines_test {

TEST(SinesAndCosinesTest, AreThoseOfTheLibraryForAnyCount) {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> uniform(-300, 300);
  for (const std::size_t count : {1U, 7U, 8U, 9U, 1000U}) {
    std::vector<double> turns(count), sines(count), cosines(count);
    for (double& t : turns) t = uniform(engine);
    turns[0] = 0.5;
    sines_and_cosines(turns.data(), static_cast<std::ptrdiff_t>(count), sines.data(),
                      cosines.data());
    for (std::size_t k = 0; k < count; ++k) {
      const double rest = turns[k] - std::round(turns[k]);  // exact
      EXPECT_NEAR(sines[k], std::sin(2 * std::numbers::pi * rest), 2e-15) << turns[k];
      EXPECT_NEAR(cosines[k], std::cos(2 * std::numbers::pi * rest), 2e-15) << turns[k];
    }
  }
}

}  // namespace sines_and_cosines_test
}  // namespace fairpca
