// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments_file.h"

#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "fairpca/error.h"
#include "files/archive.h"
#include "files/temporary_folder.h"
#include "moments/people.h"
#include "text/innermost.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace moments_file_test {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

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

using Arrays = std::map<std::string, Matrix>;

/// The bytes of a file changed by `change(meta, arrays)`.
template <class Change>
std::string bytes_after(Change&& change) {
  Archive archive = parse_archive(bytes_of(some_moments()), kKind);
  Json meta = Json::parse(archive.meta);
  change(meta, archive.arrays);
  archive.meta = meta.dump();
  return archive_bytes(archive, kKind);
}

TEST(MomentsFileRejectionTest, AnUnchangedFileIsNotRejected) {
  EXPECT_NO_THROW(parse_moments(bytes_after([](Json&, Arrays&) {})));
}

/// The rejection of a file whose meta was changed: always damaged; the problem inside.
template <class Change>
Message problem_after_meta(Change&& change) {
  const std::string bytes = bytes_after([&](Json& meta, Arrays&) { change(meta); });
  const Message message = rejection_of([&] { parse_moments(bytes); });
  EXPECT_EQ(message.kind(), MessageKind::kFile);
  return innermost(message);
}

template <class Change>
Message problem_after_arrays(Change&& change) {
  const std::string bytes = bytes_after([&](Json&, Arrays& arrays) { change(arrays); });
  const Message message = rejection_of([&] { parse_moments(bytes); });
  EXPECT_EQ(message.kind(), MessageKind::kFile);
  return innermost(message);
}

TEST(MomentsFileRejectionTest, MetaWithFieldsThatDoNotBelongIsDamaged) {
  const auto reason = [](auto&& change) {
    const Message message = problem_after_meta(change);
    EXPECT_EQ(message.code(), "damaged-archive");
    return message.argument("reason");
  };
  for (const char* key : {"columns", "protected_columns", "label_column", "cells"}) {
    EXPECT_THAT(reason([&](Json& meta) { meta.erase(key); }), HasSubstr(key));
    reason([&](Json& meta) { meta[key] = 3; });
  }
  EXPECT_THAT(reason([](Json& meta) { meta["columns"][0]["kind"] = "text"; }), HasSubstr("kind"));
  EXPECT_THAT(reason([](Json& meta) { meta["columns"][0].erase("name"); }), HasSubstr("name"));
  EXPECT_EQ(reason([](Json& meta) { meta["columns"] = Json::array(); }), "there are no columns");
  EXPECT_THAT(reason([](Json& meta) { meta["protected_columns"][1] = "sex"; }),
              HasSubstr("protected_columns"));
  EXPECT_EQ(reason([](Json& meta) { meta["cells"][1] = meta["cells"][0]; }),
            "cell 1 is a repetition or out of order");
  EXPECT_EQ(reason([](Json& meta) { std::swap(meta["cells"][1], meta["cells"][2]); }),
            "cell 2 is a repetition or out of order");
  EXPECT_THAT(reason([](Json& meta) { meta["cells"].erase(0); }), HasSubstr("arrays for"));
  reason([](Json& meta) { meta["cells"][0]["levels"][0] = 7; });
  for (const Json& rows : {Json(-3), Json(1.5), Json("3"), Json(nullptr)}) {
    EXPECT_THAT(reason([&](Json& meta) { meta["cells"][0]["rows"] = rows; }), HasSubstr("rows"));
  }
}

TEST(MomentsFileRejectionTest, MetaThatDoesNotFitTogetherIsRejected) {
  const auto code = [](auto&& change) { return std::string(problem_after_meta(change).code()); };
  EXPECT_EQ(code([](Json& meta) { meta["columns"][2]["name"] = "age"; }), "duplicate-column");
  EXPECT_EQ(code([](Json& meta) { meta["columns"][1]["levels"][0] = "zz"; }), "unsorted-levels");
  EXPECT_EQ(code([](Json& meta) { meta["columns"][1]["levels"].push_back("zz"); }), "array-shape");
  EXPECT_EQ(code([](Json& meta) { meta["protected_columns"].push_back("age"); }), "cell-levels");
  EXPECT_EQ(code([](Json& meta) { meta["label_column"] = nullptr; }), "cell-label");
  for (const auto& [cell, rows] : {std::pair{0, 0}, {2, 1}}) {
    const Message message = problem_after_meta(
        [&, at = cell, given = rows](Json& meta) { meta["cells"][at]["rows"] = given; });
    EXPECT_EQ(message.code(), "impossible-weights");
    EXPECT_EQ(message.argument("rows"), std::to_string(rows));
  }
}

TEST(MomentsFileRejectionTest, ArraysThatDoNotFitAreRejectedByName) {
  const auto problem = [](auto&& change) { return problem_after_arrays(change); };
  EXPECT_THAT(problem([](Arrays& arrays) { arrays.erase("cells/0/mean"); }).argument("reason"),
              HasSubstr("arrays for"));
  EXPECT_THAT(
      problem([](Arrays& arrays) { arrays["more"] = Matrix::Zero(1, 1); }).argument("reason"),
      HasSubstr("arrays for"));
  const Message missing = problem([](Arrays& arrays) {
    arrays["more"] = Matrix::Zero(1, 1);
    arrays.erase("cells/1/weights");
  });
  EXPECT_EQ(missing.code(), "missing-array");
  EXPECT_EQ(missing.argument("name"), "cells/1/weights");
  const Message narrow =
      problem([](Arrays& arrays) { arrays["cells/0/scatter"].conservativeResize(3, 1); });
  EXPECT_EQ(narrow.code(), "array-shape");
  EXPECT_EQ(narrow.argument("name"), "cells/0/scatter");
}

TEST(MomentsFileRejectionTest, NumbersNoRowsCouldHaveAreRejected) {
  const auto problem = [](auto&& change) { return problem_after_arrays(change); };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(problem([](Arrays& arrays) { arrays["cells/0/weights"].setZero(); }).code(),
            "impossible-weights");
  EXPECT_EQ(problem([&](Arrays& arrays) { arrays["cells/0/weights"](0, 1) = nan; }).code(),
            "impossible-weights");
  const Message mean = problem([&](Arrays& arrays) { arrays["cells/0/mean"](2, 0) = nan; });
  EXPECT_EQ(mean.code(), "impossible-mean");
  EXPECT_EQ(mean.argument("column"), "3");
  const Message scatter = problem([](Arrays& arrays) { arrays["cells/0/scatter"](0, 0) = -1; });
  EXPECT_EQ(scatter.code(), "impossible-scatter");
  EXPECT_EQ(scatter.argument("column"), "1");
  EXPECT_EQ(problem([](Arrays& arrays) { arrays["cells/0/scatter"](1, 0) = 1e9; }).code(),
            "scatter-of-two-columns");
}

TEST(MomentsFileRejectionTest, CutAndFlippedFilesAreRejected) {
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

TEST(MomentsFileRejectionTest, OtherFilesAreRejectedByPath) {
  const TemporaryFolder folder;
  const auto code = [&](const std::string& name) {
    const Message message = rejection_of([&] { read_moments(folder.file(name)); });
    EXPECT_EQ(message.place().file, folder.file(name).string());
    return std::string(message.code());
  };
  EXPECT_EQ(code("absent"), "file-not-readable");
  folder.write("text", "a,b\n1,2\n");
  EXPECT_EQ(code("text"), "not-an-archive");
  write_archive({.meta = "{}", .arrays = {}, .origin = {}}, {"model", 1}, folder.file("model"));
  EXPECT_EQ(code("model"), "archive-kind");
  write_archive({.meta = "{}", .arrays = {}, .origin = {}}, {"moments", 2}, folder.file("newer"));
  EXPECT_EQ(code("newer"), "newer-archive");
  write_archive({.meta = "{}", .arrays = {}, .origin = {}}, kKind, folder.file("hollow"));
  EXPECT_EQ(code("hollow"), "damaged-archive");
}

TEST(MomentsFileRejectionTest, LevelsThatAreNotTextAreNotWritten) {
  const TemporaryFolder folder;
  Moments one_row(1);
  one_row.add(random_rows(1, 1, 1));
  const GroupMoments moments = GroupMoments::from_parts(
      Encoding(std::vector<EncodedColumn>{{{"x", ColumnKind::kNumeric}, {}}}), {"sex"},
      std::nullopt, {{CellKey{{"\xff"}, std::nullopt}, one_row}});
  const Message message = rejection_of([&] { write_moments(moments, folder.file("m")); });
  EXPECT_EQ(message.code(), "archive-meta");
  EXPECT_THAT(message.argument("reason"), HasSubstr("not UTF-8"));
  EXPECT_EQ(folder.file_count(), 0U);
}

}  // namespace moments_file_test
}  // namespace fairpca
