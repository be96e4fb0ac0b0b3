// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments_file.h"

#include <limits>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "fairpca/error.h"
#include "fairpca/files/archive.h"
#include "files/message_of.h"
#include "files/temporary_folder.h"
#include "moments/people.h"

namespace fairpca {
namespace moments_file_test {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

const ArchiveKind kKind = {"moments", 1};

GroupMoments some_moments() {
  People people = People::random(150, 1);
  people.sex[3].reset();
  people.label[4].reset();
  GroupMoments moments;
  moments.add(block_of(people));
  return moments;
}

std::string bytes_of(const GroupMoments& moments) {
  const TemporaryFolder folder;
  write_moments(moments, folder.file("m"));
  return folder.read("m");
}

TEST(MomentsFileTest, ReadingGivesBackEveryBit) {
  const TemporaryFolder folder;
  const GroupMoments moments = some_moments();
  write_moments(moments, folder.file("m"));
  const GroupMoments read = read_moments(folder.file("m"));
  EXPECT_EQ(read.encoding(), moments.encoding());
  EXPECT_EQ(read.protected_columns(), moments.protected_columns());
  EXPECT_EQ(read.label_column(), moments.label_column());
  ASSERT_EQ(read.cells().size(), moments.cells().size());
  for (const auto& [key, cell] : moments.cells()) expect_same_bits(read.cells().at(key), cell);
  EXPECT_EQ(bytes_of(read), folder.read("m"));
}

TEST(MomentsFileTest, MergedFilesAreTheMomentsOfAllRows) {
  const People people = People::random(400, 2);
  GroupMoments first, second, all;
  first.add(block_of(people.slice(0, 130)));
  second.add(block_of(people.slice(130, 270)));
  all.add(block_of(people));
  GroupMoments sum = parse_moments(bytes_of(first));
  sum.merge(parse_moments(bytes_of(second)));
  EXPECT_EQ(sum.encoding(), all.encoding());
  for (const auto& [key, cell] : all.cells()) {
    EXPECT_EQ(sum.cells().at(key).count(), cell.count());
    EXPECT_LE(relative_difference(sum.cells().at(key).scatter(), cell.scatter()), 1e-12);
  }
}

TEST(MomentsFileTest, TheScatterIsStoredAsItsLowerTriangleColumnByColumn) {
  const GroupMoments moments = some_moments();
  const Archive archive = parse_archive(bytes_of(moments), kKind);
  const Moments& cell = moments.cells().begin()->second;
  const Index p = moments.dim();
  const Matrix& packed = archive.array("cells/0/scatter", p * (p + 1) / 2, 1);
  Index at = 0;
  for (Index j = 0; j < p; ++j) {
    for (Index i = j; i < p; ++i) EXPECT_EQ(packed(at++, 0), cell.scatter()(i, j));
  }
}

/// The message with which a file changed by `change(meta, arrays)` is refused.
template <class Change>
std::string refusal_after(Change&& change) {
  Archive archive = parse_archive(bytes_of(some_moments()), kKind);
  Json meta = Json::parse(archive.meta);
  change(meta, archive.arrays);
  archive.meta = meta.dump();
  return message_of<IoError>([&] { parse_moments(archive_bytes(archive, kKind)); });
}

using Arrays = std::map<std::string, Matrix>;

TEST(MomentsFileRefusalTest, AnUnchangedFileIsNotRefused) {
  EXPECT_EQ(refusal_after([](Json&, Arrays&) {}), "(nothing thrown)");
}

TEST(MomentsFileRefusalTest, MetaThatDoesNotHoldTogetherIsRefused) {
  const auto after = [](auto&& change) {
    return refusal_after([&](Json& meta, Arrays&) { change(meta); });
  };
  for (const char* key : {"columns", "protected_columns", "label_column", "cells"}) {
    EXPECT_THAT(after([&](Json& meta) { meta.erase(key); }),
                AllOf(HasSubstr("damaged"), HasSubstr(key)));
    EXPECT_THAT(after([&](Json& meta) { meta[key] = 3; }), HasSubstr("damaged"));
  }
  EXPECT_THAT(after([](Json& meta) { meta["columns"][0]["kind"] = "text"; }),
              HasSubstr("column 'age' is of kind 'text'"));
  EXPECT_THAT(after([](Json& meta) { meta["columns"][0].erase("name"); }), HasSubstr("'name'"));
  EXPECT_THAT(after([](Json& meta) { meta["columns"][2]["name"] = "age"; }),
              HasSubstr("two columns are named 'age'"));
  EXPECT_THAT(after([](Json& meta) { meta["columns"][1]["levels"][0] = "zz"; }),
              HasSubstr("not sorted and distinct"));
  EXPECT_THAT(after([](Json& meta) { meta["columns"] = Json::array(); }),
              HasSubstr("there are no columns"));
  EXPECT_THAT(after([](Json& meta) { meta["columns"][1]["levels"].push_back("zz"); }),
              HasSubstr("cells/0/mean"));
  EXPECT_THAT(after([](Json& meta) { meta["protected_columns"][1] = "sex"; }),
              HasSubstr("named twice"));
  EXPECT_THAT(after([](Json& meta) { meta["protected_columns"].push_back("age"); }),
              HasSubstr("2 levels for 3 protected columns"));
  EXPECT_THAT(after([](Json& meta) { meta["label_column"] = nullptr; }),
              HasSubstr("no label column"));
  EXPECT_THAT(after([](Json& meta) { meta["cells"][1] = meta["cells"][0]; }),
              HasSubstr("cell 1 is a repetition or out of order"));
  EXPECT_THAT(after([](Json& meta) { std::swap(meta["cells"][1], meta["cells"][2]); }),
              HasSubstr("out of order"));
  EXPECT_THAT(after([](Json& meta) { meta["cells"].erase(0); }), HasSubstr("arrays for"));
  EXPECT_THAT(after([](Json& meta) { meta["cells"][0]["levels"][0] = 7; }), HasSubstr("damaged"));
  for (const Json& rows : {Json(-3), Json(1.5), Json("3"), Json(nullptr)}) {
    EXPECT_THAT(after([&](Json& meta) { meta["cells"][0]["rows"] = rows; }),
                HasSubstr("cell 0: rows is not a whole number"));
  }
  EXPECT_THAT(after([](Json& meta) { meta["cells"][0]["rows"] = 0; }), HasSubstr("0 rows cannot"));
  EXPECT_THAT(after([](Json& meta) { meta["cells"][2]["rows"] = 1; }), HasSubstr("1 rows cannot"));
}

TEST(MomentsFileRefusalTest, NumbersNoRowsCouldHaveAreRefused) {
  const auto after = [](auto&& change) {
    return refusal_after([&](Json&, Arrays& arrays) { change(arrays); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(after([](Arrays& arrays) { arrays.erase("cells/0/mean"); }), HasSubstr("arrays for"));
  EXPECT_THAT(after([](Arrays& arrays) { arrays["more"] = Matrix::Zero(1, 1); }),
              HasSubstr("arrays for"));
  EXPECT_THAT(after([](Arrays& arrays) {
                arrays["more"] = Matrix::Zero(1, 1);
                arrays.erase("cells/1/weights");
              }),
              HasSubstr("cells/1/weights"));
  EXPECT_THAT(after([](Arrays& arrays) { arrays["cells/0/scatter"].conservativeResize(3, 1); }),
              HasSubstr("cells/0/scatter"));
  EXPECT_THAT(after([](Arrays& arrays) { arrays["cells/0/weights"].setZero(); }),
              HasSubstr("cannot have weights"));
  EXPECT_THAT(after([&](Arrays& arrays) { arrays["cells/0/weights"](0, 1) = nan; }),
              HasSubstr("cannot have weights"));
  EXPECT_THAT(after([&](Arrays& arrays) { arrays["cells/0/mean"](2, 0) = nan; }),
              HasSubstr("mean of column 3 is nan"));
  EXPECT_THAT(after([](Arrays& arrays) { arrays["cells/0/scatter"](0, 0) = -1; }),
              HasSubstr("scatter of column 1 is -1"));
  EXPECT_THAT(after([](Arrays& arrays) { arrays["cells/0/scatter"](1, 0) = 1e9; }),
              HasSubstr("more than their own scatters"));
}

TEST(MomentsFileRefusalTest, CutAndFlippedFilesAreRefused) {
  const std::string bytes = bytes_of(some_moments());
  std::mt19937_64 engine(3);
  for (int trial = 0; trial < 300; ++trial) {
    std::string damaged = bytes;
    const std::size_t at = engine() % bytes.size();
    if (trial % 3 == 0) {
      damaged.resize(at);
    } else {
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << engine() % 8));
    }
    EXPECT_THROW(parse_moments(damaged), IoError) << "byte " << at;
  }
}

TEST(MomentsFileRefusalTest, OtherFilesAreRefusedByPath) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& name) {
    return message_of<IoError>([&] { read_moments(folder.file(name)); });
  };
  EXPECT_THAT(refusal("absent"), StartsWith(folder.file("absent").string()));
  folder.write("text", "a,b\n1,2\n");
  EXPECT_THAT(refusal("text"), StartsWith(folder.file("text").string()));
  write_archive({.meta = "{}", .arrays = {}, .origin = {}}, {"model", 1}, folder.file("model"));
  EXPECT_THAT(refusal("model"),
              AllOf(StartsWith(folder.file("model").string()), HasSubstr("model")));
  write_archive({.meta = "{}", .arrays = {}, .origin = {}}, {"moments", 2}, folder.file("newer"));
  EXPECT_THAT(refusal("newer"), HasSubstr("newer"));
  write_archive({.meta = "{}", .arrays = {}, .origin = {}}, kKind, folder.file("hollow"));
  EXPECT_THAT(refusal("hollow"), StartsWith(folder.file("hollow").string() + ": damaged"));
}

TEST(MomentsFileRefusalTest, LevelsThatAreNotTextAreNotWritten) {
  const TemporaryFolder folder;
  Moments one_row(1);
  one_row.add(random_rows(1, 1, 1));
  const GroupMoments moments = GroupMoments::from_parts(
      Encoding(std::vector<EncodedColumn>{{{"x", ColumnKind::kNumeric}, {}}}), {"sex"},
      std::nullopt, {{CellKey{{"\xff"}, std::nullopt}, one_row}});
  EXPECT_THAT(message_of<InvalidArgument>([&] { write_moments(moments, folder.file("m")); }),
              HasSubstr("not UTF-8"));
  EXPECT_EQ(folder.file_count(), 0U);
}

}  // namespace moments_file_test
}  // namespace fairpca
