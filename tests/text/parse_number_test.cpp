// SPDX-License-Identifier: BSD-3-Clause
#include "text/parse_number.h"

#include <clocale>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fairpca {
namespace number_text_test {

bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof(double)) == 0;
}

/// Both ways of reading, against strtod in the C locale.
void expect_as_strtod(const std::string& text) {
  const double expected = std::strtod(text.c_str(), nullptr);
  double whole = 17, prefix = 18;
  const NumberText kind = read_number(text, whole);
  const std::string padded = text + ",1";
  const char* const stop = read_decimal(padded.data(), padded.data() + padded.size(), prefix);
  if (std::isinf(expected)) {
    EXPECT_EQ(kind, NumberText::kTooLarge) << text;
    EXPECT_EQ(stop, nullptr) << text;
  } else {
    EXPECT_EQ(kind, NumberText::kFinite) << text;
    EXPECT_TRUE(same_bits(whole, expected)) << text << " read as " << whole;
    EXPECT_EQ(stop, padded.data() + text.size()) << text;
    EXPECT_TRUE(same_bits(prefix, expected)) << text << " read as " << prefix;
  }
}

TEST(NumberTextTest, RandomDecimalsAreReadAsStrtodReadsThem) {
  std::mt19937_64 engine(1);
  const auto uniform = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(engine);
  };
  for (int trial = 0; trial < 200'000; ++trial) {
    std::string text = uniform(0, 2) == 0 ? "-" : uniform(0, 5) == 0 ? "+" : "";
    const int whole = uniform(0, trial % 10 == 0 ? 25 : 4);
    const int fraction = uniform(whole == 0 ? 1 : 0, trial % 7 == 0 ? 25 : 17);
    for (int i = 0; i < whole; ++i) text += static_cast<char>('0' + uniform(0, 9));
    if (fraction > 0 || uniform(0, 4) == 0) text += '.';
    for (int i = 0; i < fraction; ++i) text += static_cast<char>('0' + uniform(0, 9));
    if (uniform(0, 2) == 0) {
      text += uniform(0, 1) == 0 ? 'e' : 'E';
      text += std::string(1, "+- "[uniform(0, 1)]);
      text += std::to_string(uniform(0, trial % 2 == 0 ? 30 : 340));
    }
    expect_as_strtod(text);
  }
}

TEST(NumberTextTest, DoublesWrittenInFullAreReadBackExactly) {
  std::mt19937_64 engine(2);
  for (int trial = 0; trial < 100'000; ++trial) {
    const std::uint64_t bits = engine();
    double value = 0;
    std::memcpy(&value, &bits, sizeof(double));
    if (!std::isfinite(value)) continue;
    for (const std::string& text : {fmt::format("{}", value), fmt::format("{:.17g}", value)}) {
      double again = 0;
      ASSERT_EQ(read_number(text, again), NumberText::kFinite) << text;
      ASSERT_TRUE(same_bits(again, value)) << text;
    }
  }
}

TEST(NumberTextTest, TheEdgesOfTheRangeAreReadAsStrtodReadsThem) {
  for (const std::string text : {"0",
                                 "-0",
                                 "+0",
                                 "0.0",
                                 "-0.0e5",
                                 "00012",
                                 "1.",
                                 ".5",
                                 "-.5",
                                 "1e5",
                                 "1E+05",
                                 "1e-5",
                                 "9007199254740992",
                                 "9007199254740993",
                                 "9007199254740993e22",
                                 "9007199254740992e-22",
                                 "1e22",
                                 "1e23",
                                 "1e-22",
                                 "1e-23",
                                 "123456789012345678901234567890",
                                 "4.9e-324",
                                 "2.4e-324",
                                 "2.5e-324",
                                 "2.2250738585072011e-308",
                                 "2.2250738585072014e-308",
                                 "1.7976931348623157e308",
                                 "1.7976931348623159e308",
                                 "1e308",
                                 "1e309",
                                 "-1e400",
                                 "1e-400",
                                 "-1e-400",
                                 "1e99999999999999999999",
                                 "1e-99999999999999999999",
                                 "0e99999999999999999999",
                                 "0.000000000000000000000000000000000000000000000001e48",
                                 "10000000000000000000000e-22",
                                 "18446744073709551616",
                                 "18446744073709551615",
                                 "99999999999999999999"}) {
    expect_as_strtod(text);
  }
}

TEST(NumberTextTest, TextThatIsNoDecimalIsNoNumber) {
  double value = 0;
  for (const std::string text :
       {"",      "-",   "+",   ".",     "-.",   "e5",    ".e5",      "1e",    "1e+", "1e5.5",
        "1.2.3", "--1", "+-1", "1 2",   "0x10", "0x1p3", "1_000",    "1,000", "1f",  "abc",
        "NaN",   "nan", "NA",  "1e5e5", "in",   "infi",  "infinite", "--inf", "٣"}) {
    EXPECT_EQ(read_number(text, value), NumberText::kNone) << text;
  }
  for (const std::string text : {"inf", "-inf", "+Inf", "INFINITY", "-Infinity"}) {
    EXPECT_EQ(read_number(text, value), NumberText::kInfinite) << text;
  }
}

TEST(NumberTextTest, TheLocaleChangesNothing) {
  const char* const german = std::setlocale(LC_ALL, "de_DE.UTF-8");
  if (german == nullptr) GTEST_SKIP() << "no locale with a decimal comma is installed";
  double value = 0;
  const NumberText kind = read_number("1234567.1234567890123456789", value);
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(kind, NumberText::kFinite);
  EXPECT_EQ(value, 1234567.1234567890123456789);
}

}  // namespace number_text_test
}  // namespace fairpca
