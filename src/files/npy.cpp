// SPDX-License-Identifier: BSD-3-Clause
#include "files/npy.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "files/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

static_assert(std::endian::native == std::endian::little, "NPY numbers are written as they lie");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMaxHeaderBytes = 1 << 16;

[[noreturn]] void reject_npy(const Place& place, std::string_view reason) {
  reject(files_message<"malformed-npy">("place"_is(place), "reason"_is(reason)));
}

/// Reads the Python dictionary of an NPY header, the few forms of literals that may stand in it.
class HeaderText {
 public:
  HeaderText(std::string_view text, Place place) : text_(text), place_(std::move(place)) {}

  const Place& place() const { return place_; }
  [[noreturn]] void malformed(std::string_view reason) const { reject_npy(place_, reason); }

  bool accept(char wanted) {
    skip_space();
    if (text_.empty() || text_.front() != wanted) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) malformed(fmt::format("its header lacks a '{}'", wanted));
  }
  std::string_view quoted() {
    const char quote = accept('\'') ? '\'' : accept('"') ? '"' : '\0';
    const std::size_t end = quote == '\0' ? std::string_view::npos : text_.find(quote);
    if (end == std::string_view::npos) malformed("its header lacks a quoted word");
    const std::string_view word = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return word;
  }
  bool boolean() {
    skip_space();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (!text_.starts_with(word)) continue;
      text_.remove_prefix(word.size());
      return value;
    }
    malformed("fortran_order is neither True nor False");
  }
  Index integer() {
    skip_space();
    std::int64_t value = -1;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc() || value < 0) malformed("its shape is not made of whole numbers");
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }
  bool at_end() {
    skip_space();
    return text_.empty();
  }

 private:
  void skip_space() {
    const std::size_t start = text_.find_first_not_of(" \t\r\n");
    text_.remove_prefix(start == std::string_view::npos ? text_.size() : start);
  }
  std::string_view text_;
  Place place_;
};

void parse_type(HeaderText& text, NpyHeader& header) {
  if (text.accept('[')) {
    reject(files_message<"npy-records">("place"_is(text.place())));
  }
  const std::string_view descr = text.quoted();
  header.is_float32 = descr == "<f4";
  header.is_float16 = descr == "<f2";
  if (descr == "<f8" || header.is_float32 || header.is_float16) return;
  const std::string_view what = descr.starts_with('>') ? "big-endian"
                                : descr.size() > 1 && (descr[1] == 'i' || descr[1] == 'u')
                                    ? "integers"
                                : descr.size() > 1 && descr[1] == 'O' ? "objects"
                                                                      : "not floats";
  reject(files_message<"npy-type">("place"_is(text.place()), "type"_is(Quoted{descr}),
                                   "kind"_is(what)));
}

std::vector<Index> parse_shape(HeaderText& text) {
  std::vector<Index> shape;
  text.expect('(');
  while (!text.accept(')')) {
    shape.push_back(text.integer());
    if (!text.accept(',')) {
      text.expect(')');
      break;
    }
  }
  if (shape.size() == 1 || shape.size() == 2) return shape;
  reject(files_message<"npy-dimensions">("place"_is(text.place()), "dimensions"_is(shape.size())));
}

void check_size(const NpyHeader& header, const Place& place) {
  auto bytes = static_cast<std::int64_t>(header.number_bytes());
  for (const Index extent : header.shape) {
    if (__builtin_mul_overflow(bytes, extent, &bytes)) reject_npy(place, "its shape overflows");
  }
}

/// The header's dictionary and where the data start.
std::pair<std::string_view, std::size_t> header_text(std::string_view bytes, const Place& place) {
  const auto malformed = [&place](std::string_view reason) { reject_npy(place, reason); };
  if (!bytes.starts_with(kMagic)) malformed("it does not start with NPY's magic bytes");
  if (bytes.size() < 10) malformed("it ends inside its header");
  const int major = static_cast<unsigned char>(bytes[6]);
  if (major < 1 || major > 3) {
    reject(files_message<"npy-version">("place"_is(place), "version"_is(major)));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t start = 8 + length_bytes;
  if (bytes.size() < start) malformed("it ends inside its header");
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 8, length_bytes);
  if (length > kMaxHeaderBytes) malformed(fmt::format("its header has {} bytes", length));
  if (bytes.size() - start < length) malformed("it ends inside its header");
  return {bytes.substr(start, length), start + length};
}

std::string header_dictionary(const std::vector<Index>& shape) {
  const std::string extents =
      shape.size() == 1 ? fmt::format("{},", shape[0]) : fmt::format("{}, {}", shape[0], shape[1]);
  return fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}), }}", extents);
}

/// Version 1.0, with room for a dictionary of `room` bytes, padded so that the numbers are aligned.
std::string header_bytes(std::string text, std::size_t room) {
  text.append(std::max(room, text.size()) - text.size(), ' ');
  const std::size_t unpadded = kMagic.size() + 4 + text.size() + 1;
  text.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  text.push_back('\n');
  std::string bytes(kMagic);
  bytes.push_back('\x01');
  bytes.push_back('\x00');
  bytes.push_back(static_cast<char>(text.size() & 0xff));
  bytes.push_back(static_cast<char>(text.size() >> 8));
  return bytes + text;
}

}  // namespace

std::size_t NpyHeader::data_bytes() const {
  std::size_t bytes = number_bytes();
  for (const Index extent : shape) bytes *= static_cast<std::size_t>(extent);
  return bytes;
}

NpyHeader parse_npy_header(std::string_view bytes, const std::string& file) {
  NpyHeader header;
  const Place place{file};
  const auto [dictionary, data_offset] = header_text(bytes, place);
  header.data_offset = data_offset;
  HeaderText text(dictionary, place);
  bool has_descr = false, has_order = false, has_shape = false;
  text.expect('{');
  while (!text.accept('}')) {
    const std::string_view key = text.quoted();
    text.expect(':');
    if (key == "descr" && !std::exchange(has_descr, true)) {
      parse_type(text, header);
    } else if (key == "fortran_order" && !std::exchange(has_order, true)) {
      header.fortran_order = text.boolean();
    } else if (key == "shape" && !std::exchange(has_shape, true)) {
      header.shape = parse_shape(text);
    } else {
      text.malformed(
          fmt::format("its header has a key {} that is unknown or given twice", in_quotes(key)));
    }
    if (!text.accept(',')) {
      text.expect('}');
      break;
    }
  }
  if (!text.at_end()) text.malformed("something follows its header's dictionary");
  if (!has_descr || !has_order || !has_shape) text.malformed("its header is incomplete");
  check_size(header, place);
  return header;
}

std::string npy_header_bytes(const std::vector<Index>& shape) {
  return header_bytes(header_dictionary(shape), 0);
}

std::string growing_npy_header_bytes(Index rows, Index cols) {
  const std::size_t longest = header_dictionary({std::numeric_limits<Index>::max(), cols}).size();
  return header_bytes(header_dictionary({rows, cols}), longest);
}

void append_npy_rows(std::string& bytes, const RowMatrix& rows) {
  bytes.append(reinterpret_cast<const char*>(rows.data()),
               sizeof(double) * static_cast<std::size_t>(rows.size()));
}

std::string npy_bytes(const Matrix& matrix) {
  std::string bytes = npy_header_bytes({matrix.rows(), matrix.cols()});
  const std::size_t offset = bytes.size();
  bytes.resize(offset + sizeof(double) * static_cast<std::size_t>(matrix.size()));
  char* out = bytes.data() + offset;
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index col = 0; col < matrix.cols(); ++col, out += sizeof(double)) {
      const double value = matrix(row, col);
      std::memcpy(out, &value, sizeof(double));
    }
  }
  return bytes;
}

std::string npy_bytes(const Vector& vector) {
  std::string bytes = npy_header_bytes({vector.size()});
  const std::size_t offset = bytes.size();
  bytes.resize(offset + sizeof(double) * static_cast<std::size_t>(vector.size()));
  if (vector.size() > 0) std::memcpy(bytes.data() + offset, vector.data(), bytes.size() - offset);
  return bytes;
}

}  // namespace fairpca
