// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fairpca/moments/prepared_moments.h"
#include "fairpca/rows/encoding.h"
#include "fairpca/shown_text.h"

namespace fairpca::python {

/// Words a parameter may take, with their meanings.
template <class Enum, std::size_t size>
using Choices = std::array<std::pair<std::string_view, Enum>, size>;

inline constexpr Choices<UnseenLevel, 2> kUnseenLevels{
    {{"error", UnseenLevel::kError}, {"zeros", UnseenLevel::kZeros}}};
inline constexpr Choices<MissingCells, 4> kMissingCells{{{"error", MissingCells::kError},
                                                         {"mean", MissingCells::kMean},
                                                         {"drop-row", MissingCells::kDropRow},
                                                         {"model", MissingCells::kModel}}};
inline constexpr Choices<Center, 2> kCenters{
    {{"overall", Center::kOverall}, {"group", Center::kGroup}}};
inline constexpr Choices<Combine, 2> kCombinations{
    {{"intersection", Combine::kIntersection}, {"per-attribute", Combine::kPerAttribute}}};
inline constexpr Choices<MissingGroup, 3> kMissingGroups{
    {{"error", MissingGroup::kError},
     {"group", MissingGroup::kGroup},
     {"unconstrained", MissingGroup::kUnconstrained}}};

/// Whether a share of the variance is asked of the group that reaches it last.
inline constexpr Choices<bool, 2> kShares{{{"overall", false}, {"worst-group", true}}};

template <class Enum, std::size_t size>
std::vector<std::string> words_of(const Choices<Enum, size>& choices) {
  std::vector<std::string> words;
  for (const auto& choice : choices) words.emplace_back(choice.first);
  return words;
}

/// The meaning of `word`.  Throws InvalidArgument naming the parameter and its words.
template <class Enum, std::size_t size>
Enum choose(const Choices<Enum, size>& choices, std::string_view parameter, std::string_view word) {
  std::string words;
  for (const auto& [name, meaning] : choices) {
    if (name == word) return meaning;
    words += fmt::format("{}'{}'", words.empty() ? "" : ", ", name);
  }
  throw InvalidArgument(
      fmt::format("{} must be one of {}, not '{}'", parameter, words, shown_text(word)));
}

}  // namespace fairpca::python
