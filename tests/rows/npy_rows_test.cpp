// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/npy_rows.h"

#include <cstring>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/npy.h"
#include "files/temporary_folder.h"
#include "rows/read_all.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace npy_rows_test {

using testing::ElementsAre;

/// The matrix as an NPY file of the given type and order.
template <class Number>
std::string npy_of(const Matrix& matrix, bool fortran_order) {
  std::string bytes = npy_header_bytes({matrix.rows(), matrix.cols()});
  const auto replace = [&](const std::string& from, const std::string& to) {
    bytes.replace(bytes.find(from), from.size(), to);
  };
  if (sizeof(Number) == 4) replace("<f8", "<f4");
  if (fortran_order) replace("False", "True ");
  const auto append = [&](double value) {
    const auto number = static_cast<Number>(value);
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
  };
  if (fortran_order) {
    for (Index i = 0; i < matrix.size(); ++i) append(matrix.data()[i]);
  } else {
    for (Index i = 0; i < matrix.rows(); ++i) {
      for (Index j = 0; j < matrix.cols(); ++j) append(matrix(i, j));
    }
  }
  return bytes;
}

Matrix counting(Index rows, Index cols) {
  Matrix matrix(rows, cols);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < cols; ++j) matrix(i, j) = static_cast<double>(10 * i + j);
  }
  return matrix;
}

Message rejection(const std::filesystem::path& path, const ColumnRoles& roles = {},
                  const NpySideFiles& sides = {}) {
  return rejection_of([&] {
    NpyRows rows(path, roles, sides);
    read_all(rows);
  });
}

TEST(NpyRowsTest, BothTypesAndBothOrdersGiveTheSameRows) {
  const TemporaryFolder folder;
  const Matrix matrix = counting(5000, 3);
  for (const std::string& bytes : {npy_of<double>(matrix, false), npy_of<double>(matrix, true),
                                   npy_of<float>(matrix, false), npy_of<float>(matrix, true)}) {
    NpyRows rows(folder.write("m.npy", bytes), {});
    const WholeTable table = read_all(rows);
    EXPECT_THAT(table.chunk_rows, ElementsAre(4096, 904));
    EXPECT_EQ(table.schema.features[2], (FeatureColumn{"x3", ColumnKind::kNumeric}));
    for (Index row = 0; row < 5000; ++row) {
      ASSERT_THAT(table.numeric[row], ElementsAre(matrix(row, 0), matrix(row, 1), matrix(row, 2)));
    }
    EXPECT_EQ(rows.fraction_read(), 1.0);
    rows.rewind();
    EXPECT_EQ(rows.fraction_read(), 0.0);
    EXPECT_TRUE(same_rows(read_all(rows), table));
  }
}

TEST(NpyRowsTest, ChunksHoldTheNumbersAsTheyAreStored) {
  const TemporaryFolder folder;
  NpyRows rows(folder.write("m.npy", npy_of<float>(counting(5000, 3), false)), {});
  const RowBlock first = rows.next()->decode();
  EXPECT_EQ(first.storage.size(), 4096 * 3 / 2);
  EXPECT_EQ(static_cast<const void*>(first.numeric.floats()), first.storage.data());
}

TEST(NpyRowsTest, ChunksOfWideRowsAreOfAtMost32Megabytes) {
  const TemporaryFolder folder;
  for (const bool fortran_order : {false, true}) {
    NpyRows rows(folder.write("m.npy", npy_of<float>(counting(5, 1 << 21), fortran_order)), {});
    std::vector<Index> chunks;
    while (const auto chunk = rows.next()) {
      const RowBlock block = chunk->decode();
      const Index last = block.first_row + block.rows - 1;
      EXPECT_EQ(block.numeric(block.rows - 1, 7), static_cast<double>(10 * last + 7));
      chunks.push_back(block.rows);
    }
    EXPECT_THAT(chunks, ElementsAre(2, 2, 1));
  }
}

TEST(NpyRowsTest, ColumnsHaveRolesByTheirNames) {
  const TemporaryFolder folder;
  Matrix matrix(3, 5);
  matrix << 1, 0, 0.5, 7, 1, 2, 1, 1.5, 8, 0, 3, std::numeric_limits<double>::quiet_NaN(), 2.5, 9,
      1;
  NpyRows rows(folder.write("m.npy", npy_of<double>(matrix, false)), {.protected_columns = {"x2"},
                                                                      .label = "x5",
                                                                      .weight = "x3",
                                                                      .dropped = {"x1"},
                                                                      .categorical = {"x4"},
                                                                      .kept = {"x1"}});
  const WholeTable table = read_all(rows);
  EXPECT_THAT(table.categorical, ElementsAre(ElementsAre("7"), ElementsAre("8"), ElementsAre("9")));
  EXPECT_THAT(table.protected_levels,
              ElementsAre(ElementsAre("0"), ElementsAre("1"), ElementsAre("<missing>")));
  EXPECT_THAT(table.label, ElementsAre("1", "0", "1"));
  EXPECT_THAT(table.weights, ElementsAre(0.5, 1.5, 2.5));
  EXPECT_THAT(table.kept, ElementsAre(ElementsAre("1"), ElementsAre("2"), ElementsAre("3")));
}

TEST(NpyRowsTest, DroppedColumnsAreLeftOut) {
  const TemporaryFolder folder;
  NpyRows rows(folder.write("m.npy", npy_of<double>(counting(2, 3), true)), {.dropped = {"x2"}});
  EXPECT_THAT(read_all(rows).numeric, ElementsAre(ElementsAre(0, 2), ElementsAre(10, 12)));
}

TEST(NpyRowsTest, SideFilesGiveGroupsLabelAndWeights) {
  const TemporaryFolder folder;
  const Index n = 5000;
  std::string sex, label, weight;
  for (Index i = 0; i < n; ++i) {
    sex += i % 3 == 0 ? "F\r\n" : i % 3 == 1 ? "\r\n" : "M, or other\r\n";
    label += std::to_string(i % 2) + (i + 1 < n ? "\n" : "");
    weight += " 0.5 \n";
  }
  const NpySideFiles sides{{{"sex", folder.write("sex.txt", sex)}},
                           folder.write("label.txt", label),
                           folder.write("weight.txt", weight)};
  const auto path = folder.write("m.npy", npy_of<double>(counting(n, 2), false));
  for (const ColumnRoles& roles : {ColumnRoles{}, ColumnRoles{.dropped = {"x1"}}}) {
    NpyRows rows(path, roles, sides);
    const WholeTable table = read_all(rows);
    EXPECT_THAT(table.schema.protected_columns, ElementsAre("sex"));
    EXPECT_EQ(table.schema.label, "label");
    EXPECT_EQ(table.schema.weight, "weight");
    ASSERT_EQ(table.rows(), n);
    for (Index i = 0; i < n; ++i) {
      ASSERT_THAT(table.protected_levels[i], ElementsAre(i % 3 == 0   ? "F"
                                                         : i % 3 == 1 ? "<missing>"
                                                                      : "M, or other"));
      ASSERT_EQ(table.label[i], std::to_string(i % 2));
      ASSERT_EQ(table.weights[i], 0.5);
      ASSERT_EQ(table.numeric[i].back(), static_cast<double>(10 * i + 1));
    }
  }
}

TEST(NpyRowsTest, AColumnAndASideFileCanBothBeProtected) {
  const TemporaryFolder folder;
  NpyRows rows(folder.write("m.npy", npy_of<double>(counting(2, 2), false)),
               {.protected_columns = {"race", "x2"}},
               {{{"race", folder.write("r", "a\nb\n")}}, {}, {}});
  const WholeTable table = read_all(rows);
  EXPECT_THAT(table.schema.protected_columns, ElementsAre("x2", "race"));
  EXPECT_THAT(table.protected_levels, ElementsAre(ElementsAre("1", "a"), ElementsAre("11", "b")));
}

TEST(NpyRowsTest, SideFilesThatDoNotFitAreRejected) {
  const TemporaryFolder folder;
  const auto path = folder.write("m.npy", npy_of<double>(counting(3, 2), false));
  const auto expect_group = [&](const std::string& text, std::string_view code, Index row) {
    const auto side = folder.write("sex.txt", text);
    const Message message = rejection(path, {}, {{{"sex", side}}, {}, {}});
    EXPECT_EQ(message.code(), code);
    EXPECT_EQ(message.place(), (Place{side.string(), row, ""}));
  };
  expect_group("F\nM\n", "side-file-length", 0);
  expect_group("sex\nF\nM\nF\n", "side-file-length", 0);
  expect_group(std::string("F\n\0\nM\n", 6), "side-file-text", 2);
  expect_group("F\n\xff\nM\n", "not-utf-8", 2);
  EXPECT_EQ(rejection(path, {}, {{{"sex", folder.file("none")}}, {}, {}}).code(),
            "file-not-readable");
  const Message weight = rejection(path, {}, {{}, {}, folder.write("w", "1\n-1\n1\n")});
  EXPECT_EQ(weight.code(), "invalid-weight");
  EXPECT_EQ(weight.place(), (Place{folder.file("w").string(), 2, ""}));
  EXPECT_EQ(weight.argument("value"), "-1");
}

TEST(NpyRowsTest, ARoleIsGivenOnce) {
  const TemporaryFolder folder;
  const auto path = folder.write("m.npy", npy_of<double>(counting(3, 2), false));
  const auto side = folder.write("g", "a\nb\nc\n");
  const Message name = rejection(path, {}, {{{"x1", side}}, {}, {}});
  EXPECT_EQ(name.code(), "side-file-name");
  EXPECT_EQ(name.argument("name"), "x1");
  const Message label = rejection(path, {.label = "x1"}, {{}, side, {}});
  EXPECT_EQ(label.code(), "role-given-twice");
  EXPECT_EQ(label.argument("role"), "the label");
  const Message weight = rejection(path, {.weight = "x1"}, {{}, {}, side});
  EXPECT_EQ(weight.code(), "role-given-twice");
  EXPECT_EQ(weight.argument("role"), "the weight");
  const Message twice = rejection(path, {}, {{{"g", side}, {"g", side}}, {}, {}});
  EXPECT_EQ(twice.code(), "side-file-twice");
  EXPECT_EQ(twice.argument("name"), "g");
}

TEST(NpyRowsTest, ArraysThatAreNotRowsAreRejectedWithTheirFile) {
  const TemporaryFolder folder;
  const auto code = [&](const std::string& bytes) {
    const auto path = folder.write("m.npy", bytes);
    const Message message = rejection(path);
    EXPECT_EQ(message.place().file, path.string());
    return std::string(message.code());
  };
  EXPECT_EQ(code(npy_bytes(Vector(Vector::Ones(4)))), "npy-vector");
  EXPECT_EQ(code(npy_of<double>(Matrix(0, 3), false)), "npy-without-rows");
  EXPECT_EQ(code(npy_of<double>(Matrix(3, 0), false)), "npy-without-rows");
  const std::string whole = npy_of<double>(counting(3, 2), false);
  EXPECT_EQ(code(whole.substr(0, 20)), "malformed-npy");
  EXPECT_EQ(code(""), "malformed-npy");
  std::string integers = whole;
  integers.replace(integers.find("<f8"), 3, "<i8");
  EXPECT_EQ(code(integers), "npy-type");
  const Message cut = rejection(folder.write("m.npy", whole.substr(0, whole.size() - 1)));
  EXPECT_EQ(cut.code(), "npy-cut-short");
  EXPECT_EQ(cut.argument("needed"), "48");
  EXPECT_EQ(cut.argument("bytes"), "47");
  EXPECT_EQ(rejection(folder.file("none.npy")).code(), "file-not-readable");
  EXPECT_EQ(rejection("/dev/null").code(), "not-a-regular-file");
}

TEST(NpyRowsTest, NumbersOffTheirAlignmentAreRead) {
  const TemporaryFolder folder;
  std::string bytes = npy_of<double>(counting(3, 2), false);
  bytes.insert(bytes.find('\n'), " ");
  bytes[8] = static_cast<char>(bytes[8] + 1);
  NpyRows rows(folder.write("m.npy", bytes), {});
  EXPECT_THAT(read_all(rows).numeric,
              ElementsAre(ElementsAre(0, 1), ElementsAre(10, 11), ElementsAre(20, 21)));
}

TEST(NpyRowsTest, WrongColumnsAndWeightsAreNamed) {
  const TemporaryFolder folder;
  const auto path = folder.write("m.npy", npy_of<double>(counting(3, 2).array() - 5, false));
  const auto expect_unknown = [&](const ColumnRoles& roles, const char* column,
                                  const Setting& way) {
    const Message message = rejection(path, roles);
    EXPECT_EQ(message.code(), "unknown-column");
    EXPECT_EQ(message.place(), (Place{path.string(), 0, column}));
    EXPECT_THAT(message.ways_out(), ElementsAre(way));
  };
  expect_unknown({.protected_columns = {"sex"}}, "sex", {"group_file", "NAME=FILE"});
  expect_unknown({.label = "paid"}, "paid", {"label_file", "FILE"});
  expect_unknown({.weight = "w"}, "w", {"weight_file", "FILE"});
  const Message weight = rejection(path, {.weight = "x2"});
  EXPECT_EQ(weight.code(), "invalid-weight");
  EXPECT_EQ(weight.place(), (Place{path.string(), 1, "x2"}));
  EXPECT_EQ(weight.argument("value"), "-4");
}

}  // namespace npy_rows_test
}  // namespace fairpca
