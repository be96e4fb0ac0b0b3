// SPDX-License-Identifier: BSD-3-Clause
#include "text/quoted.h"

#include <algorithm>

#include <fmt/format.h>

namespace fairpca {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMostCharacters = 60;
  return fmt::format("'{}'", shown_text(text, kMostCharacters));
}

std::string quoted_list(const std::vector<std::string>& names, std::size_t limit) {
  std::string out;
  for (std::size_t i = 0; i < std::min(limit, names.size()); ++i) {
    out += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  }
  if (names.size() > limit) out += fmt::format(" and {} more", names.size() - limit);
  return out;
}

}  // namespace fairpca
