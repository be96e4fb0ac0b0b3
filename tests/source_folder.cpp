// SPDX-License-Identifier: BSD-3-Clause
#include "source_folder.h"

#include <cstdlib>

namespace fairpca {

std::filesystem::path source_folder() {
  return FAIRPCA_SOURCE_DIR;
}

std::filesystem::path data_folder() {
  const char* const given = std::getenv("FAIRPCA_DATA");
  return given != nullptr ? given : source_folder() / "../shared/datasets";
}

}  // namespace fairpca
