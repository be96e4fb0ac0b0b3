// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fairpca {

/// Words a user may choose from, with their meanings.
template <class Enum>
using Words = std::vector<std::pair<std::string, Enum>>;

/// Empty for what is no enumerator: no word is allowed to be.
template <class Enum>
std::string word_of(const Words<Enum>& words, Enum wanted) {
  for (const auto& [word, meaning] : words) {
    if (meaning == wanted) return word;
  }
  return {};
}

/// The first meaning for a word that is not among them: they are checked before.
template <class Enum>
Enum meaning_of(const Words<Enum>& words, const std::string& wanted) {
  for (const auto& [word, meaning] : words) {
    if (word == wanted) return meaning;
  }
  return words.front().second;
}

}  // namespace fairpca
