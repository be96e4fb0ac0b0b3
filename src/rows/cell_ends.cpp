// SPDX-License-Identifier: BSD-3-Clause
#include "rows/cell_ends.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace fairpca {
namespace {

using cell_ends::kStepBytes;

/// cell_ends::bits_one_by_one(), sixteen bytes at a time where the processor has the instructions.
std::uint64_t bits_of(const char* text, char looked_for) {
#if defined(__x86_64__)
  std::uint64_t bits = 0;
  const __m128i bytes = _mm_set1_epi8(looked_for);
  for (int part = 0; part < 4; ++part) {
    const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text) + part);
    const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(sixteen, bytes));
    bits |= static_cast<std::uint64_t>(found) << (16 * part);
  }
  return bits;
#else
  return cell_ends::bits_one_by_one(text, looked_for);
#endif
}

}  // namespace

bool find_cell_ends(std::string_view record, char delimiter, const char* readable,
                    std::span<std::uint32_t> ends) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 31;
  if (record.size() >= kMaxBytes || ends.empty()) return false;
  std::uint32_t* next = ends.data();
  std::uint32_t* const last = next + ends.size() - 1;
  std::uint64_t quoted = 0;
  char copy[kStepBytes] = {};
  for (std::size_t at = 0; at < record.size(); at += kStepBytes) {
    const std::size_t rest = record.size() - at;
    const char* text = record.data() + at;
    if (readable - text < static_cast<std::ptrdiff_t>(kStepBytes)) {
      text = std::copy_n(text, rest, copy) - rest;
    }
    const std::uint64_t within =
        rest < kStepBytes ? (std::uint64_t{1} << rest) - 1 : ~std::uint64_t{0};
    quoted |= bits_of(text, '"') & within;
    for (std::uint64_t cuts = bits_of(text, delimiter) & within; cuts != 0; cuts &= cuts - 1) {
      if (next == last) return false;
      *next++ = static_cast<std::uint32_t>(at + static_cast<std::size_t>(std::countr_zero(cuts)));
    }
  }
  *next = static_cast<std::uint32_t>(record.size());
  return next == last && quoted == 0;
}

}  // namespace fairpca
