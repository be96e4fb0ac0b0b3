// SPDX-License-Identifier: BSD-3-Clause
#include "rows/csv_records.h"

#include <optional>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/temporary_folder.h"
#include "rows/csv_cells.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace csv_records_test {

using testing::HasSubstr;

const CsvLimits kLimits{1 << 20, 1000};

using Records = std::vector<std::string>;

/// The records of `text`, read one character at a time by the rules alone; null when a quote stays
/// open.
std::optional<Records> reference_records(const std::string& text) {
  enum class State { kCellStart, kPlain, kQuoted } state = State::kCellStart;
  Records records;
  std::string record;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (state == State::kQuoted) {
      record += c;
      if (c != '"') continue;
      if (i + 1 < text.size() && text[i + 1] == '"') {
        record += text[++i];
      } else {
        state = State::kPlain;
      }
    } else if (c == '\n') {
      if (record.ends_with('\r')) record.pop_back();
      records.push_back(std::exchange(record, ""));
      state = State::kCellStart;
    } else {
      record += c;
      state = c == ','                                 ? State::kCellStart
              : c == '"' && state == State::kCellStart ? State::kQuoted
                                                       : State::kPlain;
    }
  }
  if (state == State::kQuoted) return std::nullopt;
  if (!text.empty() && text.back() != '\n') {
    if (record.ends_with('\r')) record.pop_back();
    records.push_back(record);
  }
  return records;
}

/// The same from CsvRecords, with the line of each record checked against a count of line ends.
std::optional<Records> cut_records(const std::filesystem::path& path, const std::string& text,
                                   Index max_rows) {
  ByteSource source(path);
  CsvRecords cutter(source, ',', kLimits);
  cutter.keep_blank_lines();
  Records records;
  try {
    for (;;) {
      const CsvText part = cutter.take(max_rows, 1 << 20);
      if (part.records.empty()) return records;
      EXPECT_EQ(part.first_row, static_cast<Index>(records.size()));
      const std::size_t offset = text.find(part.text);
      EXPECT_NE(offset, text.npos);
      for (std::size_t i = 0; i < part.records.size(); ++i) records.emplace_back(part.record(i));
    }
  } catch (const IoError&) {
    return std::nullopt;
  }
}

TEST(CsvRecordsTest, RandomTextIsCutWhereTheRulesSay) {
  const TemporaryFolder folder;
  std::mt19937_64 engine(9);
  int open = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    std::string text;
    const int size = static_cast<int>(engine() % 40);
    const std::string alphabet = trial % 2 == 0 ? "ab,\"\n\r" : "a,\"\"\n";
    for (int i = 0; i < size; ++i) text += alphabet[engine() % alphabet.size()];
    const auto path = folder.write("t.csv", text);
    const std::optional<Records> expected = reference_records(text);
    open += expected ? 0 : 1;
    for (const Index max_rows : {1, 3, 100}) {
      ASSERT_EQ(cut_records(path, text, max_rows), expected) << testing::PrintToString(text);
    }
  }
  EXPECT_GT(open, 50);  // both outcomes were tried
}

TEST(CsvRecordsTest, RecordsAcrossTheReadsAreCutTheSame) {
  const TemporaryFolder folder;
  std::mt19937_64 engine(10);
  std::string text;
  while (text.size() < 5'000'000) {
    // Quoted cells of up to 300 kB full of quotes and line ends, between short rows.
    text += "1,2\n\"";
    const std::size_t length = engine() % 300'000;
    for (std::size_t i = 0; i < length; ++i) text += engine() % 9 == 0 ? "\"\"" : "x\n";
    text += "\",3\r\n";
  }
  const auto path = folder.write("t.csv", text);
  EXPECT_EQ(cut_records(path, text, 2), reference_records(text));
}

TEST(CsvRecordsTest, LinesAreCountedThroughQuotedLineEndsAndBlankLines) {
  const TemporaryFolder folder;
  ByteSource source(folder.write("t.csv", "\n\na,b\n\"x\ny\",1\n\n2,3\n4,5\n"));
  CsvRecords cutter(source, ',', kLimits);
  EXPECT_EQ(cutter.peek(), "a,b");
  EXPECT_EQ(cutter.peek(), "a,b");
  cutter.skip_header();
  const CsvText first = cutter.take(2, 1 << 20);
  ASSERT_EQ(first.records.size(), 2u);
  EXPECT_EQ(first.first_row, 0);
  EXPECT_EQ(first.line_of(first.records[0].begin), 4);
  EXPECT_EQ(first.line_of(first.records[1].begin), 7);
  const CsvText second = cutter.take(2, 1 << 20);
  EXPECT_EQ(second.first_row, 2);
  EXPECT_EQ(second.line_of(second.records[0].begin), 8);
}

TEST(CsvRecordsTest, BlankLinesAreSteppedOverWithoutKeepingThem) {
  const TemporaryFolder folder;
  ByteSource source(folder.write("t.csv", "a,b\n" + std::string(20'000'000, '\n') + "1,2\n"));
  CsvRecords cutter(source, ',', kLimits);
  cutter.skip_header();
  const CsvText text = cutter.take(4096, 8 << 20);
  EXPECT_EQ(text.records.size(), 1u);
  EXPECT_EQ(text.text, "1,2\n");
  EXPECT_EQ(text.first_line, 20'000'002);
}

TEST(CsvRecordsTest, ARecordIsBoundedBeforeMemoryIsTaken) {
  const TemporaryFolder folder;
  const auto rejection = [&](const std::string& text) {
    ByteSource source(folder.write("t.csv", text));
    return rejection_of([&] {
      CsvRecords cutter(source, ',', kLimits);
      while (!cutter.take(4096, 8 << 20).records.empty()) {
      }
    });
  };
  std::string wide;
  for (int i = 0; i < 2'000'000; ++i) wide += "1,";
  const Message too_wide = rejection("1,2\n" + wide);
  EXPECT_EQ(too_wide.code(), "column-limit");
  EXPECT_EQ(too_wide.place().row, 2);
  EXPECT_EQ(too_wide.argument("limit"), "1000");
  const Message too_long = rejection("1,2\n3," + std::string(10'000'000, 'x'));
  EXPECT_EQ(too_long.code(), "long-cell");
  EXPECT_EQ(too_long.place(), (Place{folder.file("t.csv").string(), 2, "2"}));
  EXPECT_EQ(too_long.argument("limit"), "1048576");
  EXPECT_EQ(too_long.argument("hint"), "");
  const Message open = rejection("1,2\n3,\"" + std::string(10'000'000, '\n'));
  EXPECT_EQ(open.code(), "long-cell");
  EXPECT_THAT(open.argument("hint"), HasSubstr("closing quote"));
}

TEST(CsvCellsTest, QuotedCellsAreUnquoted) {
  EXPECT_EQ(split_record(R"(a,"b","c ""d"", e",,"")", ','),
            (std::vector<std::string>{"a", "b", "c \"d\", e", "", ""}));
  EXPECT_EQ(split_record(R"(5" pipe;"")", ';'), (std::vector<std::string>{"5\" pipe", ""}));
  EXPECT_EQ(split_record("", ','), std::vector<std::string>{""});
  EXPECT_EQ(count_cells(R"(a,"b,c",)", ','), 3);
  EXPECT_THROW(split_record(R"("a"b,c)", ','), BadCell);
}

}  // namespace csv_records_test
}  // namespace fairpca
