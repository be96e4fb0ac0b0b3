// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/files/npy.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/half_float.h"
#include "files/message_of.h"

namespace fairpca {
namespace npy_test {

using testing::ElementsAre;
using testing::HasSubstr;

/// A header with this dictionary, as NumPy writes it.
std::string npy_with(const std::string& dictionary, int major = 1) {
  std::string text = dictionary;
  const std::size_t before = major == 1 ? 10 : 12;
  while ((before + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(major);
  bytes += '\0';
  bytes += static_cast<char>(text.size() & 0xff);
  bytes += static_cast<char>(text.size() >> 8);
  if (major > 1) bytes += std::string(2, '\0');
  return bytes + text;
}

std::string refusal(const std::string& bytes) {
  return message_of<IoError>([&] { parse_npy_header(bytes); });
}

TEST(NpyTest, WhatIsWrittenIsReadBack) {
  Matrix matrix(2, 3);
  matrix << 1, 2, 3, -4, 0.1, 1e300;
  const std::string bytes = npy_bytes(matrix);
  const NpyHeader header = parse_npy_header(bytes);
  EXPECT_FALSE(header.is_float32);
  EXPECT_FALSE(header.fortran_order);
  EXPECT_THAT(header.shape, ElementsAre(2, 3));
  EXPECT_EQ(header.data_offset % 64, 0u);
  ASSERT_EQ(bytes.size(), header.data_offset + header.data_bytes());
  double numbers[6];
  std::memcpy(numbers, bytes.data() + header.data_offset, sizeof(numbers));
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3, -4, 0.1, 1e300));
}

TEST(NpyTest, AVectorHasOneDimension) {
  const Vector vector = Vector::LinSpaced(4, 0, 3);
  const std::string bytes = npy_bytes(vector);
  EXPECT_THAT(parse_npy_header(bytes).shape, ElementsAre(4));
  EXPECT_NE(bytes.find("(4,)"), std::string::npos);  // as Python spells a tuple of one
}

/// The first bytes of numpy.save(np.zeros((2, 3))), by NumPy 1.24.
TEST(NpyTest, TheHeaderIsNumPysOwn) {
  std::string expected("\x93NUMPY\x01\x00v\x00", 10);
  expected += "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
  expected.append(127 - expected.size(), ' ');
  expected += '\n';
  EXPECT_EQ(npy_header_bytes({2, 3}), expected);
}

TEST(NpyTest, AllVersionsOrdersAndWidthsAreUnderstood) {
  for (const int major : {1, 2, 3}) {
    SCOPED_TRACE(major);
    const NpyHeader header = parse_npy_header(
        npy_with("{\"shape\":(7,5),'fortran_order': True , 'descr': '<f4'}", major));
    EXPECT_TRUE(header.is_float32);
    EXPECT_TRUE(header.fortran_order);
    EXPECT_THAT(header.shape, ElementsAre(7, 5));
    EXPECT_EQ(header.data_bytes(), 4u * 35u);
  }
}

TEST(NpyTest, HalfPrecisionIsUnderstood) {
  const NpyHeader header =
      parse_npy_header(npy_with("{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }"));
  EXPECT_TRUE(header.is_float16);
  EXPECT_EQ(header.data_bytes(), 2u * 6u);
  EXPECT_EQ(half_float(0x3c00), 1.0F);
  EXPECT_EQ(half_float(0xc000), -2.0F);
  EXPECT_EQ(half_float(0x3555), 0.333251953125F);
  EXPECT_EQ(half_float(0x7bff), 65504.0F);
  EXPECT_EQ(half_float(0x0001), 0x1p-24F);  // the smallest
  EXPECT_EQ(half_float(0x03ff), 0x1p-14F - 0x1p-24F);
  EXPECT_TRUE(std::signbit(half_float(0x8000)));
  EXPECT_EQ(half_float(0xfc00), -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(half_float(0x7e00)));
}

TEST(NpyTest, OtherTypesAreRefusedWithTheWayOut) {
  const auto with_type = [](const std::string& descr) {
    return refusal(npy_with("{'descr': " + descr + ", 'fortran_order': False, 'shape': (2, 3), }"));
  };
  EXPECT_THAT(with_type("'>f8'"), HasSubstr("big-endian"));
  EXPECT_THAT(with_type("'<i8'"), HasSubstr("integers"));
  EXPECT_THAT(with_type("'|u1'"), HasSubstr("integers"));
  EXPECT_THAT(with_type("'|O'"), HasSubstr("objects"));
  EXPECT_THAT(with_type("'<c16'"), HasSubstr("not floats"));
  EXPECT_THAT(with_type("'<i8'"), HasSubstr("astype('<f8')"));
  EXPECT_THAT(with_type("[('a', '<f8')]"), HasSubstr("records"));
}

TEST(NpyTest, ShapesThatAreNotMatricesAreRefused) {
  const auto with_shape = [](const std::string& shape) {
    return refusal(npy_with("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }"));
  };
  EXPECT_THAT(with_shape("()"), HasSubstr("0 dimensions"));
  EXPECT_THAT(with_shape("(2, 3, 4)"), HasSubstr("3 dimensions"));
  EXPECT_THAT(with_shape("(-1, 3)"), HasSubstr("whole numbers"));
  EXPECT_THAT(with_shape("(4294967296, 4294967296)"), HasSubstr("overflows"));
  EXPECT_THAT(with_shape("(99999999999999999999, 1)"), HasSubstr("whole numbers"));
}

TEST(NpyTest, EveryCutOfTheHeaderIsRefused) {
  const std::string whole = npy_header_bytes({2, 3});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(refusal(whole.substr(0, size)), "(nothing thrown)") << size;
  }
  EXPECT_EQ(refusal(whole), "(nothing thrown)");
}

TEST(NpyTest, MalformedDictionariesAreRefused) {
  for (const std::string dictionary :
       {"", "[]", "{}", "{'descr': '<f8'}", "{'descr': '<f8', 'descr': '<f8'}",
        "{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1, 1)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), 'more': 1}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)} + 1"}) {
    EXPECT_THAT(refusal(npy_with(dictionary)), HasSubstr("not a valid NPY file")) << dictionary;
  }
  EXPECT_THAT(refusal(npy_with("{}", 4)), HasSubstr("version 4"));
}

}  // namespace npy_test
}  // namespace fairpca
