// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

namespace fairpca {

/// An element of a page, in the order of their starts.
struct PageTag {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;               ///< between its start and the next tag
  std::vector<std::string> path;  ///< names of the elements around it, outermost first

  /// Value of an attribute; empty where there is none.
  std::string at(const std::string& attribute) const;
};

/// The elements of a page that is also well-formed XML, but for its DOCTYPE and the contents of
/// `<style>` and `<script>`.  Throws std::runtime_error where an element does not end, ends twice,
/// or an attribute is not in quotes.
std::vector<PageTag> page_tags(const std::string& html);

}  // namespace fairpca
