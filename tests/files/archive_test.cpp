// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/files/archive.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/files/npy.h"
#include "files/message_of.h"
#include "files/temporary_folder.h"
#include "files/zip_layout.h"

namespace fairpca {
namespace archive_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

const ArchiveKind kModel{"model", 1};

Archive sample() {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  Archive archive;
  archive.meta = R"({"columns":["age","sex=\"F\""],"nested":{"a":[1,2.5,null]}})";
  archive.arrays["mean"] = Matrix::NullaryExpr(5, 1, [&] { return normal(engine); });
  archive.arrays["components"] = Matrix::NullaryExpr(5, 2, [&] { return normal(engine); });
  archive.arrays["cells/0.scatter"] = Matrix::Zero(0, 3);
  archive.arrays["mean"](2, 0) = std::numeric_limits<double>::infinity();
  archive.arrays["mean"](3, 0) = -0.0;
  return archive;
}

std::string refusal(const std::string& bytes) {
  return message_of<IoError>([&] { parse_archive(bytes, kModel); });
}

/// A ZIP with these entries, laid out as ours are, whatever they hold.
std::string zip_of(const std::vector<std::pair<std::string, std::string>>& contents) {
  std::string bytes;
  std::vector<ZipEntry> entries;
  for (const auto& [name, content] : contents) {
    entries.push_back({name, checksum_of(content), static_cast<std::uint32_t>(content.size()),
                       static_cast<std::uint32_t>(bytes.size())});
    bytes += zip_local_header(entries.back()) + content;
  }
  return bytes + zip_directory(entries, static_cast<std::uint32_t>(bytes.size()));
}

TEST(ArchiveTest, WhatIsWrittenIsReadBackBitForBit) {
  const Archive written = sample();
  const Archive read = parse_archive(archive_bytes(written, kModel), kModel);
  EXPECT_EQ(read.meta, written.meta);
  ASSERT_EQ(read.arrays.size(), written.arrays.size());
  for (const auto& [name, matrix] : written.arrays) {
    const Matrix& again = read.array(name, matrix.rows(), matrix.cols());
    if (matrix.size() == 0) continue;
    EXPECT_EQ(std::memcmp(again.data(), matrix.data(), sizeof(double) * matrix.size()), 0) << name;
  }
  EXPECT_EQ(archive_bytes(read, kModel), archive_bytes(written, kModel));
}

TEST(ArchiveTest, AnEmptyMetaIsReadBackToo) {
  const Archive archive{"{ }", {}, ""};
  const std::string bytes = archive_bytes(archive, kModel);
  EXPECT_NE(bytes.find(R"({"format":"fairpca-model","version":1 })"), std::string::npos);
  EXPECT_EQ(parse_archive(bytes, kModel).meta, "{ }");
}

TEST(ArchiveTest, AFileIsWrittenAndReadUnderItsPath) {
  const TemporaryFolder folder;
  write_archive(sample(), kModel, folder.file("m.fairpca"));
  EXPECT_EQ(folder.read("m.fairpca"), archive_bytes(sample(), kModel));
  const Archive read = read_archive(folder.file("m.fairpca"), kModel);
  EXPECT_EQ(read.meta, sample().meta);
  EXPECT_EQ(read.origin, folder.file("m.fairpca").string());
}

TEST(ArchiveTest, EveryFlippedBitIsFound) {
  const std::string whole = archive_bytes(sample(), kModel);
  for (std::size_t byte = 0; byte < whole.size(); ++byte) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[byte] = static_cast<char>(damaged[byte] ^ (1 << bit));
      EXPECT_NE(refusal(damaged), "(nothing thrown)") << "byte " << byte << " bit " << bit;
    }
  }
}

TEST(ArchiveTest, EveryCutAndEveryAdditionIsFound) {
  const std::string whole = archive_bytes(sample(), kModel);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(refusal(whole.substr(0, size)), "(nothing thrown)") << size;
  }
  EXPECT_THAT(refusal(whole + '\0'), HasSubstr("damaged"));
  EXPECT_THAT(refusal(whole.substr(0, whole.size() - 30)), HasSubstr("cut short"));
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
}

TEST(ArchiveTest, ANewerVersionAsksForAnUpgrade) {
  const TemporaryFolder folder;
  const ArchiveKind newer{"model", 2};
  write_archive(sample(), newer, folder.file("m.fairpca"));
  EXPECT_EQ(message_of<IoError>([&] { read_archive(folder.file("m.fairpca"), kModel); }),
            folder.file("m.fairpca").string() +
                " was written by a newer fairpca (format 2; this one reads up to 1): "
                "upgrade fairpca");
  write_archive(sample(), kModel, folder.file("m.fairpca"));
  EXPECT_EQ(read_archive(folder.file("m.fairpca"), newer).meta, sample().meta);
}

TEST(ArchiveTest, AnotherKindOfFileIsNamed) {
  EXPECT_THAT(refusal(archive_bytes(sample(), {"moments", 1})),
              HasSubstr("this is a fairpca moments file, not a model file"));
  EXPECT_THAT(refusal("age,sex\n1,2\n"), HasSubstr("not a fairpca model file"));
  EXPECT_THAT(refusal(zip_of({{"mimetype", "text"}})), HasSubstr("not a fairpca model file"));
  EXPECT_THAT(refusal(zip_of({{"meta.json", R"({"format":"other","version":1})"}})),
              HasSubstr("not a fairpca model file"));
}

TEST(ArchiveTest, EntriesWritingDoesNotProduceAreRefused) {
  const std::string meta = R"({"format":"fairpca-model","version":1})";
  const std::string array = npy_bytes(Matrix(Matrix::Ones(1, 1)));
  EXPECT_EQ(refusal(zip_of({{"meta.json", meta}, {"a.npy", array}})), "(nothing thrown)");
  for (const auto& entries : std::vector<std::vector<std::pair<std::string, std::string>>>{
           {{"meta.json", meta}, {"b.npy", array}, {"a.npy", array}},
           {{"meta.json", meta}, {"a.npy", array}, {"a.npy", array}},
           {{"meta.json", meta}, {"../a.npy", array}},
           {{"meta.json", meta}, {"/a.npy", array}},
           {{"meta.json", meta}, {"a.txt", array}},
           {{"meta.json", meta}, {".npy", array}},
           {{"meta.json", meta}, {"a.npy", array + "x"}},
           {{"meta.json", meta}, {"a.npy", "not an array"}}}) {
    EXPECT_THAT(refusal(zip_of(entries)), HasSubstr("damaged")) << entries[1].first;
  }
}

TEST(ArchiveTest, AnArrayThatClaimsMoreNumbersThanTheFileHoldsIsRefused) {
  const std::string meta = R"({"format":"fairpca-model","version":1})";
  for (const std::vector<Index>& shape :
       {std::vector<Index>{1'000'000'000, 1'000'000}, std::vector<Index>{1'000'000'000'000, 0}}) {
    EXPECT_THAT(refusal(zip_of({{"meta.json", meta}, {"a.npy", npy_header_bytes(shape)}})),
                HasSubstr("damaged"));
  }
}

TEST(ArchiveTest, HostileJsonIsRefused) {
  const auto with_meta = [](const std::string& rest) {
    return refusal(zip_of({{"meta.json", R"({"format":"fairpca-model","version":1)" + rest}}));
  };
  EXPECT_THAT(with_meta(",\"a\":" + std::string(100'000, '[')), HasSubstr("nested deeper"));
  EXPECT_THAT(with_meta(R"(,"a":1,"a":2})"), HasSubstr("twice"));
  EXPECT_THAT(with_meta(R"(,"format":"x"})"), HasSubstr("of its own"));
  EXPECT_THAT(with_meta(R"(,"a":})"), HasSubstr("not JSON"));
  EXPECT_THAT(with_meta(",\"a\":\"\xff\"}"), HasSubstr("not JSON"));
  EXPECT_THAT(with_meta(R"(,"a":1}{})"), HasSubstr("not JSON"));
  EXPECT_THAT(with_meta(R"(,})"), HasSubstr("damaged"));
}

TEST(ArchiveTest, WritingRefusesWhatCouldNotBeReadBack) {
  const auto refused = [](const Archive& archive) {
    return message_of<InvalidArgument>([&] { archive_bytes(archive, kModel); });
  };
  EXPECT_THAT(refused({"[]", {}, ""}), HasSubstr("not a JSON object"));
  EXPECT_THAT(refused({R"({"version":3})", {}, ""}), HasSubstr("of its own"));
  EXPECT_THAT(refused({"{", {}, ""}), HasSubstr("not JSON"));
  for (const std::string name : {"", "../up", "/root", "with space", "a//b", "a/"}) {
    EXPECT_THAT(refused({"{}", {{name, Matrix::Zero(1, 1)}}, ""}),
                HasSubstr("cannot be the name of an array"));
  }
}

TEST(ArchiveTest, ArraysOfAnotherShapeAreRefusedByName) {
  const Archive archive = parse_archive(archive_bytes(sample(), kModel), kModel);
  EXPECT_EQ(archive.array("mean", -1, 1).rows(), 5);
  EXPECT_THAT(message_of<IoError>([&] { archive.array("mean", 4, -1); }),
              AllOf(StartsWith("model file: "), HasSubstr("'mean' is 5 x 1, expected 4 x any")));
  EXPECT_THAT(message_of<IoError>([&] { archive.array("scale"); }),
              HasSubstr("'scale' is missing"));
}

TEST(ArchiveTest, FilesThatCannotBeReadAreRefusedWithTheirPath) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::filesystem::path& path) {
    return message_of<IoError>([&] { read_archive(path, kModel); });
  };
  EXPECT_THAT(refused(folder.file("none")),
              AllOf(StartsWith(folder.file("none").string()), HasSubstr("No such file")));
  EXPECT_THAT(refused(folder.path()), HasSubstr("folder"));
  EXPECT_THAT(refused(folder.write("empty", "")), HasSubstr("empty"));
}

/// An independent reader: Python's zipfile checks the structure and the checksums.
TEST(ArchiveTest, PythonReadsTheFile) {
  if (std::system("python3 -c 'import zipfile' 2>/dev/null") != 0) {
    GTEST_SKIP() << "python3 is not installed";
  }
  const TemporaryFolder folder;
  write_archive(sample(), kModel, folder.file("m"));
  const auto script = folder.write("read.py", R"(
import ast, json, struct, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
assert archive.namelist() == ["meta.json", "cells/0.scatter.npy", "components.npy", "mean.npy"]
meta = json.loads(archive.read("meta.json"))
assert list(meta)[:2] == ["format", "version"] and meta["format"] == "fairpca-model"
assert meta["version"] == 1 and meta["nested"]["a"] == [1, 2.5, None]
npy = archive.read("mean.npy")
assert npy[:8] == b"\x93NUMPY\x01\x00"
header = ast.literal_eval(npy[10 : 10 + struct.unpack("<H", npy[8:10])[0]].decode())
assert header == {"descr": "<f8", "fortran_order": False, "shape": (5, 1)}
assert struct.unpack("<5d", npy[-40:])[2] == float("inf")
)");
  EXPECT_EQ(std::system(("python3 " + script.string() + " " + folder.file("m").string()).c_str()),
            0);
}

}  // namespace archive_test
}  // namespace fairpca
