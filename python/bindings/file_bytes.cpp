// SPDX-License-Identifier: BSD-3-Clause
#include "file_bytes.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

#include "fairpca/error.h"

namespace fairpca::python {
namespace {

/// A folder only this user can read, removed with what it holds.
class PrivateFolder {
 public:
  PrivateFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "fairpca-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw IoError(name + ": the temporary folder cannot be made; set TMPDIR to one with room");
    }
    path_ = name;
  }
  ~PrivateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

std::string file_bytes(const std::function<void(const std::filesystem::path&)>& write) {
  const PrivateFolder folder;
  const std::filesystem::path file = folder.path() / "bytes";
  write(file);
  std::ifstream stream(file, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(stream), {});
  if (!stream || bytes.empty()) throw IoError(file.string() + ": cannot be read back");
  return bytes;
}

}  // namespace fairpca::python
