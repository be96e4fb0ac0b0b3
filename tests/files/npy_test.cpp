// SPDX-License-Identifier: BSD-3-Clause
#include "files/npy.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/half_float.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace npy_test {

using testing::ElementsAre;

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

Message rejection(const std::string& bytes) {
  const Message message = rejection_of([&] { parse_npy_header(bytes, "m.npy"); });
  EXPECT_EQ(message.place().file, "m.npy");
  return message;
}

TEST(NpyTest, WhatIsWrittenIsReadBack) {
  Matrix matrix(2, 3);
  matrix << 1, 2, 3, -4, 0.1, 1e300;
  const std::string bytes = npy_bytes(matrix);
  const NpyHeader header = parse_npy_header(bytes, "m.npy");
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
  EXPECT_THAT(parse_npy_header(bytes, "m.npy").shape, ElementsAre(4));
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
        npy_with("{\"shape\":(7,5),'fortran_order': True , 'descr': '<f4'}", major), "m.npy");
    EXPECT_TRUE(header.is_float32);
    EXPECT_TRUE(header.fortran_order);
    EXPECT_THAT(header.shape, ElementsAre(7, 5));
    EXPECT_EQ(header.data_bytes(), 4u * 35u);
  }
}

TEST(NpyTest, HalfPrecisionIsUnderstood) {
  const NpyHeader header = parse_npy_header(
      npy_with("{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }"), "m.npy");
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

TEST(NpyTest, OtherTypesAreRejectedByName) {
  const auto with_type = [](const std::string& descr) {
    return rejection(
        npy_with("{'descr': " + descr + ", 'fortran_order': False, 'shape': (2, 3), }"));
  };
  const auto expect_kind = [&](const std::string& type, const char* kind) {
    const Message message = with_type("'" + type + "'");
    EXPECT_EQ(message.code(), "npy-type");
    EXPECT_EQ(message.argument("type"), type);
    EXPECT_EQ(message.argument("kind"), kind);
  };
  expect_kind(">f8", "big-endian");
  expect_kind("<i8", "integers");
  expect_kind("|u1", "integers");
  expect_kind("|O", "objects");
  expect_kind("<c16", "not floats");
  EXPECT_EQ(with_type("[('a', '<f8')]").code(), "npy-records");
}

TEST(NpyTest, ShapesThatAreNotMatricesAreRejected) {
  const auto with_shape = [](const std::string& shape) {
    return rejection(
        npy_with("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }"));
  };
  for (const auto& [shape, dimensions] : {std::pair("()", "0"), std::pair("(2, 3, 4)", "3")}) {
    EXPECT_EQ(with_shape(shape).code(), "npy-dimensions");
    EXPECT_EQ(with_shape(shape).argument("dimensions"), dimensions);
  }
  for (const std::string shape :
       {"(-1, 3)", "(4294967296, 4294967296)", "(99999999999999999999, 1)"}) {
    EXPECT_EQ(with_shape(shape).code(), "malformed-npy") << shape;
  }
}

TEST(NpyTest, EveryCutOfTheHeaderIsRejected) {
  const std::string whole = npy_header_bytes({2, 3});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(parse_npy_header(whole.substr(0, size), "m.npy"), IoError) << size;
  }
  EXPECT_NO_THROW(parse_npy_header(whole, "m.npy"));
}

TEST(NpyTest, MalformedDictionariesAreRejected) {
  for (const std::string dictionary :
       {"", "[]", "{}", "{'descr': '<f8'}", "{'descr': '<f8', 'descr': '<f8'}",
        "{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1, 1)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), 'more': 1}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)} + 1"}) {
    EXPECT_EQ(rejection(npy_with(dictionary)).code(), "malformed-npy") << dictionary;
  }
  const Message newer = rejection(npy_with("{}", 4));
  EXPECT_EQ(newer.code(), "npy-version");
  EXPECT_EQ(newer.argument("version"), "4");
}

TEST(NpyTest, TheHeaderOfAGrowingMatrixIsAsLongForAnyNumberOfRows) {
  const std::size_t size = growing_npy_header_bytes(0, 7).size();
  for (const Index rows : {Index{1}, Index{99'999}, std::numeric_limits<Index>::max() / 56}) {
    const std::string bytes = growing_npy_header_bytes(rows, 7);
    EXPECT_EQ(bytes.size(), size);
    const NpyHeader header = parse_npy_header(bytes, "m.npy");
    EXPECT_EQ(header.shape, (std::vector<Index>{rows, 7}));
    EXPECT_EQ(header.data_offset, size);
    EXPECT_EQ(size % 64, 0u);
  }
}

}  // namespace npy_test
}  // namespace fairpca
