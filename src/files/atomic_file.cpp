// SPDX-License-Identifier: BSD-3-Clause
#include "files/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "files/messages.h"

namespace fairpca {
namespace {

[[noreturn]] void reject_writing(const std::filesystem::path& path, const char* reason) {
  reject(files_message<"file-not-writable">("place"_is(Place{path.string()}), "reason"_is(reason)));
}

[[noreturn]] void reject_writing(const std::filesystem::path& path, int error) {
  reject_writing(path, std::strerror(error));
}

/// Where a chain of symbolic links ends, whether or not something is there.
std::filesystem::path follow_links(std::filesystem::path path) {
  const std::filesystem::path given = path;
  constexpr int kMaxLinks = 40;
  std::error_code ignored;
  for (int i = 0; std::filesystem::is_symlink(path, ignored); ++i) {
    if (i == kMaxLinks) reject_writing(given, ELOOP);
    path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
  }
  return path;
}

/// Facts about the file at `path`, or nullopt when there is none.
std::optional<struct stat> status_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status;
  if (errno == ENOENT) return std::nullopt;
  reject_writing(path, errno);
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// Opens a new file with an unpredictable name beside `target`; a short name, so that any name the
/// target may have leaves room for it.
std::pair<int, std::filesystem::path> open_beside(const std::filesystem::path& target,
                                                  mode_t mode) {
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const std::uint64_t high = random(), low = random();
    std::filesystem::path name =
        folder_of(target) / fmt::format(".fairpca-{:016x}.tmp", high << 32 | low);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor >= 0) return {descriptor, std::move(name)};
    if (errno != EEXIST) return {-1, {}};
  }
  return {-1, {}};
}

/// Gives the temporary the owner (where allowed) and the mode of the file it will replace.
void take_after(int descriptor, const struct stat& old) {
  if (::fchown(descriptor, old.st_uid, old.st_gid) != 0) errno = 0;  // only root may give away
  if (::fchmod(descriptor, old.st_mode & 07777) != 0) errno = 0;     // some file systems have none
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  if (path_.empty()) reject(files_message<"empty-path">());
  target_ = follow_links(path_);
  const std::optional<struct stat> old = status_of(target_);
  if (old && S_ISDIR(old->st_mode)) reject_writing(path_, EISDIR);
  int descriptor = -1;
  if (old && !S_ISREG(old->st_mode)) {
    descriptor = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  } else {
    if (!target_.has_filename()) reject_writing(path_, EISDIR);
    // Renaming asks only the folder for permission; a file protected from writing stays.
    if (old && ::access(target_.c_str(), W_OK) != 0) reject_writing(path_, errno);
    std::tie(descriptor, temporary_) = open_beside(target_, old ? 0600 : 0666);
    if (descriptor >= 0 && old) take_after(descriptor, *old);
  }
  if (descriptor < 0) reject_writing(path_, errno);
  file_ = ::fdopen(descriptor, "wb");
  if (file_ == nullptr) {
    const int error = errno;
    ::close(descriptor);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    reject_writing(path_, error);
  }
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) std::fclose(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  assert(file_ != nullptr);
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size())
    reject_writing(path_, errno);
}

void AtomicFile::write_start(std::string_view bytes) {
  assert(file_ != nullptr && is_replaced());
  if (std::fseek(file_, 0, SEEK_SET) != 0) reject_writing(path_, errno);
  write(bytes);
  if (std::fseek(file_, 0, SEEK_END) != 0) reject_writing(path_, errno);
}

void AtomicFile::commit() {
  assert(file_ != nullptr);
  if (std::ferror(file_) != 0) reject_writing(path_, "an earlier write failed");
  if (std::fflush(file_) != 0) reject_writing(path_, errno);
  if (!temporary_.empty() && ::fsync(::fileno(file_)) != 0) reject_writing(path_, errno);
  if (std::fclose(std::exchange(file_, nullptr)) != 0) reject_writing(path_, errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) reject_writing(path_, errno);
  temporary_.clear();
  // The new name survives a power cut only once the folder is synced; not every file system can.
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
}

}  // namespace fairpca
