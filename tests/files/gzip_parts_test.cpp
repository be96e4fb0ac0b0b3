// SPDX-License-Identifier: BSD-3-Clause
#include "files/gzip_parts.h"

#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

namespace fairpca {
namespace gzip_parts_test {

std::string file_of(const std::vector<std::string>& texts) {
  GzipFile file;
  std::string bytes = GzipFile::begin();
  for (const std::string& text : texts) {
    const std::string part = gzip_part(text);
    bytes += file.add(part);
  }
  return bytes + file.end();
}

/// By zlib's own reader, which checks length and checksum; "" unless all of `bytes` is one member.
std::string unzipped(std::string bytes, std::size_t size) {
  std::string text(size, '\0');
  z_stream stream = {};
  constexpr int kGzipOnly = 15 + 16;
  if (inflateInit2(&stream, kGzipOnly) != Z_OK) return "";
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  const bool whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  return whole && stream.avail_out == 0 ? text : "";
}

TEST(GzipPartsTest, PartsCompressedApartAreOneFileOfTheWholeText) {
  std::string lines;
  for (int i = 0; i < 200'000; ++i) lines += std::to_string(i * 7919 % 100'003) + ",x\n";
  const std::vector<std::string> texts = {"pc1,pc2\n", lines, "", lines.substr(17), "end"};
  std::string all;
  for (const std::string& text : texts) all += text;
  const std::string bytes = file_of(texts);
  EXPECT_EQ(unzipped(bytes, all.size()), all);
  EXPECT_LT(bytes.size(), all.size() / 2);
}

TEST(GzipPartsTest, TheSamePartsGiveTheSameBytesWithoutATime) {
  EXPECT_EQ(file_of({"a,b\n", "1,2\n"}), file_of({"a,b\n", "1,2\n"}));
  EXPECT_EQ(file_of({"x"}).substr(3, 6), std::string(6, '\0'));  // flags, time, level
}

TEST(GzipPartsTest, AFileWithoutPartsIsEmptyAndValid) {
  std::string bytes = file_of({});
  z_stream stream = {};
  ASSERT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  char out = 0;
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(&out);
  stream.avail_out = 1;
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_out, 1u);
  inflateEnd(&stream);
}

}  // namespace gzip_parts_test
}  // namespace fairpca
