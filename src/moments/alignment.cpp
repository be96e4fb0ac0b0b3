// SPDX-License-Identifier: BSD-3-Clause
#include "moments/alignment.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "moments/messages.h"
#include "text/quoted.h"

namespace fairpca {

CellKey Alignment::key(const CellKey& other) const {
  CellKey key;
  key.label = other.label;
  for (const std::size_t from : protected_from) key.levels.push_back(other.levels[from]);
  return key;
}

std::vector<Index> positions_in(const Encoding& to, const Encoding& from) {
  if (to == from) return {};
  std::unordered_map<std::string_view, Index> places;
  for (Index i = 0; i < to.width(); ++i) places.emplace(to.names()[i], i);
  std::vector<Index> position;
  for (const std::string& name : from.names()) position.push_back(places.at(name));
  return position;
}

std::vector<std::size_t> match_protected(const std::vector<std::string>& to,
                                         const std::vector<std::string>& from) {
  std::vector<std::size_t> matched;
  for (const std::string& name : to) {
    const auto found = std::find(from.begin(), from.end(), name);
    if (found != from.end()) matched.push_back(static_cast<std::size_t>(found - from.begin()));
  }
  if (matched.size() == to.size() && matched.size() == from.size()) return matched;
  const auto listed = [](const std::vector<std::string>& names) {
    return names.empty() ? std::string("none") : quoted_list(names);
  };
  reject(moments_message<"different-protected-columns">("first"_is(listed(to)),
                                                        "second"_is(listed(from))));
}

}  // namespace fairpca
