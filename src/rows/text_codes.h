// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairpca {

/// The codes of texts that come again and again, as the levels of a column do: found with one look
/// at a table; texts of up to 16 bytes are compared as two words.
class TextCodes {
 public:
  /// Null when add() has not been given this text.
  const std::int32_t* find(std::string_view text) const;

  /// Adds a text that find() does not find.
  void add(std::string_view text, std::int32_t code);

 private:
  /// Differs for most different texts, for all of them that have up to 16 bytes.
  struct Key {
    std::uint64_t first = 0, last = 0;
    std::uint64_t length = 0;
    bool operator==(const Key&) const = default;
  };
  struct Slot {
    Key key;
    std::int32_t code = 0;
    std::int32_t text = kFree;  ///< in long_texts_
  };
  static constexpr std::int32_t kFree = -1, kShort = -2;
  static constexpr std::uint64_t kShortBytes = 16;

  static Key key_of(std::string_view text);
  static std::uint64_t hash(const Key& key);
  bool holds(const Slot& slot, const Key& key, std::string_view text) const;
  void grow();

  std::vector<Slot> slots_;  ///< a power of two of them, at most half of them taken
  std::size_t taken_ = 0;
  std::vector<std::string> long_texts_;
};

}  // namespace fairpca
