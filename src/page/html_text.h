// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace fairpca {

/// Text for an element.  Escaped as xml_text() does; runs of letters that are written from right to
/// left are isolated (`<bdi>`), so that a name cannot move the words around it.
std::string html_text(std::string_view text);

/// The same for text of several lines: line breaks stay.
std::string html_lines(std::string_view text);

/// JSON for a data block: no `<`, `>` or `&`, which could end it, nor separators of lines.
std::string json_block(std::string_view json);

/// `'sha256-...'`: what a Content-Security-Policy allows.
std::string policy_hash(std::string_view content);

/// Ids of a page, each given once.
class PageIds {
 public:
  /// `wanted`, or `wanted-2`, `wanted-3`, ... where it is taken.
  std::string take(std::string_view wanted);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace fairpca
