// SPDX-License-Identifier: BSD-3-Clause
#include "rows/chunk_digests.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "rows/messages.h"

namespace fairpca {
namespace {

// The rounds of XXH64 (Y. Collet): four independent chains keep the multiplier busy.
constexpr std::uint64_t kPrime1 = 0x9e3779b185ebca87, kPrime2 = 0xc2b2ae3d27d4eb4f;
constexpr std::size_t kLanes = 4, kStep = kLanes * sizeof(std::uint64_t);

std::uint64_t mixed(std::uint64_t chain, std::uint64_t word) {
  return std::rotl(chain + word * kPrime2, 31) * kPrime1;
}

void mix_step(std::uint64_t (&chains)[kLanes], const char* bytes) {
  std::uint64_t words[kLanes];
  std::memcpy(words, bytes, kStep);
  for (std::size_t i = 0; i < kLanes; ++i) chains[i] = mixed(chains[i], words[i]);
}

}  // namespace

std::uint64_t digest_of(std::string_view bytes) {
  std::uint64_t chains[kLanes] = {kPrime1, kPrime2, bytes.size(), ~kPrime1};
  std::size_t at = 0;
  for (; at + kStep <= bytes.size(); at += kStep) mix_step(chains, bytes.data() + at);
  char rest[kStep] = {};
  std::copy(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(), rest);
  mix_step(chains, rest);
  std::uint64_t digest = 0;
  for (const std::uint64_t chain : chains) digest = mixed(digest ^ (digest >> 29), chain);
  return digest ^ (digest >> 32);
}

void ChunkDigests::check(std::size_t index, Index first_row, Index rows, std::string_view bytes) {
  const std::uint64_t digest = digest_of(bytes) | 1;
  const std::lock_guard lock(mutex_);
  if (index >= digests_.size()) digests_.resize(index + 1);
  if (digests_[index] == 0) digests_[index] = digest;
  if (digests_[index] == digest) return;
  reject(rows_message<"changed-rows">("place"_is(Place{name_}), "first"_is(first_row + 1),
                                      "last"_is(first_row + rows)));
}

void ChunkDigests::check_rows(Index rows) {
  const std::lock_guard lock(mutex_);
  if (!rows_) rows_ = rows;
  if (*rows_ == rows) return;
  reject(rows_message<"changed-row-count">(
      "place"_is(Place{name_}), "rows"_is(Counted{rows, "row", "rows"}), "before"_is(*rows_)));
}

}  // namespace fairpca
