// SPDX-License-Identifier: BSD-3-Clause
#include "rows/byte_source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include <zlib.h>

#include "fairpca/error.h"
#include "files/messages.h"
#include "rows/messages.h"

namespace fairpca {
namespace {

constexpr std::size_t kRawBytes = 1 << 16;

bool is_gzip(const char* bytes, std::size_t count) {
  return count >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

}  // namespace

class ByteSource::Inflater {
 public:
  Inflater() {
    constexpr int kGzipOnly = 15 + 16;  // the largest window, a gzip header demanded
    if (::inflateInit2(&stream, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { ::inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  z_stream stream{};
};

ByteSource::ByteSource(const std::filesystem::path& path, std::function<bool()> stop_wanted)
    : name_(path == "-" ? "standard input" : path.string()),
      stop_wanted_(std::move(stop_wanted)),
      raw_(kRawBytes) {
  descriptor_ = path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                            : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    const int error = errno;
    if (descriptor_ >= 0) ::close(descriptor_);
    reject(files_message<"file-not-readable">("place"_is(Place{name_}),
                                              "reason"_is(std::strerror(error))));
  }
  if (S_ISDIR(status.st_mode)) {
    ::close(descriptor_);
    reject(files_message<"folder-instead-of-file">("place"_is(Place{name_})));
  }
  is_regular_ = path != "-" && S_ISREG(status.st_mode);
  may_wait_ = !S_ISREG(status.st_mode);
  file_bytes_ = static_cast<double>(status.st_size);
  try {
    start();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

ByteSource::~ByteSource() {
  ::close(descriptor_);
}

void ByteSource::start() {
  raw_bytes_read_ = 0;
  raw_begin_ = raw_end_ = 0;
  inflater_.reset();
  member_ended_ = false;
  refill();
  if (is_gzip(raw_.data(), raw_end_)) inflater_ = std::make_unique<Inflater>();
}

void ByteSource::rewind() {
  if (::lseek(descriptor_, 0, SEEK_SET) != 0) {
    reject(files_message<"file-not-readable">("place"_is(Place{name_}),
                                              "reason"_is(std::strerror(errno))));
  }
  start();
}

double ByteSource::fraction_read() const {
  if (!is_regular_ || file_bytes_ <= 0) return -1;
  const double unused = static_cast<double>(raw_end_ - raw_begin_);
  return std::clamp((raw_bytes_read_ - unused) / file_bytes_, 0.0, 1.0);
}

/// Returns once a read will not wait.  Asks again and again instead of waiting for a signal to
/// interrupt the call: the signal may come just before it, or to another thread.
void ByteSource::wait_for_input() const {
  constexpr int kBetweenQuestionsMs = 50;
  pollfd input{descriptor_, POLLIN, 0};
  for (;;) {
    if (stop_wanted_()) throw Stopped();
    const int ready = ::poll(&input, 1, kBetweenQuestionsMs);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return;
  }
}

/// Reads until `count` bytes or the end have come.
std::size_t ByteSource::read_raw(char* out, std::size_t count) {
  std::size_t got = 0;
  while (got < count) {
    if (may_wait_ && stop_wanted_) wait_for_input();
    const ssize_t step = ::read(descriptor_, out + got, count - got);
    if (step == 0) break;
    if (step < 0 && errno != EINTR) {
      reject(files_message<"file-not-readable">("place"_is(Place{name_}),
                                                "reason"_is(std::strerror(errno))));
    }
    if (step > 0) got += static_cast<std::size_t>(step);
  }
  raw_bytes_read_ += static_cast<double>(got);
  if (got < count && is_regular_ && raw_bytes_read_ < file_bytes_) {
    reject(files_message<"shortened-file">("place"_is(Place{name_}),
                                           "before"_is(static_cast<std::int64_t>(file_bytes_)),
                                           "now"_is(static_cast<std::int64_t>(raw_bytes_read_))));
  }
  return got;
}

/// Keeps what is unused in front, so that a gzip header is never seen in two halves.
void ByteSource::refill() {
  std::copy(raw_.begin() + static_cast<std::ptrdiff_t>(raw_begin_),
            raw_.begin() + static_cast<std::ptrdiff_t>(raw_end_), raw_.begin());
  raw_end_ -= raw_begin_;
  raw_begin_ = 0;
  raw_end_ += read_raw(raw_.data() + raw_end_, raw_.size() - raw_end_);
}

std::size_t ByteSource::read(char* out, std::size_t count) {
  return inflater_ ? read_gzip(out, count) : read_plain(out, count);
}

std::size_t ByteSource::read_plain(char* out, std::size_t count) {
  const std::size_t held = std::min(count, raw_end_ - raw_begin_);
  std::memcpy(out, raw_.data() + raw_begin_, held);
  raw_begin_ += held;
  return held == count ? count : held + read_raw(out + held, count - held);
}

/// After a member: whether another follows.  Zero bytes behind the last one are padding.
bool ByteSource::next_gzip_member() {
  if (raw_end_ - raw_begin_ < 2) refill();
  if (is_gzip(raw_.data() + raw_begin_, raw_end_ - raw_begin_)) {
    ::inflateReset(&inflater_->stream);
    return true;
  }
  while (raw_begin_ < raw_end_) {
    if (raw_[raw_begin_] != '\0') {
      reject(rows_message<"damaged-gzip">("place"_is(Place{name_}),
                                          "reason"_is("other bytes follow them")));
    }
    if (++raw_begin_ == raw_end_) refill();
  }
  return false;
}

std::size_t ByteSource::read_gzip(char* out, std::size_t count) {
  z_stream& stream = inflater_->stream;
  std::size_t got = 0;
  while (got < count) {
    if (member_ended_) {
      if (!next_gzip_member()) break;
      member_ended_ = false;
    }
    if (raw_begin_ == raw_end_) refill();
    if (raw_begin_ == raw_end_) {
      reject(rows_message<"gzip-cut-short">("place"_is(Place{name_})));
    }
    const std::size_t room =
        std::min<std::size_t>(count - got, std::numeric_limits<uInt>::max() / 2);
    stream.next_in = reinterpret_cast<Bytef*>(raw_.data() + raw_begin_);
    stream.avail_in = static_cast<uInt>(raw_end_ - raw_begin_);
    stream.next_out = reinterpret_cast<Bytef*>(out + got);
    stream.avail_out = static_cast<uInt>(room);
    const int result = ::inflate(&stream, Z_NO_FLUSH);
    raw_begin_ = raw_end_ - stream.avail_in;
    got += room - stream.avail_out;
    if (result == Z_STREAM_END) {
      member_ended_ = true;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      reject(rows_message<"damaged-gzip">(
          "place"_is(Place{name_}), "reason"_is(stream.msg == nullptr ? "not gzip" : stream.msg)));
    }
  }
  return got;
}

}  // namespace fairpca
