// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/rows/csv_rows.h"
#include "files/message_of.h"
#include "files/temporary_folder.h"
#include "rows/csv_files.h"
#include "rows/read_all.h"

namespace fairpca {
namespace csv_refusals_test {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// The message of `Error` when the text is opened and read to its end, from the file name on.
template <class Error>
std::string refusal(const std::string& text, const ColumnRoles& roles = {},
                    const CsvOptions& options = {}) {
  const TemporaryFolder folder;
  const auto path = folder.write("data.csv", text);
  const std::string message = message_of<Error>([&] {
    CsvRows rows(path, roles, options);
    read_all(rows);
  });
  EXPECT_THAT(message, StartsWith(path.string()));
  const std::size_t at = message.find("data.csv");
  return at == message.npos ? message : message.substr(at);
}

TEST(CsvRefusalsTest, AMissingFileAndAFolder) {
  const TemporaryFolder folder;
  const auto missing = folder.file("none.csv");
  EXPECT_EQ(message_of<IoError>([&] { CsvRows rows(missing, {}); }),
            missing.string() + ": No such file or directory");
  EXPECT_THAT(message_of<IoError>([&] { CsvRows rows(folder.path(), {}); }), HasSubstr("folder"));
}

TEST(CsvRefusalsTest, AnEmptyFileAndAHeaderWithoutRows) {
  for (const std::string text : {"", "\n", "\r\n\n\n", "\xef\xbb\xbf", "\xef\xbb\xbf\n"}) {
    EXPECT_EQ(refusal<IoError>(text), "data.csv: the file is empty");
  }
  EXPECT_EQ(refusal<IoError>(gzip("")), "data.csv: the file is empty");
  for (const std::string text : {"a,b", "a,b\n", "a,b\r\n\r\n"}) {
    EXPECT_EQ(refusal<IoError>(text), "data.csv: the file has a header but no rows");
  }
}

TEST(CsvRefusalsTest, ARaggedRowIsNamedByRowAndLine) {
  EXPECT_EQ(refusal<IoError>("a,b,c\n1,\"x\ny\",3\n\n4,5\n"),
            "data.csv: row 2 (line 5) has 2 cells, the header has 3");
  EXPECT_EQ(refusal<IoError>("a,b\n1,2\n3,4,5\n"),
            "data.csv: row 2 (line 3) has 3 cells, the header has 2");
  EXPECT_EQ(refusal<IoError>("a,b\n1,2\n3,4,\n"),
            "data.csv: row 2 (line 3) has 3 cells, the header has 2");
  EXPECT_EQ(refusal<IoError>("a,b\n1\n"), "data.csv: row 1 (line 2) has 1 cell, the header has 2");
  EXPECT_EQ(refusal<IoError>("1,2\n3\n", {}, {.header = false}),
            "data.csv: row 2 (line 2) has 1 cell, the first row has 2");
}

TEST(CsvRefusalsTest, AShiftedRowIsCalledRaggedRatherThanNotANumber) {
  EXPECT_EQ(refusal<IoError>("age,sex,pay\n1,F,2\nF,3\n"),
            "data.csv: row 2 (line 3) has 2 cells, the header has 3");
}

TEST(CsvRefusalsTest, TextInANumericColumnIsNamedWithTheWaysOut) {
  std::string text = "age,sex\n";
  for (int i = 0; i < 5000; ++i) text += "30,F\n";
  EXPECT_EQ(
      refusal<InvalidArgument>(text + "abc,M\n"),
      "data.csv: row 5001 (line 5002), column 'age': 'abc' is not a number, but earlier cells "
      "of this column are; if it is a category, say --categorical age; if it means missing, "
      "say --na 'abc'");
  const std::vector<FeatureColumn> features = {{"age", ColumnKind::kNumeric}};
  EXPECT_THAT(refusal<InvalidArgument>("age,sex\nabc,M\n", {.features = features}),
              EndsWith("'abc' is not a number, but in the model this column is numeric"));
}

TEST(CsvRefusalsTest, InfinitiesAndNumbersTooLarge) {
  for (const std::string cell : {"inf", "-inf", "Infinity", "+INF"}) {
    EXPECT_THAT(
        refusal<InvalidArgument>("x,y\n1,2\n" + cell + ",3\n"),
        AllOf(StartsWith("data.csv: row 2 (line 3), column 'x': '" + cell + "' is infinite"),
              EndsWith("--na " + cell + " to treat it as missing")));
  }
  EXPECT_THAT(refusal<InvalidArgument>("x,y\n1,2\n-1e309,3\n"),
              HasSubstr("'-1e309' is too large for a double"));
}

TEST(CsvRefusalsTest, AQuoteThatIsNeverClosedIsNamedByItsLine) {
  EXPECT_EQ(refusal<IoError>("a,b\n1,2\n3,\"x\n4,5\n6,7\n"),
            "data.csv: row 2 (line 3), column 2: the quote that opens on line 3 is never closed");
  EXPECT_EQ(refusal<IoError>("a,b\n\"1\n2\",\"x\n4,5\n"),
            "data.csv: row 1 (line 2), column 2: the quote that opens on line 3 is never closed");
  EXPECT_EQ(refusal<IoError>("a,\"b\n1,2\n"),
            "data.csv: line 1, column 2: the quote that opens on line 1 is never closed");
}

TEST(CsvRefusalsTest, TextBehindAClosingQuote) {
  EXPECT_THAT(refusal<InvalidArgument>("a,b\nx,\"y\"z\n"),
              StartsWith("data.csv: row 1 (line 2), column 'b': text follows its closing quote"));
  EXPECT_THAT(refusal<IoError>("a,\"b\" c\n1,2\n"), HasSubstr("in the header: text follows"));
}

TEST(CsvRefusalsTest, ZeroBytes) {
  const std::string zero("1,\0002\n", 5);
  EXPECT_THAT(refusal<IoError>("a,b\n3,4\n" + zero), HasSubstr("line 3 holds a zero byte"));
  EXPECT_THAT(refusal<IoError>(std::string("a\0b\n1\n", 6)), HasSubstr("line 1 holds a zero byte"));
}

TEST(CsvRefusalsTest, DuplicateColumnNamesAreNamedWithBothPositions) {
  EXPECT_EQ(refusal<InvalidArgument>("a,b,\"a\"\n1,2,3\n"),
            "data.csv: two columns are named 'a' (columns 1 and 3); rename one");
}

TEST(CsvRefusalsTest, RolesThatDoNotFitTheHeader) {
  EXPECT_THAT(refusal<InvalidArgument>("age,sex\n1,F\n", {.protected_columns = {"sexe"}}),
              StartsWith("data.csv: there is no column 'sexe'"));
  EXPECT_THAT(refusal<InvalidArgument>("age;sex\n1;F\n", {.protected_columns = {"sex"}}),
              HasSubstr("perhaps say --delimiter ';'"));
  EXPECT_THAT(refusal<InvalidArgument>("age\tsex\n1\tF\n", {.protected_columns = {"sex"}}),
              HasSubstr("perhaps say --delimiter '\\t'"));
}

TEST(CsvRefusalsTest, AFieldOfTenMegabytesIsNamedWithTheLimit) {
  const std::string huge(10'000'000, 'x');
  EXPECT_EQ(refusal<IoError>("a,b\n1,2\n3," + huge + "\n"),
            "data.csv: row 2 (line 3), column 2: the cell is longer than the limit of 1048576 "
            "bytes");
  EXPECT_THAT(refusal<IoError>("a,b\n1,2\n3,\"" + huge + "\"\n"),
              HasSubstr("its closing quote may be missing"));
  EXPECT_THAT(refusal<IoError>("a," + huge + "\n"), HasSubstr("line 1, column 2: the cell"));
  EXPECT_THAT(refusal<InvalidArgument>("a,b\n1,2\n3,12345678901\n", {}, {.max_field_bytes = 10}),
              HasSubstr("row 2 (line 3), column 'b': the cell has 11 bytes; the limit is 10"));
  EXPECT_THAT(refusal<IoError>("a,bbbbbbbbbbbb\n1,2\n", {}, {.max_field_bytes = 10}),
              HasSubstr("the name of column 2 has 12 bytes; the limit is 10"));
}

TEST(CsvRefusalsTest, TooManyColumns) {
  EXPECT_EQ(refusal<IoError>("a,b,c\n1,2,3\n", {}, {.max_columns = 2}),
            "data.csv: the header has 3 columns; the limit is 2 (max_columns)");
  std::string header = "c";
  for (int i = 0; i < 3'000'000; ++i) header += ",c";
  EXPECT_THAT(refusal<IoError>(header + "\n"), HasSubstr("100000"));
}

TEST(CsvRefusalsTest, OtherEncodingsOfText) {
  EXPECT_THAT(refusal<IoError>("\xff\xfe"
                               "a"),
              HasSubstr("iconv -f UTF-16 -t UTF-8"));
  EXPECT_THAT(refusal<IoError>("\xfe\xff"
                               "a"),
              HasSubstr("UTF-16"));
  EXPECT_THAT(refusal<IoError>("a,stra\xdf"
                               "e\n1,2\n"),
              AllOf(HasSubstr("the name 'stra\\xdfe' of column 2 is not UTF-8"),
                    HasSubstr("iconv -f LATIN1")));
  EXPECT_THAT(refusal<InvalidArgument>("a,b\n1,K\xf6ln\n"),
              HasSubstr("row 1 (line 2), column 'b': 'K\\xf6ln' is not UTF-8 text"));
  EXPECT_THAT(refusal<IoError>("a,b\r1,2\r3,4\r"), HasSubstr("carriage returns alone"));
}

TEST(CsvRefusalsTest, ColumnsWithoutAnyValue) {
  EXPECT_EQ(refusal<InvalidArgument>("a,b,c\n1,,NA\n2,,\n"),
            "data.csv: columns 'b', 'c' have no value in any row; leave them out with --drop b");
  EXPECT_EQ(refusal<InvalidArgument>("a,b\n1,\n"),
            "data.csv: column 'b' has no value in any row; leave it out with --drop b");
  EXPECT_EQ(message_of<InvalidArgument>([] {
              const TemporaryFolder folder;
              CsvRows rows(folder.write("t", "a,b\n1,\n"), {.protected_columns = {"b"}});
            }),
            "(nothing thrown)");
}

TEST(CsvRefusalsTest, Weights) {
  for (const std::string cell : {"-1", "x", "", "NA", "inf", "nan", "1e999"}) {
    EXPECT_EQ(refusal<InvalidArgument>("a,w\n1,2\n3," + cell + "\n", {.weight = "w"}),
              "data.csv: row 2 (line 3), column 'w': the weight '" + cell +
                  "' is not a finite number >= 0");
  }
}

TEST(CsvRefusalsTest, DamagedGzip) {
  std::string text = "a,b\n";
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * 7919 % 1000) + ",2\n";
  const std::string whole = gzip(text);
  EXPECT_THAT(refusal<IoError>(whole.substr(0, whole.size() / 2)), HasSubstr("cut short"));
  EXPECT_THAT(refusal<IoError>(whole.substr(0, whole.size() - 1)), HasSubstr("cut short"));
  std::string flipped = whole;
  flipped[whole.size() - 6] = static_cast<char>(flipped[whole.size() - 6] ^ 1);
  EXPECT_THAT(refusal<IoError>(flipped), HasSubstr("gzipped data are damaged"));
  EXPECT_THAT(refusal<IoError>(whole + "rubbish"), HasSubstr("other bytes follow"));
  EXPECT_THAT(refusal<IoError>("\x1f\x8b"), HasSubstr("cut short"));
}

TEST(CsvRefusalsTest, DelimitersThatCannotBeToldFromCells) {
  const TemporaryFolder folder;
  const auto path = folder.write("t.csv", "a,b\n1,2\n");
  for (const char delimiter : {'"', '\n', '\r', '\0', '.', '-', '+', '5', 'e'}) {
    EXPECT_THAT(
        message_of<InvalidArgument>([&] { CsvRows rows(path, {}, {.delimiter = delimiter}); }),
        HasSubstr("cannot stand between cells"));
  }
}

TEST(CsvRefusalsTest, MessagesStayShortHoweverLongTheCell) {
  const std::string message =
      refusal<InvalidArgument>("a,b\n1,2\n" + std::string(900'000, 'z') + ",3\n");
  EXPECT_LT(message.size(), 500u);
  EXPECT_THAT(message, HasSubstr("zzz...'"));
}

}  // namespace csv_refusals_test
}  // namespace fairpca
