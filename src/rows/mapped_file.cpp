// SPDX-License-Identifier: BSD-3-Clause
#include "rows/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "fairpca/error.h"

namespace fairpca {

MappedFile::MappedFile(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
    const int error = errno;
    if (descriptor >= 0) ::close(descriptor);
    throw IoError(fmt::format("{}: {}", path.string(), std::strerror(error)));
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    throw IoError(fmt::format("{}: not a regular file; give a file", path.string()));
  }
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ > 0) address_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  const int error = errno;
  ::close(descriptor);
  if (address_ == MAP_FAILED) {
    address_ = nullptr;
    throw IoError(fmt::format("{}: cannot map the file: {}", path.string(), std::strerror(error)));
  }
}

MappedFile::~MappedFile() {
  if (address_ != nullptr) ::munmap(address_, size_);
}

void MappedFile::release(std::size_t offset, std::size_t count) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t begin = (offset + page - 1) / page * page;
  const std::size_t end = (offset + count) / page * page;
  if (begin >= end) return;
  ::madvise(static_cast<char*>(address_) + begin, end - begin, MADV_DONTNEED);
}

}  // namespace fairpca
