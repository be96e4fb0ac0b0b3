// SPDX-License-Identifier: BSD-3-Clause
#include "files/gzip_parts.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include <zlib.h>

namespace fairpca {
namespace {

/// What stands behind the bytes of a part: its checksum and the length of its text.
struct PartFacts {
  std::uint64_t length = 0;
  std::uint32_t checksum = 0;
};

/// A raw deflate stream that is freed whatever happens.
struct Deflater {
  z_stream stream = {};
  Deflater() {
    constexpr int kRaw = -15, kMemory = 8;  // no header: the parts share one
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kRaw, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Deflater() { deflateEnd(&stream); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
};

void append_little_endian(std::string& bytes, std::uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<char>(number >> shift & 0xffU));
  }
}

}  // namespace

std::string gzip_part(std::string_view text) {
  constexpr std::size_t kOutputStep = 1 << 18;
  constexpr std::size_t kInputStep = std::numeric_limits<uInt>::max() / 2;
  PartFacts facts{.length = text.size()};
  facts.checksum = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
  Deflater deflater;
  z_stream& stream = deflater.stream;
  std::string part;
  std::size_t written = 0;
  do {
    const std::size_t taken = std::min(text.size(), kInputStep);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(taken);
    text.remove_prefix(taken);
    // A full flush ends at a whole byte, and nothing behind it refers to what is before.
    do {
      part.resize(written + kOutputStep);
      stream.next_out = reinterpret_cast<Bytef*>(part.data() + written);
      stream.avail_out = kOutputStep;
      deflate(&stream, text.empty() ? Z_FULL_FLUSH : Z_NO_FLUSH);
      written += kOutputStep - stream.avail_out;
    } while (stream.avail_out == 0);
  } while (!text.empty());
  part.resize(written);
  return part.append(reinterpret_cast<const char*>(&facts), sizeof(facts));
}

std::string GzipFile::begin() {
  constexpr char kUnknownSystem = '\xff';
  std::string bytes = {'\x1f', '\x8b', '\x08'};
  bytes.append(6, '\0');  // flags, time, compression level
  bytes.push_back(kUnknownSystem);
  return bytes;
}

std::string_view GzipFile::add(std::string_view part) {
  PartFacts facts;
  const std::size_t size = part.size() - sizeof(facts);
  std::memcpy(&facts, part.data() + size, sizeof(facts));
  checksum_ = static_cast<std::uint32_t>(
      crc32_combine(checksum_, facts.checksum, static_cast<z_off_t>(facts.length)));
  length_ += facts.length;
  return part.substr(0, size);
}

std::string GzipFile::end() const {
  std::string bytes = {'\x03', '\x00'};  // the last block, empty
  append_little_endian(bytes, checksum_);
  append_little_endian(bytes, static_cast<std::uint32_t>(length_));  // modulo 2^32
  return bytes;
}

}  // namespace fairpca
