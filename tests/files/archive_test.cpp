// SPDX-License-Identifier: BSD-3-Clause
#include "files/archive.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/npy.h"
#include "files/temporary_folder.h"
#include "files/zip_layout.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace archive_test {

using testing::HasSubstr;

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

Message rejection(const std::string& bytes) {
  return rejection_of([&] { parse_archive(bytes, kModel); });
}

/// The reason of a file that is damaged.
std::string damage(const std::string& bytes) {
  const Message message = rejection(bytes);
  EXPECT_EQ(message.code(), "damaged-archive");
  EXPECT_EQ(message.place().file, "model file");
  return message.text();
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
      EXPECT_THROW(parse_archive(damaged, kModel), IoError) << "byte " << byte << " bit " << bit;
    }
  }
}

TEST(ArchiveTest, EveryCutAndEveryAdditionIsFound) {
  const std::string whole = archive_bytes(sample(), kModel);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(parse_archive(whole.substr(0, size), kModel), IoError) << size;
  }
  damage(whole + '\0');
  EXPECT_THAT(damage(whole.substr(0, whole.size() - 30)), HasSubstr("cut short"));
  EXPECT_EQ(rejection("").code(), "empty-file");
}

TEST(ArchiveTest, ANewerVersionAsksForAnUpgrade) {
  const TemporaryFolder folder;
  const ArchiveKind newer{"model", 2};
  write_archive(sample(), newer, folder.file("m.fairpca"));
  const Message message = rejection_of([&] { read_archive(folder.file("m.fairpca"), kModel); });
  EXPECT_EQ(message.code(), "newer-archive");
  EXPECT_EQ(message.place().file, folder.file("m.fairpca").string());
  EXPECT_EQ(message.argument("version"), "2");
  EXPECT_EQ(message.argument("known"), "1");
  write_archive(sample(), kModel, folder.file("m.fairpca"));
  EXPECT_EQ(read_archive(folder.file("m.fairpca"), newer).meta, sample().meta);
}

TEST(ArchiveTest, AnotherKindOfFileIsNamed) {
  const Message other = rejection(archive_bytes(sample(), {"moments", 1}));
  EXPECT_EQ(other.code(), "archive-kind");
  EXPECT_EQ(other.argument("found"), "moments");
  EXPECT_EQ(other.argument("kind"), "model");
  EXPECT_EQ(rejection("age,sex\n1,2\n").code(), "not-an-archive");
  EXPECT_EQ(rejection(zip_of({{"mimetype", "text"}})).code(), "not-an-archive");
  EXPECT_EQ(rejection(zip_of({{"meta.json", R"({"format":"other","version":1})"}})).code(),
            "not-an-archive");
}

TEST(ArchiveTest, EntriesWritingDoesNotProduceAreRejected) {
  const std::string meta = R"({"format":"fairpca-model","version":1})";
  const std::string array = npy_bytes(Matrix(Matrix::Ones(1, 1)));
  EXPECT_NO_THROW(parse_archive(zip_of({{"meta.json", meta}, {"a.npy", array}}), kModel));
  for (const auto& entries : std::vector<std::vector<std::pair<std::string, std::string>>>{
           {{"meta.json", meta}, {"b.npy", array}, {"a.npy", array}},
           {{"meta.json", meta}, {"a.npy", array}, {"a.npy", array}},
           {{"meta.json", meta}, {"../a.npy", array}},
           {{"meta.json", meta}, {"/a.npy", array}},
           {{"meta.json", meta}, {"a.txt", array}},
           {{"meta.json", meta}, {".npy", array}},
           {{"meta.json", meta}, {"a.npy", array + "x"}},
           {{"meta.json", meta}, {"a.npy", "not an array"}}}) {
    SCOPED_TRACE(entries[1].first);
    damage(zip_of(entries));
  }
}

TEST(ArchiveTest, AnArrayThatClaimsMoreNumbersThanTheFileHoldsIsRejected) {
  const std::string meta = R"({"format":"fairpca-model","version":1})";
  for (const std::vector<Index>& shape :
       {std::vector<Index>{1'000'000'000, 1'000'000}, std::vector<Index>{1'000'000'000'000, 0}}) {
    damage(zip_of({{"meta.json", meta}, {"a.npy", npy_header_bytes(shape)}}));
  }
}

TEST(ArchiveTest, HostileJsonIsRejected) {
  const auto with_meta = [](const std::string& rest) {
    return damage(zip_of({{"meta.json", R"({"format":"fairpca-model","version":1)" + rest}}));
  };
  EXPECT_THAT(with_meta(",\"a\":" + std::string(100'000, '[')), HasSubstr("nested deeper"));
  EXPECT_THAT(with_meta(R"(,"a":1,"a":2})"), HasSubstr("twice"));
  EXPECT_THAT(with_meta(R"(,"format":"x"})"), HasSubstr("of its own"));
  EXPECT_THAT(with_meta(R"(,"a":})"), HasSubstr("not JSON"));
  EXPECT_THAT(with_meta(",\"a\":\"\xff\"}"), HasSubstr("not JSON"));
  EXPECT_THAT(with_meta(R"(,"a":1}{})"), HasSubstr("not JSON"));
  EXPECT_THAT(with_meta(R"(,})"), HasSubstr("meta.json"));
}

TEST(ArchiveTest, WritingRejectsWhatCouldNotBeReadBack) {
  const auto writing = [](const Archive& archive) {
    return rejection_of([&] { archive_bytes(archive, kModel); });
  };
  for (const std::string meta : {"[]", R"({"version":3})", "{"}) {
    EXPECT_EQ(writing({meta, {}, ""}).code(), "archive-meta") << meta;
  }
  for (const std::string name : {"", "../up", "/root", "with space", "a//b", "a/"}) {
    const Message message = writing({"{}", {{name, Matrix::Zero(1, 1)}}, ""});
    EXPECT_EQ(message.code(), "array-name");
    EXPECT_EQ(message.argument("name"), name);
  }
}

TEST(ArchiveTest, ArraysOfAnotherShapeAreRejectedByName) {
  const Archive archive = parse_archive(archive_bytes(sample(), kModel), kModel);
  EXPECT_EQ(archive.array("mean", -1, 1).rows(), 5);
  const Message shape = rejection_of([&] { archive.array("mean", 4, -1); });
  EXPECT_EQ(shape.code(), "array-shape");
  EXPECT_EQ(shape.place().file, "model file");
  EXPECT_EQ(shape.argument("name"), "mean");
  EXPECT_EQ(shape.argument("rows"), "5");
  EXPECT_EQ(shape.argument("columns"), "1");
  EXPECT_EQ(shape.argument("expected"), "4 x any");
  const Message missing = rejection_of([&] { archive.array("scale"); });
  EXPECT_EQ(missing.code(), "missing-array");
  EXPECT_EQ(missing.argument("name"), "scale");
}

TEST(ArchiveTest, FilesThatCannotBeReadAreRejectedWithTheirPath) {
  const TemporaryFolder folder;
  const auto code = [&](const std::filesystem::path& path) {
    const Message message = rejection_of([&] { read_archive(path, kModel); });
    EXPECT_EQ(message.place().file, path.string());
    return std::string(message.code());
  };
  EXPECT_EQ(code(folder.file("none")), "file-not-readable");
  EXPECT_EQ(code(folder.path()), "folder-instead-of-file");
  EXPECT_EQ(code(folder.write("empty", "")), "empty-file");
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
