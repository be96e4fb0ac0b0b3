// SPDX-License-Identifier: BSD-3-Clause
#include "python_spelling.h"

#include <algorithm>
#include <array>
#include <regex>
#include <utility>

#include "fairpca/shown_text.h"

namespace fairpca::python {
namespace {

/// `--missing-group` as a parameter: `missing_group`.
std::string parameter_name(std::string flag) {
  flag.erase(0, 2);
  std::replace(flag.begin(), flag.end(), '-', '_');
  return parameter_of(flag);
}

/// Options with a word become `parameter='word'`, with a number `parameter=number`, alone their
/// name.
std::string with_parameters(const std::string& message) {
  static const std::regex advice(
      "(--(?:missing-group|missing|unseen|extra-dimensions|estimator|conditional|formulation|"
      "kernel))"
      " ([a-z-]+)"
      "|(--tau-level) ([0-9.]+)"
      "|(--(?:bandwidth|positive|dimensions|tau|tau-level|delta|relative-delta|mu|"
      "relaxation-tolerance|max-iterations))(?: LEVEL| VALUE)?(?![a-z-])");
  std::string text;
  auto rest = message.begin();
  for (auto at = std::sregex_iterator(message.begin(), message.end(), advice);
       at != std::sregex_iterator(); ++at) {
    const std::smatch& found = *at;
    text.append(rest, message.begin() + found.position());
    if (found[1].matched) {
      text += parameter_name(found[1]) + "='" + found[2].str() + "'";
    } else if (found[3].matched) {
      text += parameter_name(found[3]) + "=" + found[4].str();
    } else {
      text += parameter_name(found[5]);
    }
    rest = message.begin() + found.position() + found.length();
  }
  return text.append(rest, message.end());
}

}  // namespace

std::string parameter_of(const std::string& option) {
  constexpr std::array<std::pair<const char*, const char*>, 8> kNames = {
      {{"dimensions", "n_components"},
       {"mixture_components", "n_mixture_components"},
       {"max_iterations", "max_iter"},
       {"tolerance", "tol"},
       {"relaxation_tolerance", "relaxation_tol"},
       {"lambda", "lam"},
       {"lambdas", "lams"},
       {"threads", "n_jobs"}}};
  for (const auto& [name, parameter] : kNames) {
    if (option == name) return parameter;
  }
  return option;
}

std::string in_python(const std::string& message) {
  static const std::regex both("--(?:group|label) COL, (sensitive_features|y) in Python");
  static const std::regex dropped(" ?\\(--drop [^)]*\\)|(leave it out) with --drop .*");
  return with_parameters(
      std::regex_replace(std::regex_replace(shown_message(message), both, "$1"), dropped, "$1"));
}

std::vector<std::string> all_in_python(const std::vector<std::string>& messages) {
  std::vector<std::string> spelled;
  for (const std::string& message : messages) spelled.push_back(in_python(message));
  return spelled;
}

}  // namespace fairpca::python
