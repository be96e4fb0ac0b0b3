// SPDX-License-Identifier: BSD-3-Clause
#include "files/sha256.h"

#include <gtest/gtest.h>

namespace fairpca {
namespace sha256_test {

std::string digest_in_parts(const std::string& text, std::size_t part) {
  Sha256 hash;
  for (std::size_t at = 0; at < text.size(); at += part) {
    hash.add(std::string_view(text).substr(at, part));
  }
  return hash.digest();
}

TEST(Sha256Test, GivesThePublishedDigests) {
  // FIPS 180-4's examples and the empty message.
  EXPECT_EQ(digest_in_parts("", 1),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest_in_parts("abc", 3),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_in_parts("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest_in_parts(std::string(1'000'000, 'a'), 1000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256Test, PartsDoNotChangeIt) {
  const std::string text(300, 'x');
  for (const std::size_t part : {1U, 7U, 63U, 64U, 65U, 128U}) {
    EXPECT_EQ(digest_in_parts(text, part), digest_in_parts(text, 300)) << part;
  }
}

}  // namespace sha256_test
}  // namespace fairpca
