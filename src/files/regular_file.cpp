// SPDX-License-Identifier: BSD-3-Clause
#include "files/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "fairpca/error.h"

namespace fairpca {

RegularFile::RegularFile(const std::filesystem::path& path) : name_(path.string()) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    const int error = errno;
    if (descriptor_ >= 0) ::close(descriptor_);
    throw IoError(fmt::format("{}: {}", name_, std::strerror(error)));
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    if (S_ISDIR(status.st_mode)) {
      throw IoError(fmt::format("{}: this is a folder; give a file", name_));
    }
    throw IoError(fmt::format("{}: not a regular file but a {}; give a file", name_,
                              S_ISFIFO(status.st_mode) ? "pipe" : "device"));
  }
  size_ = static_cast<std::size_t>(status.st_size);
}

RegularFile::~RegularFile() {
  ::close(descriptor_);
}

void RegularFile::read(std::size_t offset, char* out, std::size_t count) const {
  while (count > 0) {
    const ssize_t got = ::pread(descriptor_, out, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw IoError(fmt::format("{}: cannot read: {}", name_, std::strerror(errno)));
    if (got == 0) {
      throw IoError(
          fmt::format("{}: the file has changed while it was read: it had {} bytes and none "
                      "are left from byte {} on; read a copy that no other program writes to",
                      name_, size_, offset));
    }
    out += got;
    offset += static_cast<std::size_t>(got);
    count -= static_cast<std::size_t>(got);
  }
}

std::string RegularFile::start(std::size_t count) const {
  std::string bytes(std::min(count, size_), '\0');
  read(0, bytes.data(), bytes.size());
  return bytes;
}

}  // namespace fairpca
