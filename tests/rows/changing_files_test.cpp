// SPDX-License-Identifier: BSD-3-Clause
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/rows/csv_rows.h"
#include "fairpca/rows/npy_rows.h"
#include "files/npy.h"
#include "files/temporary_folder.h"
#include "rows/chunk_digests.h"
#include "rows/read_all.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace changing_files_test {

constexpr Index kRows = 10'000;  // three chunks

std::string csv_text() {
  std::string text = "a,b\n";
  for (Index i = 0; i < kRows; ++i) text += fmt::format("{},{}\n", 1000 + i % 97, 1000 + i % 89);
  return text;
}

std::string npy_text() {
  Matrix matrix(kRows, 2);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<double>(i % 97);
  return npy_bytes(matrix);
}

std::string gzipped(const std::filesystem::path& path, const std::string& text) {
  gzFile file = ::gzopen(path.c_str(), "wb");
  ::gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  ::gzclose(file);
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::unique_ptr<RowSource> open_kind(const std::filesystem::path& path) {
  if (path.extension() == ".npy") return std::make_unique<NpyRows>(path, ColumnRoles{});
  return std::make_unique<CsvRows>(path, ColumnRoles{});
}

/// How a second pass ends after the file has been given other bytes; also that a pass over the
/// first bytes, restored, finds nothing wrong.
Message second_pass(const TemporaryFolder& folder, const std::string& name,
                    const std::string& before, const std::string& after) {
  const auto rows = open_kind(folder.write(name, before));
  read_all(*rows);
  rows->rewind();
  read_all(*rows);
  folder.write(name, after);
  const Message message = rejection_of([&] {
    rows->rewind();
    read_all(*rows);
  });
  EXPECT_EQ(message.place().file, folder.file(name).string());
  folder.write(name, before);
  EXPECT_NO_THROW({
    rows->rewind();
    read_all(*rows);
  });
  return message;
}

void expect_changed_rows(const Message& message, const char* first, const char* last) {
  EXPECT_EQ(message.code(), "changed-rows");
  EXPECT_EQ(message.argument("first"), first);
  EXPECT_EQ(message.argument("last"), last);
}

TEST(ChangingFilesTest, RowsTakenOffTheEndOfACsvAreNoticed) {
  const TemporaryFolder folder;
  const std::string text = csv_text();
  const std::string shorter = text.substr(0, text.rfind('\n', text.size() - 2) + 1);
  const Message message = second_pass(folder, "t.csv", text, shorter);
  EXPECT_EQ(message.code(), "shortened-file");
  EXPECT_EQ(message.argument("before"), "100004");
  EXPECT_EQ(message.argument("now"), "99994");
}

TEST(ChangingFilesTest, RowsTakenOffTheEndOfACsvAreNoticedInTheFirstPass) {
  const TemporaryFolder folder;
  std::string text = csv_text();
  for (int i = 0; i < 5; ++i) text += text.substr(4);  // more than is read on opening
  const auto path = folder.write("t.csv", text);
  CsvRows rows(path, {});
  ASSERT_EQ(::truncate(path.c_str(), static_cast<off_t>(text.size() - 10)), 0);
  EXPECT_EQ(rejection_of([&] { read_all(rows); }).code(), "shortened-file");
}

TEST(ChangingFilesTest, AnotherNumberOfRowsInACsvIsNoticed) {
  const TemporaryFolder folder;
  const std::string text = csv_text();
  const std::size_t end = text.find('\n') + 1 + 2 * 4096 * std::string("1000,1000\n").size();
  const Message message = second_pass(folder, "t.csv", text.substr(0, end), text);
  EXPECT_EQ(message.code(), "changed-row-count");
  EXPECT_EQ(message.argument("rows"), "10000");
  EXPECT_EQ(message.argument("before"), "8192");
}

TEST(ChangingFilesTest, RowsAddedToACsvAreNoticed) {
  const TemporaryFolder folder;
  expect_changed_rows(second_pass(folder, "t.csv", csv_text(), csv_text() + "5,5\n"), "8193",
                      "10001");
}

TEST(ChangingFilesTest, AnotherDigitOrHeaderOfACsvIsNoticed) {
  const TemporaryFolder folder;
  std::string other = csv_text();
  other[30] = other[30] == '1' ? '2' : '1';
  expect_changed_rows(second_pass(folder, "t.csv", csv_text(), other), "1", "4096");
  other = csv_text();
  other[0] = 'c';
  EXPECT_EQ(second_pass(folder, "t.csv", csv_text(), other).code(), "changed-header");
}

TEST(ChangingFilesTest, OtherRowsInAGzippedCsvAreNoticed) {
  const TemporaryFolder folder;
  const std::string text = csv_text();
  const std::string longer = gzipped(folder.file("x"), text);
  const std::string shorter = gzipped(folder.file("x"), text.substr(0, text.size() - 10));
  ASSERT_NE(longer.size(), shorter.size());
  EXPECT_EQ(second_pass(folder, "t.csv.gz", longer, shorter).code(), "shortened-file");
  expect_changed_rows(second_pass(folder, "t.csv.gz", shorter, longer), "8193", "10000");
}

TEST(ChangingFilesTest, AnotherNumberInAnNpyIsNoticed) {
  const TemporaryFolder folder;
  const std::string before = npy_text();
  std::string after = before;
  after[before.size() - 1] ^= 1;
  expect_changed_rows(second_pass(folder, "m.npy", before, after), "8193", "10000");
}

TEST(ChangingFilesTest, AnNpyShortenedWhileItIsReadIsAnErrorAndNoCrash) {
  const TemporaryFolder folder;
  const auto path = folder.write("m.npy", npy_text());
  NpyRows rows(path, {});
  const auto first = rows.next(), second = rows.next();
  first->decode();
  ASSERT_EQ(::truncate(path.c_str(), 1000), 0);
  const Message message = rejection_of([&] { second->decode(); });
  EXPECT_EQ(message.code(), "shortened-file");
  EXPECT_EQ(message.place().file, path.string());
  EXPECT_EQ(message.argument("before"), "160128");
}

TEST(ChangingFilesTest, DigestsDifferForTextsThatDifferInOneBitOrInTheirLength) {
  std::mt19937 random(1);
  std::string text(200, '\0');
  for (char& letter : text) letter = static_cast<char>(random());
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string start = text.substr(0, size);
    EXPECT_NE(digest_of(start), digest_of(start + '\0'));
    for (std::size_t bit = 0; bit < 8 * size; bit += 7) {
      std::string other = start;
      other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << bit % 8));
      ASSERT_NE(digest_of(start), digest_of(other)) << size << ' ' << bit;
    }
  }
}

TEST(ChangingFilesTest, AReaderThatWaitsForAPipeCanBeStopped) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  std::ofstream writer;
  std::thread opens([&] {
    writer.open(folder.file("pipe"));
    writer << "a,b\n" << std::flush;
  });
  int questions = 0;
  const CsvOptions options{.stop_wanted = [&] { return ++questions > 3; }};
  EXPECT_THROW(CsvRows(folder.file("pipe"), {}, options), Stopped);
  opens.join();
}

}  // namespace changing_files_test
}  // namespace fairpca
