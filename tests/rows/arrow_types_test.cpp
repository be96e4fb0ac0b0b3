// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/rows/arrow_export.h"
#include "fairpca/rows/arrow_rows.h"
#include "rows/arrow_builder.h"
#include "rows/read_all.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace arrow_types_test {

using testing::ElementsAre;
using testing::HasSubstr;

WholeTable read_batches(const MadeStream& made, const ColumnRoles& roles = {}) {
  ArrowRows rows(arrow_table_of(made), roles);
  return read_all(rows);
}

/// The numbers of the only column of a batch.
std::vector<double> numbers_in(const MadeArray& column) {
  std::vector<double> out;
  for (const auto& row : read_batches({{batch_of({column})}}).numeric) out.push_back(row.at(0));
  return out;
}

std::vector<std::string> levels_in(const MadeStream& made, const ColumnRoles& roles = {}) {
  std::vector<std::string> out;
  for (const auto& row : read_batches(made, roles).categorical) out.push_back(row.at(0));
  return out;
}

TEST(ArrowTypesTest, AllNumbersAreRead) {
  EXPECT_THAT(numbers_in(number_column<std::int8_t>("x", "c", {-128, 5})), ElementsAre(-128, 5));
  EXPECT_THAT(numbers_in(number_column<std::uint8_t>("x", "C", {255, 5})), ElementsAre(255, 5));
  EXPECT_THAT(numbers_in(number_column<std::int16_t>("x", "s", {-32768})), ElementsAre(-32768));
  EXPECT_THAT(numbers_in(number_column<std::uint16_t>("x", "S", {65535})), ElementsAre(65535));
  EXPECT_THAT(numbers_in(number_column<std::int32_t>("x", "i", {-7}, 5)), ElementsAre(-7));
  EXPECT_THAT(numbers_in(number_column<std::uint32_t>("x", "I", {4294967295U})),
              ElementsAre(4294967295.0));
  EXPECT_THAT(numbers_in(number_column<std::uint64_t>("x", "L", {1ULL << 63})),
              ElementsAre(std::ldexp(1.0, 63)));
  EXPECT_THAT(numbers_in(number_column<float>("x", "f", {0.1F})), ElementsAre(double{0.1F}));
  EXPECT_THAT(numbers_in(number_column<std::uint16_t>("x", "e", {0x3e00})), ElementsAre(1.5));
}

TEST(ArrowTypesTest, DecimalsAreTheNearestDoubleOfTheirText) {
  EXPECT_THAT(numbers_in(number_column<std::int32_t>("x", "d:9,2,32", {-12345})),
              ElementsAre(-123.45));
  EXPECT_THAT(numbers_in(number_column<std::int64_t>("x", "d:18,1,64", {123456789012345679})),
              ElementsAre(12345678901234567.9));
  MadeArray wide = number_column<std::int64_t>("x", "d:38,3", {-1, -1, 1, 1});
  wide.length = 2;  // of 128 bits: -1, and 2^64 + 1
  EXPECT_THAT(numbers_in(wide), ElementsAre(-0.001, 18446744073709551.617));
  MadeArray wider = number_column<std::int64_t>("x", "d:76,0,256", {0, 0, 0, 1});
  wider.length = 1;
  EXPECT_THAT(numbers_in(wider), ElementsAre(std::ldexp(1.0, 192)));
  EXPECT_THAT(levels_in({{batch_of({wide})}}, {.categorical = {"x"}}),
              ElementsAre("-0.001", "18446744073709551.617"));
}

TEST(ArrowTypesTest, OnlyWholeNumbersThatAreRoundedAreWarnedOf) {
  const std::int64_t exact = (std::int64_t{1} << 53) + 2, rounded = (std::int64_t{1} << 53) + 1;
  const auto warned = [](const std::vector<std::optional<std::int64_t>>& cells) {
    ArrowRows rows(arrow_table_of({{batch_of({number_column("id", "l", cells)})}}), {});
    read_all(rows);
    return rows.warnings().size();
  };
  EXPECT_EQ(warned({1, exact, -exact, std::int64_t{1} << 62}), 0U);
  EXPECT_EQ(warned({1, rounded}), 1U);
  EXPECT_EQ(warned({1, -rounded, -rounded}), 1U);
}

TEST(ArrowTypesTest, DecimalsWithoutPlacesAreWarnedOfAsWholeNumbersAre) {
  const std::int64_t rounded = (std::int64_t{1} << 53) + 1;
  const auto warned = [](const char* format, const std::vector<std::optional<std::int64_t>>& words,
                         std::int64_t cells) {
    MadeArray column = number_column<std::int64_t>("id", format, words);
    column.length = cells;
    ArrowRows rows(arrow_table_of({{batch_of({column})}}), {});
    read_all(rows);
    return rows.warnings().size();
  };
  EXPECT_EQ(warned("d:38,0", {rounded, 0}, 1), 1U);
  EXPECT_EQ(warned("d:38,0", {-rounded, -1, 5, 0}, 2), 1U);
  EXPECT_EQ(warned("d:38,0", {1, 1}, 1), 1U);        // 2^64 + 1
  EXPECT_EQ(warned("d:38,0", {0, 1 << 20}, 1), 0U);  // 2^84
  EXPECT_EQ(warned("d:38,2", {rounded, 0}, 1), 0U);  // no whole numbers
}

TEST(ArrowTypesTest, TextsAreReadInAllLayouts) {
  const Texts cells = {"a",  std::nullopt, "", "exactly 12 b", "a text that needs its own buffer",
                       "NA", "a"};
  for (const std::string format : {"u", "U", "vu"}) {
    for (const std::int64_t offset : {0, 1, 9}) {
      EXPECT_THAT(levels_in({{batch_of({text_column("t", format, cells, offset)})}}),
                  ElementsAre("a", "<missing>", "<missing>", "exactly 12 b",
                              "a text that needs its own buffer", "<missing>", "a"))
          << format << offset;
    }
  }
}

template <class Place>
MadeArray coded(const std::string& format, const std::vector<std::optional<Place>>& places,
                const Texts& values, std::int64_t offset = 0) {
  return batch_of(
      {dictionary_column<Place>("t", format, places, text_column("", "vu", values, 2), offset)});
}

TEST(ArrowTypesTest, DictionariesMayChangeFromBatchToBatch) {
  const MadeStream made{{coded<std::uint8_t>("C", {1, 0, std::nullopt}, {"a", "b"}),
                         coded<std::uint8_t>("C", {0, 1, 2}, {"b", "c", std::nullopt}, 3)}};
  EXPECT_THAT(levels_in(made), ElementsAre("b", "a", "<missing>", "b", "c", "<missing>"));
  ArrowRows rows(arrow_table_of(made), {});
  EXPECT_THAT(rows.next()->decode().categorical[0].levels, ElementsAre("b", "a", "c"));
}

TEST(ArrowTypesTest, LevelsComeFromTheCodesThatAreUsed) {
  ArrowRows rows(arrow_table_of({{coded<std::int64_t>("l", {2, 2}, {"a", "b", "c"})}}), {});
  EXPECT_THAT(rows.next()->decode().categorical[0].levels, ElementsAre("c"));
}

TEST(ArrowTypesTest, NumbersAndBooleansAreSpelledAsLevels) {
  const auto levels = [](const MadeArray& column) {
    return levels_in({{batch_of({column})}}, {.categorical = {"x"}});
  };
  EXPECT_THAT(levels(boolean_column("x", {true, false, std::nullopt}, 3)),
              ElementsAre("true", "false", "<missing>"));
  EXPECT_THAT(levels(number_column<double>("x", "g", {1, 0.1, 1e16, NAN, -2.5})),
              ElementsAre("1.0", "0.1", "1e+16", "<missing>", "-2.5"));
  EXPECT_THAT(levels(number_column<double>("x", "g", {1e15, 1e-5, 0.0, -0.0, INFINITY})),
              ElementsAre("1000000000000000.0", "1e-05", "0.0", "-0.0", "inf"));
  EXPECT_THAT(levels(number_column<float>("x", "f", {1, 0.1F, 16777216, 1e16F})),
              ElementsAre("1.0", "0.1", "16777216.0", "1e+16"));
  EXPECT_THAT(levels(number_column<std::uint64_t>("x", "L", {~0ULL, 3})),
              ElementsAre("18446744073709551615", "3"));
}

TEST(ArrowTypesTest, TimesShowAsManyPlacesAsTheirUnitHas) {
  const auto levels = [](const char* format,
                         const std::vector<std::optional<std::int64_t>>& cells) {
    return levels_in({{batch_of({number_column("x", format, cells)})}}, {.categorical = {"x"}});
  };
  EXPECT_THAT(levels("tss:", {1}), ElementsAre("1970-01-01 00:00:01"));
  EXPECT_THAT(levels("tsm:", {1'000, -1}),
              ElementsAre("1970-01-01 00:00:01.000", "1969-12-31 23:59:59.999"));
  EXPECT_THAT(levels("tsu:", {1'500'000, -1}),
              ElementsAre("1970-01-01 00:00:01.500000", "1969-12-31 23:59:59.999999"));
  EXPECT_THAT(levels("tsn:UTC", {0}), ElementsAre("1970-01-01 00:00:00.000000000Z"));
  EXPECT_THAT(levels("ttu", {48'600'000'000}), ElementsAre("13:30:00.000000"));
}

/// The levels of a column, read by a model that knows `known`.
std::vector<std::string> levels_as_known(const MadeArray& column,
                                         const std::vector<std::string>& known) {
  ArrowTable table = arrow_table_of({{batch_of({column})}});
  table.known_levels = {{"x", known}};
  ArrowRows rows(table, {.categorical = {"x"}});
  return rows.next()->decode().categorical[0].levels;
}

TEST(ArrowTypesTest, BooleansAreSpelledAsAModelKnowsThem) {
  EXPECT_THAT(levels_as_known(boolean_column("x", {true, false}), {"False", "True"}),
              ElementsAre("True", "False"));
}

TEST(ArrowTypesTest, FloatsAreSpelledAsAModelKnowsThem) {
  const MadeArray doubles = number_column<double>("x", "g", {1, 1e-5, 2, NAN, 1e16});
  EXPECT_THAT(levels_as_known(doubles, {"1", "0.00001", "word", "1e+16"}),
              ElementsAre("1", "0.00001", "2.0", "1e+16"));
  EXPECT_THAT(levels_as_known(doubles, {"1", "1.0", "2"}),
              ElementsAre("1.0", "1e-05", "2", "1e+16"));
  const MadeArray floats = number_column<float>("x", "f", {1, 0.1F, 0.2F});
  EXPECT_THAT(levels_as_known(floats, {"1", "0.10000000149011612", "0.2"}),
              ElementsAre("1", "0.10000000149011612", "0.2"));
  EXPECT_THAT(levels_as_known(number_column<std::int32_t>("x", "i", {1}), {"1.0"}),
              ElementsAre("1"));
}

TEST(ArrowTypesTest, DatesAreNotFeaturesButMayBeCategories) {
  const MadeArray batch = batch_of({number_column<std::int32_t>("day", "tdD", {0})});
  EXPECT_EQ(rejection_of([&] { read_batches({{batch}}); }).code(), "date-columns");
  EXPECT_THAT(levels_in({{batch}}, {.categorical = {"day"}}), ElementsAre("1970-01-01"));
}

TEST(ArrowTypesTest, AModelSaysTheKinds) {
  const MadeStream made{{batch_of({text_column("x", "u", {"1", "b"})})}};
  const ColumnRoles numeric{.features = {{{"x", ColumnKind::kNumeric}}}};
  const Message message = rejection_of([&] { read_batches(made, numeric); });
  EXPECT_EQ(message.code(), "not-a-number-as-in-the-model");
  EXPECT_EQ(message.place(), (Place{"", 2, "x"}));
  EXPECT_EQ(rejection_of([&] { read_batches(made); }).code(), "text-in-number-column");
}

TEST(ArrowTypesTest, HostileArraysAreRejectedByColumn) {
  const auto place_of = [](const MadeArray& column, const char* code) {
    const Message message = rejection_of([&] { read_batches({{batch_of({column})}}); });
    EXPECT_EQ(message.code(), code);
    return message.place();
  };
  const MadeArray good = number_column<double>("x", "g", {1, 2});
  MadeArray bad = good;
  bad.offset = -1;
  EXPECT_EQ(place_of(bad, "damaged-stream-cell").column, "x");
  bad = good;
  bad.buffers[1] = std::nullopt;
  EXPECT_EQ(place_of(bad, "damaged-stream-cell").column, "x");
  bad.buffers.pop_back();
  EXPECT_EQ(place_of(bad, "damaged-stream-cell").column, "x");
  MadeArray text = text_column("t", "u", {"a", "b"});
  text.buffers[1] = arrow_builder::bytes_of<std::int32_t>({0, 1, -5});
  EXPECT_EQ(place_of(text, "damaged-stream-cell"), (Place{"", 2, "t"}));
  MadeArray view = text_column("t", "vu", {"a", "a text that needs its own buffer"});
  (*view.buffers[1])[16 + 8] = 1;  // there is no such buffer
  EXPECT_EQ(place_of(view, "damaged-stream-cell"), (Place{"", 2, "t"}));
  EXPECT_EQ(place_of(text_column("t", "u", {"a", "\xff"}), "not-utf-8"), (Place{"", 2, "t"}));
  EXPECT_EQ(
      place_of(coded<std::int8_t>("c", {0, 2}, {"a", "b"}).children[0], "damaged-stream-cell"),
      (Place{"", 2, "t"}));
}

TEST(ArrowTypesTest, HostileBatchesAreRejected) {
  const MadeArray good = batch_of({number_column<double>("x", "g", {1, 2})});
  const auto code_of = [&](const MadeArray& batch) {
    const MadeStream made{.batches = {batch}, .schema = good};
    const std::string code(rejection_of([&] { read_batches(made); }).code());
    EXPECT_TRUE(made.balance->is_even());
    return code;
  };
  MadeArray bad = good;
  bad.length = -1;
  EXPECT_EQ(code_of(bad), "damaged-stream");
  bad = good;
  bad.length = 3;
  EXPECT_EQ(code_of(bad), "damaged-stream-cell");
  bad = good;
  bad.children.push_back(bad.children[0]);
  EXPECT_EQ(code_of(bad), "damaged-stream");
  EXPECT_EQ(rejection_of([] { read_batches({{number_column<double>("x", "g", {1})}}); }).code(),
            "stream-schema");
}

TEST(ArrowTypesTest, WhatIsExportedIsReadAgain) {
  auto open = [](ArrowArrayStream* out) {
    auto left = std::make_shared<int>(2);
    export_arrow(
        {.texts = {"id"},
         .numbers = {"pc1", "pc2"},
         .next = [left]() -> std::optional<ArrowBatch> {
           if ((*left)-- == 0) return std::nullopt;
           return ArrowBatch{.texts = {{"a", "b"}}, .numbers = RowMatrix{{1.0, 2.0}, {3.0, 4.5}}};
         }},
        out);
  };
  ArrowRows rows({.open = open}, {.kept = {"id"}});
  const WholeTable table = read_all(rows);
  EXPECT_EQ(table.rows(), 4);
  EXPECT_EQ(table.numeric[3], (std::vector<double>{3, 4.5}));
  EXPECT_EQ(table.kept[1][0], "b");
}

TEST(ArrowTypesTest, WhatAnExportThrowsReachesTheReader) {
  auto held = std::make_shared<int>(0);
  ArrowArrayStream stream = {};
  export_arrow(
      {.numbers = {"pc1"},
       .next = [held]() -> std::optional<ArrowBatch> { throw std::runtime_error("no more"); }},
      &stream);
  EXPECT_EQ(held.use_count(), 2);
  ArrowArray array = {};
  EXPECT_EQ(stream.get_next(&stream, &array), EIO);
  EXPECT_STREQ(stream.get_last_error(&stream), "no more");
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_EQ(stream.get_next(&stream, &array), 0);
  EXPECT_EQ(array.release, nullptr);
  stream.release(&stream);
  EXPECT_EQ(stream.release, nullptr);
}

}  // namespace arrow_types_test
}  // namespace fairpca
