// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_digest.h"

#include <bit>
#include <cstdint>
#include <vector>

#include "files/sha256.h"

namespace fairpca {
namespace {

static_assert(std::endian::native == std::endian::little);

void add_whole(Sha256& hash, std::int64_t number) {
  hash.add({reinterpret_cast<const char*>(&number), sizeof(number)});  // NOLINT
}

void add_doubles(Sha256& hash, const double* numbers, Index count) {
  hash.add({reinterpret_cast<const char*>(numbers),  // NOLINT
            static_cast<std::size_t>(count) * sizeof(double)});
}

/// The length first, so that no two lists of texts are the same bytes.
void add_text(Sha256& hash, const std::string& text) {
  add_whole(hash, static_cast<std::int64_t>(text.size()));
  hash.add(text);
}

void add_optional(Sha256& hash, const std::optional<std::string>& text) {
  add_whole(hash, text ? 1 : 0);
  if (text) add_text(hash, *text);
}

void add_texts(Sha256& hash, const std::vector<std::string>& texts) {
  add_whole(hash, static_cast<std::int64_t>(texts.size()));
  for (const std::string& text : texts) add_text(hash, text);
}

void add_moments(Sha256& hash, const Moments& moments) {
  add_whole(hash, moments.count());
  const std::vector<double> sums = {moments.weight(), moments.squared_weight()};
  add_doubles(hash, sums.data(), 2);
  add_doubles(hash, moments.mean().data(), moments.dim());
  const Matrix& lower = moments.lower_scatter();
  for (Index j = 0; j < lower.cols(); ++j) {
    add_doubles(hash, lower.col(j).data() + j, lower.rows() - j);
  }
}

}  // namespace

std::string moments_digest(const GroupMoments& moments) {
  Sha256 hash;
  add_texts(hash, moments.encoding().names());
  add_texts(hash, moments.protected_columns());
  add_optional(hash, moments.label_column());
  add_whole(hash, static_cast<std::int64_t>(moments.cells().size()));
  for (const auto& [key, cell] : moments.cells()) {
    for (const std::optional<std::string>& level : key.levels) add_optional(hash, level);
    add_optional(hash, key.label);
    add_moments(hash, cell);
  }
  return hash.digest();
}

}  // namespace fairpca
