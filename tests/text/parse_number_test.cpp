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

/// As a cell between others and as the last of a text, with bytes readable behind it or not.
void expect_as_cell(const std::string& text, double expected) {
  const std::string row = text + ",-17.25,18.125,19,20.5,21.75,22.875,23";
  for (const std::size_t readable : {text.size(), text.size() + 1, row.size()}) {
    double value = 19;
    const char* const begin = row.data();
    const bool finite = read_whole_decimal(begin, begin + text.size(), begin + readable, value);
    EXPECT_EQ(finite, !std::isinf(expected)) << text;
    EXPECT_TRUE(!finite || same_bits(value, expected)) << text << " read as " << value;
  }
}

/// All ways of reading, against strtod in the C locale.
void expect_as_strtod(const std::string& text) {
  const double expected = std::strtod(text.c_str(), nullptr);
  double whole = 17, prefix = 18;
  const NumberText kind = read_number(text, whole);
  const std::string padded = text + ",1";
  const char* const stop = read_decimal(padded.data(), padded.data() + padded.size(), prefix);
  expect_as_cell(text, expected);
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

// Where the next digit decides between two doubles: the 17 digits that are nearest to the middle,
// and what stands at, below and above it.
TEST(NumberTextTest, DecimalsNextToTheMiddleOfTwoDoublesAreReadAsStrtodReadsThem) {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int trial = 0; trial < 20'000; ++trial) {
    const double scale = std::pow(10.0, trial % 13 - 3);
    const double low = uniform(engine) * scale;
    const double step = std::nextafter(low, INFINITY) - low;
    for (const int digits : {14, 15, 16, 17, 18}) {
      const long double middle = static_cast<long double>(low) + step / 2.0L;
      expect_as_strtod(fmt::format("{:.{}f}", middle, digits));
    }
  }
  for (std::uint64_t odd = (std::uint64_t{1} << 53) + 1; odd < (std::uint64_t{1} << 53) + 400;
       odd += 2) {  // ties: whole numbers half way between two doubles, also times powers of ten
    for (const char* const rest :
         {"", ".0", ".00000000000000000001", "e1", "e3", "0e-1", "00e-2"}) {
      expect_as_strtod(std::to_string(odd) + rest);
    }
  }
}

TEST(NumberTextTest, CellsThatAreNoDecimalsAreNotRead) {
  const std::string rest = ",-17.25,18.125,19,20.5,21.75,22.875,23";
  for (const std::string text : {"",
                                 "-",
                                 "+",
                                 ".",
                                 "-.",
                                 "--1",
                                 "1-2",
                                 "1..2",
                                 "1.2.",
                                 "1.2.3",
                                 "1 2",
                                 " 1",
                                 "1 ",
                                 "12a4.5",
                                 "a.12345678",
                                 "1.2345678a",
                                 "1.234567890123456a",
                                 "1.2345.7890123456",
                                 "12345678.",
                                 "0x1.12345678",
                                 "1.12345678 ",
                                 "/.12345678",
                                 ":.12345678",
                                 "1./2345678",
                                 "1.:2345678",
                                 "1.12345678901234/",
                                 "1.12345678901234:",
                                 "1.123456789012345678/",
                                 "\xb1.12345678",
                                 "1.\xb1"
                                 "2345678",
                                 "1\xae"
                                 "12345678"}) {
    double value = 19;
    const bool complete = text == "12345678.";
    const std::string row = text + rest;
    EXPECT_EQ(
        read_whole_decimal(row.data(), row.data() + text.size(), row.data() + row.size(), value),
        complete)
        << text;
    EXPECT_EQ(read_number(text, value) == NumberText::kFinite, complete) << text;
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
