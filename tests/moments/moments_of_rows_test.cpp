// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments_of_rows.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/moments/moments_file.h"
#include "fairpca/rows/matrix_rows.h"
#include "files/temporary_folder.h"
#include "moments/people.h"
#include "moments/rows_in_groups.h"
#include "rows/unread_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace moments_of_rows_test {

using ::testing::ElementsAre;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

GroupMoments moments_of(const People& people, const MomentsSettings& settings = {}) {
  MatrixRows rows(table_of(people));
  return moments_of_rows(rows, settings);
}

/// Opens slices of the people by their names in `slices`.
OpenTable opens(const std::map<std::string, People>& slices) {
  return [&slices](const std::string& file) {
    return std::make_unique<MatrixRows>(table_of(slices.at(file)));
  };
}

TEST(MomentsOfRowsTest, MomentsAreThoseAccumulated) {
  const People people = People::random(100, 1);
  MatrixRows rows(table_of(people));
  EXPECT_EQ(moments_bytes(moments_of(people)), moments_bytes(accumulate_moments(rows)));
}

TEST(MomentsOfRowsTest, FilesAreSummedInTheirOrder) {
  const TemporaryFolder folder;
  const People people = People::random(120, 2);
  const std::map<std::string, People> slices = {{"first", people.slice(0, 50)},
                                                {"second", people.slice(50, 30)},
                                                {"third", people.slice(80, 40)}};
  const std::string file = (folder.path() / "second.moments").string();
  write_moments(moments_of(slices.at("second")), file);
  GroupMoments wanted = moments_of(slices.at("first"));
  wanted.merge(moments_of(slices.at("second")));
  wanted.merge(moments_of(slices.at("third")));
  const GroupMoments sum = sum_moments({"first", file, "third"}, {}, opens(slices));
  EXPECT_EQ(moments_bytes(sum), moments_bytes(wanted));
  EXPECT_EQ(moments_bytes(sum_moments({"first"}, {}, opens(slices))),
            moments_bytes(moments_of(slices.at("first"))));
}

TEST(MomentsOfRowsTest, BytesAreThoseOfTheFile) {
  const TemporaryFolder folder;
  const GroupMoments moments = moments_of(People::random(50, 6));
  const std::filesystem::path file = folder.path() / "a.moments", table = folder.path() / "a.csv";
  write_moments(moments, file);
  std::ofstream(table) << "x,y\n1,2\n";
  std::ifstream stream(file, std::ios::binary);
  EXPECT_EQ(moments_bytes(moments), std::string(std::istreambuf_iterator<char>(stream), {}));
  EXPECT_EQ(moments_bytes(parse_moments(moments_bytes(moments))), moments_bytes(moments));
  EXPECT_TRUE(is_moments_file(file));
  EXPECT_FALSE(is_moments_file(table));
  EXPECT_FALSE(is_moments_file(folder.path() / "none"));
}

TEST(MomentsOfRowsTest, WhatMomentsCannotDoIsRejectedBeforeARowIsRead) {
  UnreadRows rows({.features = {{"age"}}});
  const auto rejection = [&](const MomentsSettings& settings) {
    return rejection_of([&] { moments_of_rows(rows, settings); });
  };
  const Message mean = rejection({.missing = MissingCells::kMean, .has_all_rows = false});
  EXPECT_EQ(mean.code(), "means-need-all-rows");
  EXPECT_EQ(mean.option(), "missing");
  EXPECT_EQ(rejection({.missing = MissingCells::kModel}).code(), "moments-of-missing-cells");
  const Message no_file = rejection_of([] {
    sum_moments({"a"}, {.missing = MissingCells::kMean, .has_all_rows = false},
                [](const std::string&) -> std::unique_ptr<RowSource> {
                  ADD_FAILURE() << "a file was opened";
                  return nullptr;
                });
  });
  EXPECT_EQ(no_file.code(), "means-need-all-rows");
}

TEST(MomentsOfRowsTest, AMissingCellIsRejectedWithTheWaysOutThereAre) {
  People people = People::random(30, 3);
  people.numbers(6, 2) = kMissing;
  const auto rejection = [&](bool has_all_rows) {
    return rejection_of([&] { moments_of(people, {.has_all_rows = has_all_rows}); });
  };
  const Setting mean{"missing", "mean"}, drop{"missing", "drop-row"};
  EXPECT_EQ(rejection(true).code(), "missing-cell");
  EXPECT_EQ(rejection(true).place(), (Place{.row = 7, .column = "hours"}));
  EXPECT_THAT(rejection(true).ways_out(), ElementsAre(mean, drop));
  EXPECT_THAT(rejection(false).ways_out(), ElementsAre(drop));
}

TEST(RowsInGroupsTest, ARowWithoutALevelIsRejectedOnlyWhereGroupsNeedIt) {
  People people = People::random(30, 4);
  people.sex[9].reset();
  MatrixRows rows(table_of(people));
  const auto read = [&](MissingGroup missing_group) {
    rows.rewind();
    AdaptedRows adapted = rows_in_groups(rows, missing_group, MissingCells::kError);
    return accumulate_moments(adapted);
  };
  const Message message = rejection_of([&] { read(MissingGroup::kError); });
  EXPECT_EQ(message.code(), "missing-protected-cell");
  EXPECT_EQ(message.place(), (Place{.row = 10, .column = "sex"}));
  EXPECT_EQ(read(MissingGroup::kGroup).rows(), 30);
  EXPECT_EQ(read(MissingGroup::kUnconstrained).rows(), 30);
}

TEST(RowsInGroupsTest, TheLabelIsLeftOutWhereItIsNotKept) {
  const People people = People::random(30, 5);
  MatrixRows rows(table_of(people));
  AdaptedRows without =
      rows_in_groups(rows, MissingGroup::kError, MissingCells::kError, /*keeps_label=*/false);
  EXPECT_EQ(without.schema().label, std::nullopt);
  const GroupMoments moments = accumulate_moments(without);
  for (const auto& [key, cell] : moments.cells()) {
    EXPECT_EQ(key.label, std::nullopt);
  }
}

}  // namespace moments_of_rows_test
}  // namespace fairpca
