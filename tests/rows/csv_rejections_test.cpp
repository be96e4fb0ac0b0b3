// SPDX-License-Identifier: BSD-3-Clause
#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/rows/csv_rows.h"
#include "files/temporary_folder.h"
#include "rows/csv_files.h"
#include "rows/read_all.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace csv_rejections_test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// How the text is rejected when it is opened and read to its end.
Message rejection(const std::string& text, const ColumnRoles& roles = {},
                  const CsvOptions& options = {}) {
  const TemporaryFolder folder;
  const auto path = folder.write("data.csv", text);
  const Message message = rejection_of([&] {
    CsvRows rows(path, roles, options);
    read_all(rows);
  });
  EXPECT_EQ(message.place().file, path.string());
  return message;
}

/// What a message is about; row 0, an empty column or line: it names none.
struct Found {
  std::string code;
  std::int64_t row = 0;
  std::string column = {}, line = {};
  bool operator==(const Found&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Found& found) {
  return out << found.code << ", row " << found.row << ", column '" << found.column << "', line "
             << found.line;
}

Found found(const Message& message) {
  const Place place = message.place();
  return {std::string(message.code()), place.row, place.column, message.argument("line")};
}

TEST(CsvRejectionsTest, AMissingFileAndAFolder) {
  const TemporaryFolder folder;
  const auto missing = folder.file("none.csv");
  const Message message = rejection_of([&] { CsvRows rows(missing, {}); });
  EXPECT_EQ(message.code(), "file-not-readable");
  EXPECT_EQ(message.place().file, missing.string());
  EXPECT_EQ(message.argument("reason"), "No such file or directory");
  EXPECT_EQ(rejection_of([&] { CsvRows rows(folder.path(), {}); }).code(),
            "folder-instead-of-file");
}

TEST(CsvRejectionsTest, AnEmptyFileAndAHeaderWithoutRows) {
  for (const std::string text : {"", "\n", "\r\n\n\n", "\xef\xbb\xbf", "\xef\xbb\xbf\n"}) {
    EXPECT_EQ(rejection(text).code(), "empty-file");
  }
  EXPECT_EQ(rejection(gzip("")).code(), "empty-file");
  for (const std::string text : {"a,b", "a,b\n", "a,b\r\n\r\n"}) {
    EXPECT_EQ(rejection(text).code(), "header-without-rows");
  }
}

TEST(CsvRejectionsTest, ARaggedRowIsNamedByRowAndLine) {
  const Message message = rejection("a,b,c\n1,\"x\ny\",3\n\n4,5\n");
  EXPECT_EQ(found(message), (Found{"ragged-row", 2, "", "5"}));
  EXPECT_EQ(message.argument("cells"), "2");
  EXPECT_EQ(message.argument("columns"), "3");
  EXPECT_EQ(found(rejection("a,b\n1,2\n3,4,5\n")), (Found{"ragged-row", 2, "", "3"}));
  EXPECT_EQ(rejection("a,b\n1,2\n3,4,\n").argument("cells"), "3");
  EXPECT_EQ(found(rejection("a,b\n1\n")), (Found{"ragged-row", 1, "", "2"}));
  EXPECT_EQ(found(rejection("1,2\n3\n", {}, {.header = false})), (Found{"ragged-row", 2, "", "2"}));
}

TEST(CsvRejectionsTest, AShiftedRowIsCalledRaggedRatherThanNotANumber) {
  EXPECT_EQ(found(rejection("age,sex,pay\n1,F,2\nF,3\n")), (Found{"ragged-row", 2, "", "3"}));
}

TEST(CsvRejectionsTest, TextInANumericColumnIsNamedWithTheWaysOut) {
  std::string text = "age,sex\n";
  for (int i = 0; i < 5000; ++i) text += "30,F\n";
  const Message message = rejection(text + "abc,M\n");
  EXPECT_EQ(found(message), (Found{"not-a-number", 5001, "age", "5002"}));
  EXPECT_EQ(message.argument("value"), "abc");
  EXPECT_THAT(message.ways_out(), Contains(Setting{"categorical", "age"}));
  EXPECT_THAT(message.ways_out(), Contains(Setting{"na", "abc"}));
  const std::vector<FeatureColumn> features = {{"age", ColumnKind::kNumeric}};
  EXPECT_EQ(found(rejection("age,sex\nabc,M\n", {.features = features})),
            (Found{"not-a-number-as-in-the-model", 1, "age", "2"}));
}

TEST(CsvRejectionsTest, AColumnNamedLikeAnOptionKeepsItsName) {
  for (const std::string name : {"--drop me", "x (--drop me)", "{value} [drop]"}) {
    const Message message = rejection(name + ",b\n1,2\nabc,3\n");
    EXPECT_EQ(message.place().column, name);
    EXPECT_THAT(message.text(), HasSubstr("column '" + name + "'"));
    EXPECT_THAT(message.ways_out(), Contains(Setting{"categorical", name}));
  }
}

TEST(CsvRejectionsTest, InfinitiesAndNumbersTooLarge) {
  for (const std::string cell : {"inf", "-inf", "Infinity", "+INF"}) {
    const Message message = rejection("x,y\n1,2\n" + cell + " ,3\n");
    EXPECT_EQ(found(message), (Found{"infinite-cell", 2, "x", "3"}));
    EXPECT_EQ(message.argument("value"), cell + " ");
    EXPECT_THAT(message.ways_out(), Contains(Setting{"na", cell}));
  }
  EXPECT_EQ(found(rejection("x,y\n1,2\n-1e309,3\n")), (Found{"too-large-number", 2, "x", "3"}));
}

TEST(CsvRejectionsTest, AQuoteThatIsNeverClosedIsNamedByItsLine) {
  EXPECT_EQ(found(rejection("a,b\n1,2\n3,\"x\n4,5\n6,7\n")), (Found{"open-quote", 2, "2", "3"}));
  EXPECT_EQ(found(rejection("a,b\n\"1\n2\",\"x\n4,5\n")), (Found{"open-quote", 1, "2", "3"}));
  EXPECT_EQ(found(rejection("a,\"b\n1,2\n")), (Found{"open-quote", 0, "2", "1"}));
}

TEST(CsvRejectionsTest, TextBehindAClosingQuote) {
  EXPECT_EQ(found(rejection("a,b\nx,\"y\"z\n")), (Found{"malformed-quote", 1, "b", "2"}));
  EXPECT_EQ(found(rejection("a,\"b\" c\n1,2\n")), (Found{"malformed-quote", 0, "", "1"}));
}

TEST(CsvRejectionsTest, ZeroBytes) {
  const std::string zero("1,\0002\n", 5);
  EXPECT_EQ(found(rejection("a,b\n3,4\n" + zero)), (Found{"zero-byte", 0, "", "3"}));
  EXPECT_EQ(found(rejection(std::string("a\0b\n1\n", 6))), (Found{"zero-byte", 0, "", "1"}));
}

TEST(CsvRejectionsTest, RolesThatDoNotFitTheHeader) {
  const Message unknown = rejection("age,sex\n1,F\n", {.protected_columns = {"sexe"}});
  EXPECT_EQ(found(unknown), (Found{"unknown-column", 0, "sexe", ""}));
  EXPECT_THAT(unknown.ways_out(), IsEmpty());
}

TEST(CsvRejectionsTest, AFileOfAnotherDelimiterIsRejectedWithTheRightOne) {
  const auto expect_delimiter = [](const char* likely, const Message& message) {
    EXPECT_EQ(message.code(), "other-delimiter");
    EXPECT_THAT(message.ways_out(), ElementsAre(Setting{"delimiter", likely}));
  };
  const ColumnRoles by_sex = {.protected_columns = {"sex"}};
  const std::vector<FeatureColumn> features = {{"age", ColumnKind::kNumeric}};
  expect_delimiter(";", rejection("age;sex\n1;F\n", by_sex));
  expect_delimiter("tab", rejection("age\tsex\n1\tF\n", by_sex));
  expect_delimiter("|", rejection("age|sex\n1|F\n", {.features = features}));
  expect_delimiter(",", rejection("age,sex\n1,F\n", by_sex, {.delimiter = ';'}));
  expect_delimiter(";", rejection("age;sex\n1;F\n"));
  expect_delimiter(";", rejection("age;pay\n1;2\n"));
  expect_delimiter(";", rejection("age;pay\n1,5;2,5\n"));  // a comma before the decimals
  expect_delimiter(";", rejection("1;2\n3;4\n", {}, {.header = false}));
  expect_delimiter("tab", rejection("a;b\tc\td\n1\t2\t3\n"));
}

TEST(CsvRejectionsTest, OneColumnWhoseNameHoldsASemicolonIsRead) {
  const TemporaryFolder folder;
  for (const char* text : {"length; mm\n1\n2\n", "note; free\nred\nblue\n"}) {
    EXPECT_NO_THROW(CsvRows(folder.write("t", text), {}));
  }
}

TEST(CsvRejectionsTest, ColumnsOfDatesAreRejectedAllAtOnceWithTheWaysOut) {
  const std::string text =
      "born,age,seen,sex\n2013-08-14,1,,F\n,2,05:41:20,M\n1999-12-31,3,23:59,M\n";
  const Message two = rejection(text);
  EXPECT_EQ(found(two), (Found{"date-columns", 0, "born", ""}));
  EXPECT_EQ(two.argument("dates"), "2 columns hold");
  EXPECT_THAT(two.ways_out(), UnorderedElementsAre(Setting{"drop", "born"}, Setting{"drop", "seen"},
                                                   Setting{"categorical", "born"}));
  const Message one = rejection(text, {.dropped = {"born"}});
  EXPECT_EQ(one.argument("dates"), "column 'seen' holds");
  const TemporaryFolder folder;
  const auto path = folder.write("t", text);
  EXPECT_NO_THROW(CsvRows(path, {.dropped = {"born", "seen"}}));
  EXPECT_NO_THROW(CsvRows(path, {.label = "seen", .categorical = {"born"}}));
  EXPECT_NO_THROW(CsvRows(path, {.protected_columns = {"born"}, .dropped = {"seen"}}));
}

TEST(CsvRejectionsTest, OneCellThatIsNoDateMakesAColumnOfCategories) {
  const TemporaryFolder folder;
  for (const char* text : {"x,d\n1,2013-08-14\n2,later\n", "x,d\n1,later\n2,2013-08-14\n",
                           "x,d\n1,12/45\n2,13/45\n", "x,d\n1,20130814\n2,20130815\n"}) {
    EXPECT_NO_THROW(CsvRows(folder.write("t", text), {})) << text;
  }
}

TEST(CsvRejectionsTest, ColumnsWithoutValuesAndColumnsOfDatesAreRejectedTogether) {
  const Message message = rejection("none,when,x\n,14/08/2013,1\nNA,15/08/2013,2\n");
  EXPECT_EQ(found(message), (Found{"unusable-columns", 0, "none", ""}));
  EXPECT_EQ(message.argument("columns"), "column 'none' has");
  EXPECT_EQ(message.argument("dates"), "column 'when' holds");
  EXPECT_THAT(message.ways_out(),
              UnorderedElementsAre(Setting{"drop", "none"}, Setting{"drop", "when"},
                                   Setting{"categorical", "when"}));
}

TEST(CsvRejectionsTest, AFieldOfTenMegabytesIsNamedWithTheLimit) {
  const std::string huge(10'000'000, 'x');
  const Message message = rejection("a,b\n1,2\n3," + huge + "\n");
  EXPECT_EQ(found(message), (Found{"long-cell", 2, "2", "3"}));
  EXPECT_EQ(message.argument("limit"), "1048576");
  EXPECT_EQ(message.argument("hint"), "");
  EXPECT_THAT(rejection("a,b\n1,2\n3,\"" + huge + "\"\n").argument("hint"), HasSubstr("quote"));
  EXPECT_EQ(found(rejection("a," + huge + "\n")), (Found{"long-cell", 0, "2", "1"}));
  EXPECT_EQ(found(rejection("a,b\n1,2\n3,12345678901\n", {}, {.max_field_bytes = 10})),
            (Found{"long-cell", 2, "b", "3"}));
  EXPECT_EQ(found(rejection("a,bbbbbbbbbbbb\n1,2\n", {}, {.max_field_bytes = 10})),
            (Found{"long-cell", 0, "2", "1"}));
}

TEST(CsvRejectionsTest, TooManyColumns) {
  const Message message = rejection("a,b,c\n1,2,3\n", {}, {.max_columns = 2});
  EXPECT_EQ(found(message), (Found{"column-limit", 0, "", "1"}));
  EXPECT_EQ(message.argument("limit"), "2");
  std::string header = "c";
  for (int i = 0; i < 3'000'000; ++i) header += ",c";
  EXPECT_EQ(rejection(header + "\n").argument("limit"), "100000");
}

TEST(CsvRejectionsTest, OtherEncodingsOfText) {
  for (const std::string mark : {"\xff\xfe", "\xfe\xff"}) {
    EXPECT_EQ(rejection(mark + "a").code(), "utf-16-text");
  }
  const Message header = rejection(
      "a,stra\xdf"
      "e\n1,2\n");
  EXPECT_EQ(header.code(), "column-name-not-utf-8");
  EXPECT_EQ(header.argument("position"), "2");
  EXPECT_THAT(header.text(), HasSubstr("'stra\\xdfe'"));
  EXPECT_EQ(found(rejection("a,b\n1,K\xf6ln\n")), (Found{"not-utf-8", 1, "b", "2"}));
  EXPECT_EQ(rejection("a,b\r1,2\r3,4\r").code(), "carriage-returns");
}

TEST(CsvRejectionsTest, ColumnsWithoutAnyValue) {
  const Message two = rejection("a,b,c\n1,,NA\n2,,\n");
  EXPECT_EQ(found(two), (Found{"columns-without-values", 0, "b", ""}));
  EXPECT_EQ(two.argument("columns"), "2 columns have");
  EXPECT_THAT(two.ways_out(), UnorderedElementsAre(Setting{"drop", "b"}, Setting{"drop", "c"}));
  EXPECT_EQ(rejection("a,b\n1,\n").argument("columns"), "column 'b' has");
  const TemporaryFolder folder;
  EXPECT_NO_THROW(CsvRows(folder.write("t", "a,b\n1,\n"), {.protected_columns = {"b"}}));
}

TEST(CsvRejectionsTest, Weights) {
  for (const std::string cell : {"-1", "x", "", "NA", "inf", "nan", "1e999"}) {
    const Message message = rejection("a,w\n1,2\n3," + cell + "\n", {.weight = "w"});
    EXPECT_EQ(found(message), (Found{"invalid-weight", 2, "w", "3"}));
    EXPECT_EQ(message.argument("value"), cell);
  }
}

TEST(CsvRejectionsTest, DamagedGzip) {
  std::string text = "a,b\n";
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * 7919 % 1000) + ",2\n";
  const std::string whole = gzip(text);
  EXPECT_EQ(rejection(whole.substr(0, whole.size() / 2)).code(), "gzip-cut-short");
  EXPECT_EQ(rejection(whole.substr(0, whole.size() - 1)).code(), "gzip-cut-short");
  std::string flipped = whole;
  flipped[whole.size() - 6] = static_cast<char>(flipped[whole.size() - 6] ^ 1);
  EXPECT_EQ(rejection(flipped).code(), "damaged-gzip");
  EXPECT_EQ(rejection(whole + "rubbish").code(), "damaged-gzip");
  EXPECT_EQ(rejection("\x1f\x8b").code(), "gzip-cut-short");
}

TEST(CsvRejectionsTest, OptionsThatCannotBe) {
  const TemporaryFolder folder;
  const auto path = folder.write("t.csv", "a,b\n1,2\n");
  const auto option = [&](const CsvOptions& options) {
    const Message message = rejection_of([&] { CsvRows rows(path, {}, options); });
    EXPECT_EQ(message.code(), "option-value");
    return message.option();
  };
  for (const char delimiter : {'"', '\n', '\r', '\0', '.', '-', '+', '5', 'e'}) {
    EXPECT_EQ(option({.delimiter = delimiter}), "delimiter");
  }
  EXPECT_EQ(option({.max_field_bytes = 0}), "max_field_bytes");
  EXPECT_EQ(option({.max_columns = 0}), "max_columns");
}

TEST(CsvRejectionsTest, MessagesStayShortHoweverLongTheCell) {
  const std::string text = rejection("a,b\n1,2\n" + std::string(900'000, 'z') + ",3\n").text();
  EXPECT_LT(text.size(), 500u);
  EXPECT_THAT(text, HasSubstr("zzz...'"));
}

}  // namespace csv_rejections_test
}  // namespace fairpca
