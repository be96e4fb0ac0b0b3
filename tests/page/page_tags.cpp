// SPDX-License-Identifier: BSD-3-Clause
#include "page/page_tags.h"

#include <regex>
#include <stdexcept>

namespace fairpca {
namespace {

std::map<std::string, std::string> tag_attributes(const std::string& inside) {
  static const std::regex kAttribute("\\s+([a-zA-Z][a-zA-Z-]*)=\"([^\"<]*)\"");
  std::map<std::string, std::string> attributes;
  std::string rest;
  std::size_t end = 0;
  for (std::sregex_iterator match(inside.begin(), inside.end(), kAttribute), last; match != last;
       ++match) {
    const auto start = static_cast<std::size_t>(match->position());
    rest += inside.substr(end, start - end);
    end = start + static_cast<std::size_t>(match->length());
    if (!attributes.emplace((*match)[1], (*match)[2]).second) {
      throw std::runtime_error("twice: " + match->str());
    }
  }
  rest += inside.substr(end);
  if (rest.find_first_not_of(" \n") != std::string::npos) {
    throw std::runtime_error("not an attribute: " + rest);
  }
  return attributes;
}

}  // namespace

std::string PageTag::at(const std::string& attribute) const {
  const auto found = attributes.find(attribute);
  return found == attributes.end() ? "" : found->second;
}

std::vector<PageTag> page_tags(const std::string& html) {
  std::vector<PageTag> tags;
  std::vector<std::string> open;
  std::size_t at = html.find('>') + 1;  // after the DOCTYPE
  while ((at = html.find('<', at)) != std::string::npos) {
    const std::size_t end = html.find('>', at);
    if (end == std::string::npos) throw std::runtime_error("a tag without an end");
    std::string inside = html.substr(at + 1, end - at - 1);
    at = end + 1;
    if (inside.starts_with("/")) {
      if (open.empty() || open.back() != inside.substr(1)) {
        throw std::runtime_error("ends what is not open: " + inside);
      }
      open.pop_back();
      continue;
    }
    const bool is_empty = inside.ends_with("/");
    if (is_empty) inside.pop_back();
    const std::size_t name = std::min(inside.size(), inside.find_first_of(" \n"));
    PageTag tag{inside.substr(0, name), tag_attributes(inside.substr(name)), "", open};
    const bool is_raw = tag.name == "style" || tag.name == "script";
    const std::size_t next = is_raw ? html.find("</" + tag.name, at) : html.find('<', at);
    tag.text = html.substr(at, next - at);
    if (is_raw) at = next;
    if (!is_empty) open.push_back(tag.name);
    tags.push_back(std::move(tag));
  }
  if (!open.empty()) throw std::runtime_error("left open: " + open.back());
  return tags;
}

}  // namespace fairpca
