// SPDX-License-Identifier: BSD-3-Clause
#include "report/junit.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "text/shown_text.h"

namespace fairpca {
namespace {

/// Text between quotes of an attribute.
std::string in_xml(std::string_view text) {
  std::string escaped;
  for (const char c : shown_text(text, text.size())) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace

std::string junit_xml(const std::vector<RequirementResult>& results, Spelling spelling) {
  const auto failures = std::count_if(results.begin(), results.end(),
                                      [](const RequirementResult& one) { return !one.is_met; });
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"fairpca evaluate\" tests=\"{}\" failures=\"{}\" errors=\"0\">\n",
      results.size(), failures);
  for (const RequirementResult& result : results) {
    const std::string open = fmt::format("  <testcase classname=\"fairpca.evaluate\" name=\"{}\"",
                                         in_xml(result.requirement.text));
    if (result.is_met) {
      text += open + "/>\n";
      continue;
    }
    text += fmt::format("{}>\n    <failure message=\"{}\"/>\n  </testcase>\n", open,
                        in_xml(result.problem ? result.problem->text(spelling) : ""));
  }
  return text + "</testsuite>\n";
}

}  // namespace fairpca
