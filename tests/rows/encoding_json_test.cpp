// SPDX-License-Identifier: BSD-3-Clause
#include "rows/encoding_json.h"

#include <gtest/gtest.h>

#include "text/rejection_of.h"

namespace fairpca {
namespace encoding_json_test {

using Json = nlohmann::json;

Encoding sample() {
  return Encoding(std::vector<EncodedColumn>{
      {{"age", ColumnKind::kNumeric}, {}},
      {{"--drop me", ColumnKind::kCategorical}, {"a \"b\"", "caf\xc3\xa9"}},
      {{"none", ColumnKind::kCategorical}, {}}});
}

TEST(EncodingJsonTest, ColumnsAreListedWithNameKindAndLevels) {
  EXPECT_EQ(encoding_json(sample()).dump(),
            R"([{"name":"age","kind":"numeric"},)"
            R"({"name":"--drop me","kind":"categorical","levels":["a \"b\"","caf)"
            "\xc3\xa9"
            R"("]},{"name":"none","kind":"categorical","levels":[]}])");
}

TEST(EncodingJsonTest, WhatIsWrittenIsReadBack) {
  EXPECT_EQ(parse_encoding(Json::parse(encoding_json(sample()).dump()), "m"), sample());
  EXPECT_EQ(parse_encoding(Json::array(), "m"), Encoding());
}

Encoding sample_with_dropped_columns() {
  return Encoding({{.column = {"age", ColumnKind::kNumeric}, .levels = {}, .is_dropped = true},
                   {.column = {"job", ColumnKind::kCategorical},
                    .levels = {"(missing)", "smith"},
                    .missing_is_level = true,
                    .dropped_levels = {"baker"}}});
}

TEST(EncodingJsonTest, MissingLevelsAndDroppedColumnsAreListedWhereThereAreAny) {
  const std::string text = encoding_json(sample_with_dropped_columns()).dump();
  EXPECT_EQ(text, R"([{"name":"age","kind":"numeric","dropped":true},)"
                  R"~({"name":"job","kind":"categorical","levels":["(missing)","smith"],)~"
                  R"("missing_is_level":true,"dropped_levels":["baker"]}])");
  EXPECT_EQ(parse_encoding(Json::parse(text), "m"), sample_with_dropped_columns());
}

TEST(EncodingJsonTest, MissingLevelsAndDroppedColumnsThatCannotBeAreDamaged) {
  const auto expect_damaged = [](auto change) {
    Json list = Json::parse(encoding_json(sample_with_dropped_columns()).dump());
    change(list);
    SCOPED_TRACE(list.dump());
    EXPECT_EQ(rejection_of([&] { parse_encoding(list, "m"); }).code(), "damaged-archive");
  };
  expect_damaged([](Json& list) { list[0]["dropped"] = 1; });
  expect_damaged([](Json& list) { list[0]["missing_is_level"] = true; });
  expect_damaged([](Json& list) { list[1]["dropped"] = true; });
  expect_damaged([](Json& list) { list[1]["dropped_levels"] = {"smith"}; });
  expect_damaged([](Json& list) { list[1]["dropped_levels"] = "baker"; });
  expect_damaged([](Json& list) { list[1]["levels"] = {"smith"}; });
}

TEST(EncodingJsonTest, AnythingElseIsDamaged) {
  const auto expect_damaged = [](auto change) {
    Json list = Json::parse(encoding_json(sample()).dump());
    change(list);
    SCOPED_TRACE(list.dump());
    const Message message = rejection_of([&] { parse_encoding(list, "m.fairpca"); });
    EXPECT_EQ(message.code(), "damaged-archive");
    EXPECT_EQ(message.place().file, "m.fairpca");
  };
  expect_damaged([](Json& list) { list[0] = 7; });
  expect_damaged([](Json& list) { list[0].erase("name"); });
  expect_damaged([](Json& list) { list[0]["name"] = nullptr; });
  expect_damaged([](Json& list) { list[0]["kind"] = "date"; });
  expect_damaged([](Json& list) { list[0]["levels"] = Json::array(); });
  expect_damaged([](Json& list) { list[1].erase("levels"); });
  expect_damaged([](Json& list) { list[1]["levels"][0] = 1; });
  expect_damaged([](Json& list) { std::swap(list[1]["levels"][0], list[1]["levels"][1]); });
  expect_damaged([](Json& list) { list[1]["unit"] = "m"; });
  expect_damaged([](Json& list) { list[2]["name"] = "age"; });
  expect_damaged([](Json& list) { list[0]["name"] = std::string((1 << 20) + 1, 'x'); });
}

}  // namespace encoding_json_test
}  // namespace fairpca
