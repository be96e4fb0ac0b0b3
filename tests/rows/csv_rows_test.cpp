// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/csv_rows.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/temporary_folder.h"
#include "rows/csv_files.h"
#include "rows/map_blocks.h"
#include "rows/read_all.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace csv_rows_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::NanSensitiveDoubleEq;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

WholeTable read_text(const std::string& text, const ColumnRoles& roles = {},
                     const CsvOptions& options = {}) {
  const TemporaryFolder folder;
  CsvRows rows(folder.write("t.csv", text), roles, options);
  return read_all(rows);
}

/// The single column `x` of a table, as numbers.
std::vector<double> numbers_in(const std::string& text, const CsvOptions& options = {}) {
  std::vector<double> numbers;
  for (const auto& row : read_text(text, {}, options).numeric) numbers.push_back(row.at(0));
  return numbers;
}

auto NumbersAre(auto... values) {
  return ElementsAre(NanSensitiveDoubleEq(values)...);
}

std::vector<ColumnKind> kinds(const Schema& schema) {
  std::vector<ColumnKind> found;
  for (const FeatureColumn& feature : schema.features) found.push_back(feature.kind);
  return found;
}

/// Random rows: id, two numbers, a text with everything a CSV must quote, group, label, weight.
std::vector<std::vector<std::string>> random_records(int rows, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  const std::vector<std::string> texts = {
      "plain", "a,b", "line\nbreak", "say \"hi\"", " spaced ", "", "é\xf0\x9f\x99\x82",
      "\r\n",  "\"",  ";|\t",        "NA"};
  std::vector<std::vector<std::string>> records = {
      {"id", "height", "text, quoted", "count", "sex", "paid", "w"}};
  for (int i = 0; i < rows; ++i) {
    records.push_back({fmt::format("r{}", i), fmt::format("{}", normal(engine)),
                       texts[engine() % texts.size()], std::to_string(engine() % 1000),
                       engine() % 2 == 0 ? "F" : "M", engine() % 3 == 0 ? "no" : "yes",
                       std::to_string(engine() % 5)});
  }
  records[1][2] = "first";
  return records;
}

const ColumnRoles kRandomRoles = {.protected_columns = {"sex"},
                                  .label = "paid",
                                  .weight = "w",
                                  .dropped = {"id"},
                                  .kept = {"id", "text, quoted"}};

TEST(CsvRowsTest, ATableIsReadWithRolesAndKinds) {
  const WholeTable table =
      read_text("age,sex,zip,job,paid,w\n30,F,10115,smith,1,0.5\n40.5,M,,NA,0,2\n",
                {.protected_columns = {"sex"},
                 .label = "paid",
                 .weight = "w",
                 .categorical = {"zip"},
                 .kept = {"age", "sex"}});
  EXPECT_THAT(table.schema.features, ElementsAre(FeatureColumn{"age", ColumnKind::kNumeric},
                                                 FeatureColumn{"zip", ColumnKind::kCategorical},
                                                 FeatureColumn{"job", ColumnKind::kCategorical}));
  EXPECT_THAT(table.numeric, ElementsAre(ElementsAre(30), ElementsAre(40.5)));
  EXPECT_THAT(table.categorical,
              ElementsAre(ElementsAre("10115", "smith"), ElementsAre("<missing>", "<missing>")));
  EXPECT_THAT(table.protected_levels, ElementsAre(ElementsAre("F"), ElementsAre("M")));
  EXPECT_THAT(table.label, ElementsAre("1", "0"));
  EXPECT_THAT(table.weights, ElementsAre(0.5, 2));
  EXPECT_THAT(table.kept, ElementsAre(ElementsAre("30", "F"), ElementsAre("40.5", "M")));
}

TEST(CsvRowsTest, WhatAWriterWritesIsReadBack) {
  const auto records = random_records(500, 1);
  const WholeTable table = read_text(write_csv(records), kRandomRoles);
  ASSERT_EQ(table.rows(), 500);
  for (Index row = 0; row < table.rows(); ++row) {
    const auto& record = records[row + 1];
    const bool missing = record[2].empty() || record[2] == "NA";
    ASSERT_THAT(table.numeric[row], ElementsAre(std::stod(record[1]), std::stod(record[3])));
    ASSERT_THAT(table.categorical[row], ElementsAre(missing ? "<missing>" : record[2]));
    ASSERT_THAT(table.kept[row], ElementsAre(record[0], record[2]));
    ASSERT_THAT(table.protected_levels[row], ElementsAre(record[4]));
    ASSERT_EQ(table.label[row], record[5]);
    ASSERT_EQ(table.weights[row], std::stod(record[6]));
  }
}

TEST(CsvRowsTest, AllSpellingsOfATableGiveTheSameRows) {
  const auto records = random_records(9000, 2);
  const WholeTable expected = read_text(write_csv(records), kRandomRoles);
  for (const char delimiter : {',', ';', '\t', '|'}) {
    for (const std::string line_end : {"\n", "\r\n"}) {
      for (int variant = 0; variant < 8; ++variant) {
        const CsvSpelling spelling{delimiter, line_end, (variant & 1) != 0, (variant & 2) != 0,
                                   (variant & 4) != 0};
        SCOPED_TRACE(fmt::format("{} {} {}", delimiter, line_end.size(), variant));
        const WholeTable read = read_text(write_csv(records, spelling), kRandomRoles,
                                          CsvOptions{.delimiter = delimiter});
        EXPECT_TRUE(same_rows(read, expected));
        EXPECT_EQ(read.chunk_rows, expected.chunk_rows);
      }
    }
  }
}

TEST(CsvRowsTest, GzippedTextIsReadLikePlainTextInOneMemberOrMany) {
  const std::string text = write_csv(random_records(6000, 3));
  const WholeTable expected = read_text(text, kRandomRoles);
  std::string many;
  for (std::size_t at = 0; at < text.size(); at += 7919) many += gzip(text.substr(at, 7919));
  EXPECT_TRUE(same_rows(read_text(gzip(text), kRandomRoles), expected));
  EXPECT_TRUE(same_rows(read_text(many, kRandomRoles), expected));
  EXPECT_TRUE(
      same_rows(read_text(gzip(text) + gzip("") + std::string(512, '\0'), kRandomRoles), expected));
}

TEST(CsvRowsTest, ChunksAreCutAt4096RowsOr8Megabytes) {
  std::string narrow = "x\n";
  for (int i = 0; i < 10'000; ++i) narrow += "1\n";
  EXPECT_THAT(read_text(narrow).chunk_rows, ElementsAre(4096, 4096, 1808));

  std::string wide = "x,y\n";
  const std::string cell(1'000'000, ' ');
  for (int i = 0; i < 20; ++i) wide += "1," + cell + "2\n";
  EXPECT_THAT(read_text(wide).chunk_rows, ElementsAre(9, 9, 2));  // 9 rows are the first >= 8 MB
}

/// Hands the text through a pipe, a few bytes at a time.
class Pipe {
 public:
  Pipe(const std::filesystem::path& path, std::string text) : path_(path) {
    EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
    ::signal(SIGPIPE, SIG_IGN);  // a reader that gives up is an error of the stream, no signal
    writer_ = std::jthread([path, text = std::move(text)] {
      std::ofstream out(path, std::ios::binary);
      for (std::size_t at = 0; at < text.size(); at += 12345) {
        out << std::string_view(text).substr(at, 12345) << std::flush;
      }
    });
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::jthread writer_;
};

TEST(CsvRowsTest, APipeGivesTheSameChunksButCannotBeReadTwice) {
  const TemporaryFolder folder;
  const std::string text = write_csv(random_records(9000, 4));
  const WholeTable expected = read_text(text, kRandomRoles);
  const Pipe pipe(folder.file("pipe"), text);
  CsvRows rows(pipe.path(), kRandomRoles);
  EXPECT_LT(rows.fraction_read(), 0);
  rows.rewind();  // nothing has been handed out yet
  const WholeTable read = read_all(rows);
  EXPECT_TRUE(same_rows(read, expected));
  EXPECT_EQ(read.chunk_rows, expected.chunk_rows);
  const Message message = rejection_of([&] { rows.rewind(); });
  EXPECT_EQ(message.code(), "rows-read-once");
  EXPECT_EQ(message.place().file, pipe.path().string());
}

TEST(CsvRowsTest, AMinusIsStandardInput) {
  const TemporaryFolder folder;
  const auto path = folder.write("t.csv", "a,b\n1,x\n2,y\n");
  const int before = ::dup(STDIN_FILENO);
  const int file = ::open(path.c_str(), O_RDONLY);
  ASSERT_EQ(::dup2(file, STDIN_FILENO), STDIN_FILENO);
  {
    CsvRows rows("-", {});
    EXPECT_EQ(read_all(rows).rows(), 2);
    const Message message = rejection_of([&] { rows.rewind(); });
    EXPECT_EQ(message.code(), "rows-read-once");
    EXPECT_EQ(message.place().file, "standard input");
  }
  ::close(file);
  ::dup2(before, STDIN_FILENO);
  ::close(before);
}

TEST(CsvRowsTest, RewindingGivesTheSameRowsAgain) {
  const TemporaryFolder folder;
  const std::string text = write_csv(random_records(9000, 5));
  for (const std::string& bytes : {text, gzip(text)}) {
    CsvRows rows(folder.write("t", bytes), kRandomRoles);
    const WholeTable first = read_all(rows);
    EXPECT_EQ(rows.fraction_read(), 1.0);
    EXPECT_EQ(rows.next(), nullptr);
    rows.rewind();
    EXPECT_LT(rows.fraction_read(), 1.0);
    const auto skipped = rows.next();
    rows.rewind();
    EXPECT_TRUE(same_rows(read_all(rows), first));
  }
}

TEST(CsvRowsTest, AFileThatChangesBetweenPassesIsNoticed) {
  const TemporaryFolder folder;
  CsvRows rows(folder.write("t.csv", "a,b\n1,2\n"), {});
  read_all(rows);
  folder.write("t.csv", "a,b,c\n1,2,3\n");
  EXPECT_EQ(rejection_of([&] { rows.rewind(); }).code(), "changed-header");
}

TEST(CsvRowsTest, AnyNumberOfThreadsDecodesTheSameRows) {
  const TemporaryFolder folder;
  const auto path = folder.write("t.csv", write_csv(random_records(30'000, 6)));
  CsvRows source(path, kRandomRoles);
  const WholeTable expected = read_all(source);
  for (const int threads : {2, 3, 7}) {
    source.rewind();
    WholeTable table;
    table.schema = source.schema();
    map_blocks(
        source, {.threads = threads}, [](RowBlock block) { return block; },
        [&](const RowBlock& block) { append(table, block); });
    EXPECT_TRUE(same_rows(table, expected)) << threads;
  }
}

TEST(CsvRowsTest, AColumnIsCategoricalIfItsFirstValueIsNotANumber) {
  const WholeTable table = read_text(
      "a,b,c,d,e\n"
      ",NA,null,?,x\n"
      "NaN,nan, ,1,2\n"
      "5,inf1,0x10,2,3\n");
  EXPECT_THAT(kinds(table.schema),
              ElementsAre(ColumnKind::kNumeric, ColumnKind::kCategorical, ColumnKind::kCategorical,
                          ColumnKind::kCategorical, ColumnKind::kCategorical));
  EXPECT_THAT(table.categorical[0], ElementsAre("<missing>", "<missing>", "?", "x"));
}

TEST(CsvRowsTest, AKindIsFoundHoweverFarDownTheFirstValueStands) {
  const TemporaryFolder folder;
  std::string text = "a,late\n";
  for (int i = 0; i < 10'000; ++i) text += "1,\n";
  const std::string numeric = text + "2,3\n", categorical = text + "2,x\n";
  EXPECT_EQ(kinds(read_text(numeric).schema)[1], ColumnKind::kNumeric);
  EXPECT_EQ(read_text(numeric).rows(), 10'001);
  EXPECT_EQ(kinds(read_text(categorical).schema)[1], ColumnKind::kCategorical);
  const Pipe pipe(folder.file("pipe"), categorical);
  CsvRows rows(pipe.path(), {});
  const WholeTable read = read_all(rows);
  EXPECT_TRUE(same_rows(read, read_text(categorical)));
  EXPECT_THAT(read.chunk_rows, ElementsAre(4096, 4096, 1809));
}

/// Beyond what is kept in memory a file is read again from its start; a pipe cannot be.
TEST(CsvRowsTest, AKindIsFoundBehindMoreTextThanIsKept) {
  const TemporaryFolder folder;
  std::string text = "a,late\n";
  const std::string cell(500'000, ' ');
  for (int i = 0; i < 150; ++i) text += cell + "1,\n";
  text += "2,x\n";
  const WholeTable table = read_text(text);
  EXPECT_EQ(table.rows(), 151);
  EXPECT_EQ(kinds(table.schema)[1], ColumnKind::kCategorical);
  const Pipe pipe(folder.file("pipe"), text);
  const Message message = rejection_of([&] { CsvRows rows(pipe.path(), {}); });
  EXPECT_EQ(message.code(), "columns-without-values");
  EXPECT_EQ(message.place().column, "late");
  EXPECT_THAT(message.argument("where"), HasSubstr("64 MB"));
}

TEST(CsvRowsTest, RepeatedNamesAreNumberedAndTheSchemaSaysSo) {
  const TemporaryFolder folder;
  const auto path = folder.write("t", "a,b,a,a\n1,F,3,5\n2,M,4,6\n");
  const CsvRows rows(path, {.protected_columns = {"b"}, .dropped = {"a.1"}});
  EXPECT_THAT(rows.schema().features, ElementsAre(FeatureColumn{"a"}, FeatureColumn{"a.2"}));
  const std::vector<Message> warnings = column_warnings(rows.schema(), rows.name());
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].code(), "renamed-columns");
  EXPECT_EQ(warnings[0].kind(), MessageKind::kWarning);
  EXPECT_EQ(warnings[0].place().file, path.string());
  EXPECT_EQ(warnings[0].argument("columns"), "'a.1' (column 3), 'a.2' (column 4)");
  const std::vector<FeatureColumn> of_model = {{"a.2", ColumnKind::kNumeric}};
  CsvRows again(path, {.features = of_model});
  EXPECT_THAT(read_all(again).numeric, ElementsAre(ElementsAre(5), ElementsAre(6)));
}

TEST(CsvRowsTest, MissingCellsAreNaNOrNoLevel) {
  EXPECT_THAT(numbers_in("x,y\n1,a\n,b\nNA,c\nNaN,d\nnan,e\nnull,f\n  ,g\n NA ,h\n\"\",i\n2,j\n"),
              NumbersAre(1.0, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, 2.0));
  EXPECT_THAT(numbers_in("x,y\n1,a\n?,b\n-999,c\n-999.0,d\n", {.na_strings = {"?", "-999"}}),
              NumbersAre(1.0, kNaN, kNaN, -999.0));
  const WholeTable table =
      read_text("x,g,y\n1,,no\n2, NA,\n3,b ,NULL\n", {.protected_columns = {"g"}, .label = "y"});
  EXPECT_THAT(table.protected_levels,
              ElementsAre(ElementsAre("<missing>"), ElementsAre("<missing>"), ElementsAre("b ")));
  EXPECT_THAT(table.label, ElementsAre("no", "<missing>", "NULL"));
}

TEST(CsvRowsTest, NumbersMayHaveSpacesSignsExponentsAndQuotes) {
  EXPECT_THAT(numbers_in("x,y\n 1,a\n2 ,a\n\t3\t,a\n+4,a\n-.5,a\n6.,a\n1e5,a\n\"7\",a\n\" 8 \",a\n"
                         "1E-2,a\n000123456789012345678901234567890,a\n1e-400,a\n-0,a\n"),
              NumbersAre(1.0, 2.0, 3.0, 4.0, -0.5, 6.0, 1e5, 7.0, 8.0, 1e-2,
                         123456789012345678901234567890.0, 0.0, -0.0));
}

TEST(CsvRowsTest, LevelsKeepTheirTextExactly) {
  const WholeTable table = read_text("c\n Male\nMale\n\"Male\"\nMale \n5\" pipe\n");
  EXPECT_THAT(table.categorical,
              ElementsAre(ElementsAre(" Male"), ElementsAre("Male"), ElementsAre("Male"),
                          ElementsAre("Male "), ElementsAre("5\" pipe")));
}

TEST(CsvRowsTest, BlankLinesAreSkippedButAreMissingCellsInASingleColumn) {
  EXPECT_THAT(numbers_in("\n\nx,y\n\n1,a\n\r\n\n2,b\n\n\n"), NumbersAre(1.0, 2.0));
  EXPECT_THAT(numbers_in("x\n1\n\n\r\n2\n"), NumbersAre(1.0, kNaN, kNaN, 2.0));
}

TEST(CsvRowsTest, WithoutAHeaderColumnsAreNumbered) {
  const WholeTable table =
      read_text("1,a\n2,b\n", {.protected_columns = {"x2"}}, {.header = false});
  EXPECT_THAT(table.schema.features, ElementsAre(FeatureColumn{"x1", ColumnKind::kNumeric}));
  EXPECT_THAT(table.numeric, ElementsAre(ElementsAre(1), ElementsAre(2)));
  EXPECT_THAT(numbers_in("1\n2\n", {.header = false}), NumbersAre(1.0, 2.0));
}

TEST(CsvRowsTest, AProtectedColumnCanBeAFeatureToo) {
  const WholeTable table = read_text(
      "g,x\n1,5\n2,6\n", {.protected_columns = {"g"}, .kept = {"g"}, .keep_protected = true});
  EXPECT_THAT(table.numeric, ElementsAre(ElementsAre(1, 5), ElementsAre(2, 6)));
  EXPECT_THAT(table.protected_levels, ElementsAre(ElementsAre("1"), ElementsAre("2")));
  EXPECT_THAT(table.kept, ElementsAre(ElementsAre("1"), ElementsAre("2")));
}

TEST(CsvRowsTest, FeaturesOfAModelAreReadByNameInItsOrderAndKinds) {
  const std::vector<FeatureColumn> features = {{"c", ColumnKind::kCategorical},
                                               {"a", ColumnKind::kNumeric}};
  const WholeTable table =
      read_text("extra,a,b,c\nx,1,\"2\n\",3\ny,,z,4\n", {.features = features});
  EXPECT_EQ(table.schema.features, features);
  EXPECT_THAT(table.categorical, ElementsAre(ElementsAre("3"), ElementsAre("4")));
  EXPECT_THAT(table.numeric, ElementsAre(ElementsAre(1), NumbersAre(kNaN)));
}

TEST(CsvRowsTest, AHundredThousandColumnsAreRead) {
  std::string text = "c0";
  for (int i = 1; i < 100'000; ++i) text += fmt::format(",c{}", i);
  for (int row = 0; row < 3; ++row) {
    text += "\n0";
    for (int i = 1; i < 100'000; ++i) text += fmt::format(",{}", i + row);
  }
  const WholeTable table = read_text(text, {.protected_columns = {"c7"}, .dropped = {"c99999"}});
  ASSERT_EQ(table.schema.features.size(), 99'998u);
  EXPECT_EQ(table.numeric[2].back(), 99'998 + 2);
}

}  // namespace csv_rows_test
}  // namespace fairpca
