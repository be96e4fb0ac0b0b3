// SPDX-License-Identifier: BSD-3-Clause
#include "files/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "files/messages.h"

namespace fairpca {

RegularFile::RegularFile(const std::filesystem::path& path) : name_(path.string()) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    const int error = errno;
    if (descriptor_ >= 0) ::close(descriptor_);
    reject(files_message<"file-not-readable">("place"_is(Place{name_}),
                                              "reason"_is(std::strerror(error))));
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    if (S_ISDIR(status.st_mode)) {
      reject(files_message<"folder-instead-of-file">("place"_is(Place{name_})));
    }
    reject(files_message<"not-a-regular-file">(
        "place"_is(Place{name_}), "kind"_is(S_ISFIFO(status.st_mode) ? "pipe" : "device")));
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
    if (got < 0) {
      reject(files_message<"file-not-readable">("place"_is(Place{name_}),
                                                "reason"_is(std::strerror(errno))));
    }
    if (got == 0) {
      reject(files_message<"shortened-file">("place"_is(Place{name_}), "before"_is(size_),
                                             "now"_is(offset)));
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
