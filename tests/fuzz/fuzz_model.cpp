// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <string>
#include <string_view>

#include "fairpca/error.h"
#include "fairpca/model/model_file.h"
#include "fuzz/repaired_archive.h"

namespace {

void parse(std::string_view bytes) {
  try {
    fairpca::parse_model(bytes);
  } catch (const fairpca::IoError&) {
  } catch (const fairpca::InvalidArgument&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  parse(input);
  parse(fairpca::repaired_archive(input));
  return 0;
}
