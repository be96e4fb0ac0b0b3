// SPDX-License-Identifier: BSD-3-Clause
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "fairpca/model/model_file.h"
#include "files/temporary_folder.h"
#include "model/random_model.h"

namespace fairpca {
namespace model_bytes_test {

TEST(ModelBytesTest, BytesAreThoseOfTheFileAndGiveTheModelBack) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "model.fpca";
  for (const Model& model : {random_model(5, 2, 1), random_mixture_model(2, 5, 2, 2)}) {
    SCOPED_TRACE(model.method);
    write_model(model, file);
    std::ifstream stream(file, std::ios::binary);
    EXPECT_EQ(model_bytes(model), std::string(std::istreambuf_iterator<char>(stream), {}));
    EXPECT_EQ(model_bytes(parse_model(model_bytes(model))), model_bytes(model));
  }
}

}  // namespace model_bytes_test
}  // namespace fairpca
