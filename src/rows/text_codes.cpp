// SPDX-License-Identifier: BSD-3-Clause
#include "rows/text_codes.h"

#include <cstddef>
#include <cstring>
#include <functional>
#include <utility>

namespace fairpca {
namespace {

template <class Word>
std::uint64_t load_word(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof(word));
  return word;
}

/// Of sixteen bytes.
std::uint64_t mixed_words(const char* at) {
  constexpr std::uint64_t kOdd = 0x9e3779b185ebca87;
  return load_word<std::uint64_t>(at) * kOdd ^ load_word<std::uint64_t>(at + 8);
}

}  // namespace

TextCodes::Key TextCodes::key_of(std::string_view text) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  Key key{.length = text.size()};
  if (text.size() > 2 * kShortBytes) {
    key.first = std::hash<std::string_view>()(text);
  } else if (text.size() > kShortBytes) {
    key.first = mixed_words(begin);
    key.last = mixed_words(end - 16);
  } else if (text.size() >= 8) {
    key.first = load_word<std::uint64_t>(begin);
    key.last = load_word<std::uint64_t>(end - 8);
  } else if (text.size() >= 4) {
    key.first = load_word<std::uint32_t>(begin);
    key.last = load_word<std::uint32_t>(end - 4);
  } else {
    for (const char byte : text) key.first = key.first << 8 | static_cast<unsigned char>(byte);
  }
  return key;
}

std::uint64_t TextCodes::hash(const Key& key) {
  constexpr std::uint64_t kFirst = 0x9e3779b97f4a7c15, kLast = 0xc2b2ae3d27d4eb4f;
  std::uint64_t mixed = (key.first ^ key.length) * kFirst;
  mixed = (mixed ^ (mixed >> 32) ^ key.last) * kLast;
  return mixed ^ (mixed >> 29);
}

bool TextCodes::holds(const Slot& slot, const Key& key, std::string_view text) const {
  return slot.key == key &&
         (slot.text == kShort || long_texts_[static_cast<std::size_t>(slot.text)] == text);
}

const std::int32_t* TextCodes::find(std::string_view text) const {
  if (slots_.empty()) return nullptr;
  const Key key = key_of(text);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash(key) & mask; slots_[at].text != kFree; at = (at + 1) & mask) {
    if (holds(slots_[at], key, text)) return &slots_[at].code;
  }
  return nullptr;
}

void TextCodes::add(std::string_view text, std::int32_t code) {
  if (2 * (taken_ + 1) > slots_.size()) grow();
  const Key key = key_of(text);
  std::int32_t kept = kShort;
  if (text.size() > kShortBytes) {
    kept = static_cast<std::int32_t>(long_texts_.size());
    long_texts_.emplace_back(text);
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash(key) & mask;
  while (slots_[at].text != kFree) at = (at + 1) & mask;
  slots_[at] = {key, code, kept};
  ++taken_;
}

void TextCodes::grow() {
  const std::vector<Slot> old = std::exchange(slots_, {});
  slots_.resize(old.empty() ? 16 : 2 * old.size());
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.text == kFree) continue;
    std::size_t at = hash(slot.key) & mask;
    while (slots_[at].text != kFree) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace fairpca
