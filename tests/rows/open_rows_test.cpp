// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/open_rows.h"

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/npy.h"
#include "files/temporary_folder.h"
#include "rows/csv_files.h"
#include "rows/read_all.h"
#include "source_folder.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace open_rows_test {

using testing::Contains;
using testing::ElementsAre;
using testing::Pair;

TEST(OpenRowsTest, TheFirstBytesDecideNotTheName) {  // but for .npy, below
  const TemporaryFolder folder;
  const auto npy = folder.write("a.csv", npy_bytes(Matrix(Matrix::Ones(2, 2))));
  const auto csv = folder.write("b.dat", "a,b\n1,1\n1,1\n");
  const auto packed = folder.write("c.csv", gzip("a,b\n1,1\n1,1\n"));
  for (const auto& path : {npy, csv, packed}) {
    EXPECT_THAT(read_all(*open_rows(path, {})).numeric,
                ElementsAre(ElementsAre(1, 1), ElementsAre(1, 1)));
  }
}

TEST(OpenRowsTest, FormatsReadElsewhereAreRejectedWithAdvice) {
  const TemporaryFolder folder;
  const auto rejection = [&](const std::string& bytes) {
    const auto path = folder.write("t", bytes);
    const Message message = rejection_of([&] { open_rows(path, {}); });
    EXPECT_EQ(message.place().file, path.string());
    return message;
  };
  const Message parquet = rejection("PAR1" + std::string(50, '\x15') + "PAR1");
  EXPECT_EQ(parquet.code(), "table-format");
  EXPECT_EQ(parquet.argument("format"), "a Parquet file");
  const Message arrow = rejection(std::string("ARROW1\0\0xxxx", 12));
  EXPECT_EQ(arrow.code(), "table-format");
  EXPECT_EQ(arrow.argument("format"), "an Arrow file");
  EXPECT_EQ(rejection("PK\x03\x04xxxx").code(), "zip-file");
  EXPECT_EQ(rejection("\x28\xb5\x2f\xfdxxxx").code(), "compressed-file");
  EXPECT_EQ(rejection("BZh91AY&SYxxx").code(), "compressed-file");
  EXPECT_EQ(rejection("").code(), "empty-file");
  EXPECT_NO_THROW(open_rows(folder.write("t", "PAR1,b\n1,2\n"), {}));
}

TEST(OpenRowsTest, SpreadsheetsAreNamedAsWhatTheyAre) {
  const TemporaryFolder folder;
  const auto format = [&](const char* name, const std::string& bytes) {
    const Message message = rejection_of([&] { open_rows(folder.write(name, bytes), {}); });
    return std::string(message.code()) + ": " + message.argument("format");
  };
  const std::string zip("PK\x03\x04\x14\0\0\0", 8);
  const std::string excel = "spreadsheet: an Excel workbook (.xlsx)";
  EXPECT_EQ(format("t", zip + "[Content_Types].xml"), excel);
  EXPECT_EQ(format("t", zip + std::string(200'000, 'x') + "[Content_Types].xml" + "end"), excel);
  EXPECT_EQ(format("t.xlsx", zip + "xxxx"), excel);
  EXPECT_EQ(format("t", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
            "spreadsheet: an Excel workbook (.xls)");
  EXPECT_EQ(format("t", zip + "mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
            "spreadsheet: a LibreOffice spreadsheet (.ods)");
  EXPECT_NO_THROW(open_rows(folder.write("text.xlsx", "a,b\n1,2\n"), {}));
}

TEST(OpenRowsTest, AFileThatIsNotThereIsRejectedWithTheFolderAndTheNearestNames) {
  const TemporaryFolder folder;
  for (const char* name : {"adult.csv", "german.csv", "notes.txt"}) folder.write(name, "a\n1\n");
  const auto rejection = [&](const std::filesystem::path& path) {
    return rejection_of([&] { open_rows(path, {}); });
  };
  const Message near = rejection(folder.file("adlt.csv"));
  EXPECT_EQ(near.code(), "no-such-table");
  EXPECT_EQ(near.place().file, folder.file("adlt.csv").string());
  EXPECT_EQ(near.argument("folder"), folder.path().string());
  EXPECT_EQ(near.argument("advice"), "did you mean 'adult.csv'?");
  EXPECT_EQ(rejection(folder.file("Adult.CSV")).argument("advice"), "did you mean 'adult.csv'?");
  EXPECT_EQ(rejection(folder.file("adult")).argument("advice"), "did you mean 'adult.csv'?");
  EXPECT_EQ(rejection(folder.file("qqqqqq.npy")).argument("advice"),
            "the tables in it are 'adult.csv', 'german.csv'");
  const Message nowhere = rejection(folder.file("none") / "adult.csv");
  EXPECT_EQ(nowhere.code(), "no-such-folder");
  EXPECT_EQ(nowhere.argument("folder"), folder.file("none").string());
}

TEST(OpenRowsTest, AFolderIsRejectedWithTheTablesInIt) {
  const TemporaryFolder folder;
  const auto advice = [&] {
    const Message message = rejection_of([&] { open_rows(folder.path(), {}); });
    EXPECT_EQ(message.code(), "folder-of-tables");
    return message.argument("advice");
  };
  EXPECT_EQ(advice(), "it holds no file named .csv, .csv.gz or .npy");
  folder.write("b.csv.gz", "");
  folder.write("a.npy", "");
  folder.write("read.me", "");
  EXPECT_EQ(advice(), "the tables in it are 'a.npy', 'b.csv.gz'");
}

TEST(OpenRowsTest, AFileNamedNpyThatIsNotOneIsNotReadAsText) {
  const TemporaryFolder folder;
  for (const char* bytes : {"a,b\n1,1\n", "NUMPY\x01"}) {
    const auto path = folder.write("b.npy", bytes);
    const Message message = rejection_of([&] { open_rows(path, {}); });
    EXPECT_EQ(message.code(), "not-npy");
    EXPECT_EQ(message.place().file, path.string());
  }
}

TEST(OpenRowsTest, SideFilesGoWithNpyOnly) {
  const TemporaryFolder folder;
  OpenOptions options;
  options.npy_sides.groups = {{"sex", folder.write("sex", "F\n")}};
  const Message message =
      rejection_of([&] { open_rows(folder.write("t.csv", "a,b\n1,2\n"), {}, options); });
  EXPECT_EQ(message.code(), "side-files-of-csv");
  EXPECT_THAT(message.ways_out(), Contains(Setting{"group"}));
}

/// Counts published with the UCI data set.
TEST(OpenRowsTest, TheAdultDataSetIsReadWhole) {
  const auto path = data_folder() / "frmppca" / "adult.csv.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there: set FAIRPCA_DATA";
  OpenOptions options;
  options.csv.na_strings = {"?"};
  const auto rows =
      open_rows(path, {.protected_columns = {"sex", "race"}, .label = "income"}, options);
  const WholeTable table = read_all(*rows);
  EXPECT_EQ(table.rows(), 32'561);
  std::map<std::string, int> sexes, incomes, jobs;
  for (Index row = 0; row < table.rows(); ++row) {
    ++sexes[table.protected_levels[row][0]];
    ++incomes[table.label[row]];
    ++jobs[table.categorical[row][0]];
  }
  EXPECT_THAT(sexes, ElementsAre(Pair("Female", 10'771), Pair("Male", 21'790)));
  EXPECT_THAT(incomes, ElementsAre(Pair("<=50K", 24'720), Pair(">50K", 7841)));
  EXPECT_EQ(jobs["<missing>"], 1836);  // workclass
}

}  // namespace open_rows_test
}  // namespace fairpca
