// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/open_rows.h"

#include <cstdlib>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/npy.h"
#include "files/temporary_folder.h"
#include "rows/csv_files.h"
#include "rows/read_all.h"
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
  const char* const given = std::getenv("FAIRPCA_DATA");
  const std::filesystem::path data =
      given != nullptr ? given : FAIRPCA_SOURCE_DIR "/../shared/datasets";
  const auto path = data / "frmppca" / "adult.csv.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
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
