// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fairpca {

/// The bytes of a file or of standard input ("-"), unpacked where they are gzipped (told by their
/// first bytes; several members one after another are read as one).
class ByteSource {
 public:
  /// Throws IoError when the file cannot be opened.  While a pipe, a terminal or a socket has
  /// nothing to read, `stop_wanted` is asked; Stopped is thrown when it says so.
  explicit ByteSource(const std::filesystem::path& path, std::function<bool()> stop_wanted = {});
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// What messages call it: the path, or "standard input".
  const std::string& name() const { return name_; }

  /// Fills `out`; fewer than `count` bytes only at the end.  Throws IoError when reading fails,
  /// when gzipped bytes are damaged or cut short, or when the file has become shorter.
  std::size_t read(char* out, std::size_t count);

  /// Whether rewind() can go back: regular files only.
  bool can_rewind() const { return is_regular_; }
  void rewind();

  /// Share of the (packed) file read, or -1 for what has no length.
  double fraction_read() const;

 private:
  class Inflater;

  std::size_t read_raw(char* out, std::size_t count);
  void wait_for_input() const;
  std::size_t read_plain(char* out, std::size_t count);
  std::size_t read_gzip(char* out, std::size_t count);
  bool next_gzip_member();
  void refill();
  void start();

  std::string name_;
  std::function<bool()> stop_wanted_;
  int descriptor_ = -1;
  bool is_regular_ = false;
  bool may_wait_ = false;  ///< a read may have to wait for someone to write
  double file_bytes_ = 0, raw_bytes_read_ = 0;
  std::vector<char> raw_;  ///< bytes read and not handed out: raw_[raw_begin_, raw_end_)
  std::size_t raw_begin_ = 0, raw_end_ = 0;
  std::unique_ptr<Inflater> inflater_;  ///< null unless gzipped
  bool member_ended_ = false;
};

}  // namespace fairpca
