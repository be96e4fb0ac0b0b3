// SPDX-License-Identifier: BSD-3-Clause
#include "files/json_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/rejection_of.h"

namespace fairpca {
namespace json_fields_test {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

const Json kObject = Json::parse(R"({"text": "a", "null": null, "texts": ["a", "b"],
    "levels": ["a", null], "yes": true, "count": 3, "number": 0.5, "object": {}})");

TEST(JsonFieldsTest, EveryTypeIsRead) {
  JsonFields fields(kObject, "m.fairpca");
  EXPECT_EQ(fields.text("text"), "a");
  EXPECT_THAT(fields.optional_text("text"), Optional(std::string("a")));
  EXPECT_EQ(fields.optional_text("null"), std::nullopt);
  EXPECT_THAT(fields.texts("texts"), ElementsAre("a", "b"));
  EXPECT_THAT(fields.optional_texts("levels"),
              ElementsAre(Optional(std::string("a")), std::nullopt));
  EXPECT_TRUE(fields.boolean("yes"));
  EXPECT_EQ(fields.count("count"), 3);
  EXPECT_EQ(fields.number("number"), 0.5);
  EXPECT_EQ(fields.optional_number("null"), std::nullopt);
  EXPECT_EQ(fields.object("object"), Json::object());
  EXPECT_TRUE(fields.has("count"));
  EXPECT_FALSE(fields.has("counts"));
  EXPECT_NO_THROW(fields.finish());
}

TEST(JsonFieldsTest, AFieldThatIsMissingOrOfAnotherTypeIsNamed) {
  const auto expect_damaged = [](const char* key, auto read) {
    SCOPED_TRACE(key);
    const Message message = rejection_of([&] {
      JsonFields fields(kObject, "m.fairpca", "groups[2]");
      read(fields, key);
    });
    EXPECT_EQ(message.code(), "damaged-archive");
    EXPECT_EQ(message.place().file, "m.fairpca");
    EXPECT_THAT(message.argument("reason"), HasSubstr(std::string("groups[2]: \"") + key + "\""));
  };
  expect_damaged("absent", [](JsonFields& f, const char* key) { f.text(key); });
  expect_damaged("null", [](JsonFields& f, const char* key) { f.text(key); });
  expect_damaged("levels", [](JsonFields& f, const char* key) { f.texts(key); });
  expect_damaged("text", [](JsonFields& f, const char* key) { f.optional_texts(key); });
  expect_damaged("count", [](JsonFields& f, const char* key) { f.boolean(key); });
  expect_damaged("number", [](JsonFields& f, const char* key) { f.count(key); });
  expect_damaged("text", [](JsonFields& f, const char* key) { f.number(key); });
  expect_damaged("object", [](JsonFields& f, const char* key) { f.array(key); });
  expect_damaged("texts", [](JsonFields& f, const char* key) { f.object(key); });
}

TEST(JsonFieldsTest, AFieldNobodyReadIsRejected) {
  JsonFields fields(kObject, "m.fairpca");
  for (const char* key : {"text", "null", "texts", "levels", "yes", "count", "number"}) {
    EXPECT_TRUE(fields.has(key));
  }
  EXPECT_EQ(rejection_of([&] { fields.finish(); }).code(), "damaged-archive");
}

}  // namespace json_fields_test
}  // namespace fairpca
