// SPDX-License-Identifier: BSD-3-Clause
#include "rows/finite_output.h"

#include <gtest/gtest.h>

#include "text/rejection_of.h"

namespace fairpca {
namespace finite_output_test {

TEST(FiniteOutputTest, ANumberBeyondTheLargestIsRejectedWithItsPlace) {
  RowBlock block;
  block.source = "t.csv";
  block.first_row = 10;
  block.rows = 2;
  const auto name = [](Index col) { return std::string("pc") + std::to_string(col + 1); };
  RowMatrix numbers = RowMatrix::Ones(2, 2);
  EXPECT_EQ(require_finite_output(numbers, block, name), numbers);
  EXPECT_EQ(require_finite_output(RowMatrix(), block, name).size(), 0);
  const auto expect_rejection = [&](double number, double largest, const char* value) {
    numbers(1, 1) = number;
    const Message message =
        rejection_of([&] { require_finite_output(numbers, block, name, largest); });
    EXPECT_EQ(message.code(), "output-overflow");
    EXPECT_EQ(message.place(), (Place{"t.csv", 12, ""}));
    EXPECT_EQ(message.argument("name"), "pc2");
    EXPECT_EQ(message.argument("value"), value);
  };
  constexpr double kLargest = std::numeric_limits<double>::max();
  expect_rejection(-std::numeric_limits<double>::infinity(), kLargest, "-inf");
  expect_rejection(std::numeric_limits<double>::quiet_NaN(), kLargest, "nan");
  expect_rejection(1e39, std::numeric_limits<float>::max(), "1e+39");
  EXPECT_EQ(require_finite_output(numbers, block, name), numbers);
}

}  // namespace finite_output_test
}  // namespace fairpca
