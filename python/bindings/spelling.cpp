// SPDX-License-Identifier: BSD-3-Clause
#include "spelling.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "text/parse_number.h"
#include "text/shown_text.h"

namespace fairpca::python {
namespace {

using Names = std::pair<std::string_view, std::string_view>;

/// Options whose parameters have another name; the others keep theirs.
constexpr std::array kParameters = {
    Names{"dimensions", "n_components"},
    Names{"mixture_components", "n_mixture_components"},
    Names{"max_iterations", "max_iter"},
    Names{"tolerance", "tol"},
    Names{"relaxation_tolerance", "relaxation_tol"},
    Names{"lambda", "lam"},
    Names{"lambdas", "lams"},
    Names{"threads", "n_jobs"},
    Names{"seed", "random_state"},
    Names{"rows", "n_samples"},
    Names{"group", "sensitive_features"},
    Names{"label", "y"},
    Names{"weight", "sample_weight"},
};

/// What a model makes of rows: a word of one option elsewhere, methods here.
constexpr std::array kMethods = {
    Names{"coordinates", "transform(X)"},
    Names{"reconstruction", "reconstruct(X)"},
    Names{"completion", "complete(X)"},
    Names{"responsibilities", "responsibilities(X)"},
    Names{"posterior-means", "posterior_means(X)"},
    Names{"log-likelihood", "score_samples(X)"},
};

template <std::size_t size>
std::string_view renamed(const std::array<Names, size>& names, std::string_view name) {
  const auto* const found = std::find_if(names.begin(), names.end(),
                                         [name](const Names& one) { return one.first == name; });
  return found == names.end() ? name : found->second;
}

/// A literal that Python reads back as `text`.
std::string text_literal(std::string_view text) {
  const bool holds_quote = text.find('\'') != std::string_view::npos;
  const char quote = holds_quote && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string literal(1, quote);
  while (!text.empty()) {
    const ShownCharacter character = first_character(text);
    if (!character.is_utf8 || is_hidden(character.code)) {
      literal += escaped(character.code);
    } else {
      if (text.front() == quote || text.front() == '\\') literal += '\\';
      literal += text.substr(0, character.bytes);
    }
    text.remove_prefix(character.bytes);
  }
  return literal + quote;
}

std::string literal(const Setting& setting) {
  const std::string& value = setting.value;
  double number = 0;
  if (setting.is_user_text) return text_literal(value);
  if (value == "true") return "True";
  if (value == "false") return "False";
  if (read_number(value, number) == NumberText::kFinite) return std::string(value);
  return text_literal(value);
}

std::string listed(const std::vector<std::string>& words) {
  std::vector<std::string> literals;
  for (const std::string& word : words) literals.push_back(text_literal(word));
  return fmt::format("{}", fmt::join(literals, ", "));
}

/// `a number >= 0`, `an integer from 1 to 10`; `what` for any.
std::string ranged(std::string_view what, const NumberRange& range) {
  const std::string text = range.text();
  if (text == "a number") return std::string(what);
  const bool is_closed = !text.starts_with('>') && !text.starts_with('<') && !text.starts_with('i');
  return fmt::format("{} {}{}", what, is_closed ? "from " : "", text);
}

/// Without None.
std::string allowed_value(const OptionSpec& option) {
  switch (option.type) {
    case OptionType::kFlag:
      return "True or False";
    case OptionType::kCount:
      return ranged("an integer", option.range);
    case OptionType::kNumber:
      return option.allowed.empty() ? ranged("a number", option.range) : option.allowed;
    case OptionType::kWord:
      return fmt::format("one of {}", listed(option.words));
    case OptionType::kText:
      return "a text, a number or a Boolean";
    case OptionType::kNumberOrWord: {
      const std::string number = ranged("a number", option.range);
      return takes_none(option) ? number : fmt::format("{} or {}", listed(option.words), number);
    }
    case OptionType::kCounts:
      return fmt::format("{}, or a pair (least, most) of them", ranged("an integer", option.range));
    case OptionType::kNumbers:
      if (option.name == "drop_deviation") return "a pair (low, high) of numbers, 0 <= low < high";
      if (option.least_values == 2) return "a pair of numbers: a shape >= 0 and a scale > 0";
      return fmt::format("{}, or a list of them", ranged("a number", option.range));
    case OptionType::kWords:
      return fmt::format("{}one of {}, or a list of them",
                         option.empty_word.empty() ? "" : text_literal(option.empty_word) + ", ",
                         listed(option.words));
    case OptionType::kDimensions:
      return "an integer >= 1, a share of the variance in (0, 1), 'mle', or for mixtures a pair "
             "(least, most) of integers";
    case OptionType::kSeed:
      return "an integer from 0 to 2**64 - 1";
  }
  return "";
}

}  // namespace

std::string parameter_of(std::string_view option) {
  return std::string(renamed(kParameters, option));
}

std::string spelled_in_python(const Setting& setting) {
  constexpr std::size_t kMostBytes = 300;  // longer than a name that someone would paste
  if (setting.is_user_text && setting.value.size() > kMostBytes) {
    return spelled_in_python({setting.option});
  }
  const std::string& value = setting.value;
  if (setting.option == "what") return std::string(renamed(kMethods, value));
  if (setting.option == "na") return "None";  // what a missing cell of a frame is
  if (setting.option == "drop") {
    return value.empty() ? "X.drop(columns=...)"
                         : fmt::format("X.drop(columns=[{}])", literal(setting));
  }
  const std::string parameter = parameter_of(setting.option);
  if (value.empty()) return parameter;
  if (value.starts_with('>')) return fmt::format("{} {}", parameter, value);
  if (setting.option == "categorical" || setting.option == "features") {
    return fmt::format("{}=[{}]", parameter, literal(setting));
  }
  return fmt::format("{}={}", parameter, literal(setting));
}

std::string allowed_in_python(const OptionSpec& option) {
  return allowed_value(option) + (takes_none(option) ? ", or None" : "");
}

bool takes_none(const OptionSpec& option) {
  if (option.type == OptionType::kText) return true;
  if (option.type != OptionType::kNumberOrWord) return option.empty_word == "none";
  return std::find(option.words.begin(), option.words.end(), "none") != option.words.end();
}

}  // namespace fairpca::python
