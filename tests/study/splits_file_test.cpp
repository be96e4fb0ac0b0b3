// SPDX-License-Identifier: BSD-3-Clause
#include "study/splits_file.h"

#include <fstream>

#include <gtest/gtest.h>

#include "files/temporary_folder.h"

namespace fairpca {
namespace {

GivenSplits read_text(const std::string& text) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "splits.csv";
  std::ofstream(path) << text;
  return read_splits(path);
}

TEST(SplitsFileTest, WordsAndNumbersSayTheSame) {
  const GivenSplits given = read_text("first,second\ntrain,1\ntest,0\n,1\ntrain,\n");
  EXPECT_EQ(given.rows, 4);
  EXPECT_EQ(given.names, (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(given.parts, (std::vector<signed char>{0, 0, 1, 1, -1, 0, 0, -1}));
}

TEST(SplitsFileTest, OtherCellsAreRejected) {
  EXPECT_THROW(read_text("a\ntrain\ntets\n"), InvalidArgument);
  EXPECT_THROW(read_text("a\n1\n0\n2\n"), InvalidArgument);
}

TEST(SplitsFileTest, ASplitNeedsRowsOnBothSides) {
  EXPECT_THROW(read_text("a,b\ntrain,train\ntest,train\n"), InvalidArgument);
  EXPECT_THROW(read_text("a\n0\n0\n"), InvalidArgument);
}

TEST(SplitsFileTest, AFileThatIsNotThereIsRejected) {
  EXPECT_THROW(read_splits("/nowhere/splits.csv"), IoError);
}

}  // namespace
}  // namespace fairpca
