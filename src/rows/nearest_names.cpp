// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

#include "fairpca/rows/schema.h"

namespace fairpca {
namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> nearest_names(const std::string& name,
                                       const std::vector<std::string>& names) {
  constexpr std::size_t kMaxCompared = 256, kMaxOffered = 3;
  const std::string wanted = lower_case(name.substr(0, kMaxCompared));
  // Any single letter is one step from any other: that is no likeness.
  const std::size_t near = wanted.size() < 2    ? 0
                           : wanted.size() == 2 ? 1
                                                : std::max<std::size_t>(2, wanted.size() / 2);
  std::vector<std::pair<std::size_t, std::size_t>> found;  // distance, position
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string candidate = lower_case(names[i].substr(0, kMaxCompared));
    const bool contained = wanted.size() >= 3 && candidate.find(wanted) != candidate.npos;
    const std::size_t distance = edit_distance(wanted, candidate);
    if (contained || distance <= near) {
      found.emplace_back(contained ? std::min<std::size_t>(distance, 1) : distance, i);
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> nearest;
  const bool only_case = !found.empty() && found[0].first == 0;
  for (const auto& [distance, position] : found) {
    if (nearest.size() == kMaxOffered || (only_case && distance > 0)) break;
    nearest.push_back(names[position]);
  }
  return nearest;
}

}  // namespace fairpca
