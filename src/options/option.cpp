// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/options/option.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "options/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

bool is_list(OptionType type) {
  return type == OptionType::kCounts || type == OptionType::kNumbers || type == OptionType::kWords;
}

std::string element_text(bool value) {
  return value ? "true" : "false";
}
template <class Number>
std::string element_text(Number value) {
  return fmt::format("{}", value);
}

/// A value as text: `quote` is applied to user text, `list` to the texts of a list.
template <class Quote, class List>
std::string visited_text(const OptionValue& value, const Quote& quote, const List& list) {
  const auto one = [&quote]<class Value>(const Value& given) {
    if constexpr (std::is_same_v<Value, std::string>) {
      return quote(given);
    } else {
      return element_text(given);
    }
  };
  return std::visit(
      [&]<class Value>(const Value& given) -> std::string {
        if constexpr (std::is_same_v<Value, std::string> || std::is_arithmetic_v<Value>) {
          return one(given);
        } else {
          std::vector<std::string> texts;
          for (const auto& element : given) texts.push_back(one(element));
          return list(texts);
        }
      },
      value);
}

/// For messages: user text in quotes, lists in brackets.
std::string shown_value(const OptionValue& value) {
  return visited_text(
      value, [](const std::string& text) { return in_quotes(text); },
      [](const std::vector<std::string>& texts) {
        return fmt::format("[{}]", fmt::join(texts, ", "));
      });
}

[[noreturn]] void reject_shown(const OptionSpec& option, const std::string& allowed,
                               const std::string& shown) {
  reject(option_message<"option-value">("option"_is(OptionName{option.name}), "allowed"_is(allowed),
                                        "value"_is(shown)));
}

/// Counts are kept in an int; nobody needs to be told that unless they ask for more.
constexpr double kMostCounts = 1'000'000'000;

/// `a whole number >= 1`, `a number from 0 to 1`, `a number in (0, 1)`; `what` for any.
std::string ranged(std::string_view what, const NumberRange& range) {
  const std::string text = range.text();
  if (text == "a number") return std::string(what);
  const bool is_closed = !text.starts_with('>') && !text.starts_with('<') && !text.starts_with('i');
  return fmt::format("{} {}{}", what, is_closed ? "from " : "", text);
}

/// The number a text stands for: infinite where it is too large, 0 where it is none.
double number_in(std::string_view text) {
  double number = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc::result_out_of_range ? HUGE_VAL : number;
}

/// What the option may be, for somebody who gave `number`: that it must be finite, or the largest
/// count, is said where that is the mistake.
std::string allowed_for(const OptionSpec& option, double number) {
  std::string text = option.allowed_text();
  const bool is_count = option.type == OptionType::kCount || option.type == OptionType::kCounts;
  if (is_count && option.range.most == kMostCounts && number > kMostCounts) {
    return fmt::format("{} and at most {}", text, kMostCounts);
  }
  const bool is_number = option.type == OptionType::kNumber ||
                         option.type == OptionType::kNumbers ||
                         option.type == OptionType::kNumberOrWord;
  const std::size_t at = text.find("number");
  if (is_number && !std::isfinite(number) && at != std::string::npos) text.insert(at, "finite ");
  return text;
}

bool is_word(const OptionSpec& option, const std::string& text) {
  return std::find(option.words.begin(), option.words.end(), text) != option.words.end();
}

template <class To>
std::vector<To> as_list(const OptionValue& value) {
  if (const auto* list = std::get_if<std::vector<To>>(&value)) return *list;
  if (const auto* one = std::get_if<To>(&value)) return {*one};
  return {};
}

struct IsEmptyList {
  template <class Value>
  bool operator()(const std::vector<Value>& list) const {
    return list.empty();
  }
  template <class Value>
  bool operator()(const Value&) const {
    return false;
  }
};

/// `value` with the alternative that options of this type keep, where it has one.
OptionValue with_type(const OptionSpec& option, OptionValue value) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  const bool takes_number =
      option.type == OptionType::kNumber || option.type == OptionType::kNumberOrWord;
  if (whole != nullptr && takes_number) return static_cast<double>(*whole);
  if (option.type == OptionType::kCounts && whole != nullptr) return as_list<std::int64_t>(value);
  if (option.type == OptionType::kWords) {
    if (const auto* word = std::get_if<std::string>(&value)) {
      if (*word == option.empty_word) return std::vector<std::string>();
      return as_list<std::string>(value);
    }
  }
  const auto* text = std::get_if<std::string>(&value);
  if (is_list(option.type) && text != nullptr && !option.empty_word.empty() &&
      *text == option.empty_word) {
    return option.type == OptionType::kCounts ? OptionValue(std::vector<std::int64_t>())
                                              : OptionValue(std::vector<double>());
  }
  if (option.type == OptionType::kNumbers) {
    if (whole != nullptr) return std::vector<double>{static_cast<double>(*whole)};
    if (const auto* wholes = std::get_if<std::vector<std::int64_t>>(&value)) {
      return std::vector<double>(wholes->begin(), wholes->end());
    }
    if (std::holds_alternative<double>(value)) return as_list<double>(value);
  }
  const bool is_empty = std::visit(IsEmptyList(), value);  // it has no type of its own
  if (is_empty && option.type == OptionType::kCounts) return std::vector<std::int64_t>();
  if (is_empty && option.type == OptionType::kNumbers) return std::vector<double>();
  if (is_empty && option.type == OptionType::kWords) return std::vector<std::string>();
  return value;
}

template <class Value>
bool is_allowed_list(const OptionSpec& option, const OptionValue& value) {
  const auto* list = std::get_if<std::vector<Value>>(&value);
  if (list == nullptr) return false;
  if (list->empty() && !option.empty_word.empty()) return true;
  if (list->size() < option.least_values || list->size() > option.most_values) return false;
  return std::all_of(list->begin(), list->end(), [&option](const Value& one) {
    if constexpr (std::is_same_v<Value, std::string>) {
      return is_word(option, one);
    } else {
      return option.range.contains(static_cast<double>(one));
    }
  });
}

bool is_dimensions(const OptionSpec& option, const OptionValue& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return is_word(option, *word);
  if (const auto* count = std::get_if<std::int64_t>(&value)) return *count >= 1;
  if (const auto* share = std::get_if<double>(&value)) return *share > 0 && *share < 1;
  const auto* range = std::get_if<std::vector<std::int64_t>>(&value);
  return range != nullptr && range->size() == 2 && range->front() >= 1 &&
         range->back() >= range->front();
}

bool is_allowed(const OptionSpec& option, const OptionValue& value) {
  switch (option.type) {
    case OptionType::kFlag:
      return std::holds_alternative<bool>(value);
    case OptionType::kText:
      return std::holds_alternative<std::string>(value);
    case OptionType::kWord: {
      const auto* word = std::get_if<std::string>(&value);
      return word != nullptr && is_word(option, *word);
    }
    case OptionType::kCount: {
      const auto* count = std::get_if<std::int64_t>(&value);
      return count != nullptr && option.range.contains(static_cast<double>(*count));
    }
    case OptionType::kNumber:
    case OptionType::kNumberOrWord: {
      const auto* number = std::get_if<double>(&value);
      const auto* word = std::get_if<std::string>(&value);
      return number != nullptr ? option.range.contains(*number)
                               : word != nullptr && is_word(option, *word);
    }
    case OptionType::kCounts:
      return is_allowed_list<std::int64_t>(option, value);
    case OptionType::kNumbers:
      return is_allowed_list<double>(option, value);
    case OptionType::kWords:
      return is_allowed_list<std::string>(option, value);
    case OptionType::kDimensions:
      return is_dimensions(option, value);
    case OptionType::kSeed:
      return std::holds_alternative<std::int64_t>(value);
  }
  return false;
}

template <class Number>
std::optional<Number> parsed(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || at != end) return std::nullopt;
  return number;
}

template <class Value>
std::optional<Value> parsed_element(std::string_view text) {
  if constexpr (std::is_same_v<Value, std::string>) {
    return std::string(text);
  } else {
    return parsed<Value>(text);
  }
}

/// nullopt where an element is no number.
template <class Value>
std::optional<OptionValue> parsed_list(const OptionSpec& option, std::string_view text) {
  std::vector<Value> list;
  if (text == option.empty_word && !text.empty()) return list;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(option.separator, at), text.size());
    const std::optional<Value> one = parsed_element<Value>(text.substr(at, end - at));
    if (!one) return std::nullopt;
    list.push_back(*one);
    at = end + 1;
  }
  return list;
}

std::optional<OptionValue> parsed_value(const OptionSpec& option, std::string_view text) {
  switch (option.type) {
    case OptionType::kFlag:
      if (text == "true" || text == "false") return text == "true";
      return std::nullopt;
    case OptionType::kCount:
      if (const auto count = parsed<std::int64_t>(text)) return *count;
      return std::nullopt;
    case OptionType::kNumber:
      if (const auto number = parsed<double>(text)) return *number;
      return std::nullopt;
    case OptionType::kNumberOrWord:
      if (const auto number = parsed<double>(text)) return *number;
      return std::string(text);
    case OptionType::kWord:
    case OptionType::kText:
      return std::string(text);
    case OptionType::kCounts:
      return parsed_list<std::int64_t>(option, text);
    case OptionType::kNumbers:
      return parsed_list<double>(option, text);
    case OptionType::kWords:
      return parsed_list<std::string>(option, text);
    case OptionType::kDimensions:
      if (const auto count = parsed<std::int64_t>(text)) return *count;
      if (const auto share = parsed<double>(text)) return *share;
      if (is_word(option, std::string(text))) return std::string(text);
      return parsed_list<std::int64_t>(option, text);
    case OptionType::kSeed:
      if (const auto seed = parsed<std::uint64_t>(text)) return static_cast<std::int64_t>(*seed);
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool NumberRange::contains(double number) const {
  return std::isfinite(number) && (excludes_least ? number > least : number >= least) &&
         (excludes_most ? number < most : number <= most);
}

std::string NumberRange::text() const {
  const bool has_least = std::isfinite(least);
  const bool has_most = std::isfinite(most) && most != kMostCounts;
  if (has_least && has_most) {
    if (!excludes_least && !excludes_most) return fmt::format("{} to {}", least, most);
    return fmt::format("in {}{}, {}{}", excludes_least ? '(' : '[', least, most,
                       excludes_most ? ')' : ']');
  }
  if (has_least) return fmt::format("{} {}", excludes_least ? ">" : ">=", least);
  if (has_most) return fmt::format("{} {}", excludes_most ? "<" : "<=", most);
  return "a number";
}

bool OptionNeed::holds(const OptionValue& value) const {
  if (const auto* word = std::get_if<std::string>(&value)) {
    return std::find(words.begin(), words.end(), *word) != words.end();
  }
  const auto* number = std::get_if<double>(&value);
  return number != nullptr && *number > 0;
}

std::string OptionNeed::text() const {
  return words.empty() ? "> 0" : fmt::format("{}", fmt::join(words, " or "));
}

std::string OptionSpec::allowed_text() const {
  if (!allowed.empty()) return allowed;
  std::string text;
  switch (type) {
    case OptionType::kFlag:
      return "true or false";
    case OptionType::kText:
      return "a text";
    case OptionType::kWord:
      return fmt::format("{}", fmt::join(words, " | "));
    case OptionType::kCount:
      return ranged("a whole number", range);
    case OptionType::kNumber:
      return ranged("a number", range);
    case OptionType::kNumberOrWord:
      return fmt::format("{} | {}", fmt::join(words, " | "), ranged("a number", range));
    case OptionType::kCounts:
    case OptionType::kNumbers:
      text = fmt::format("{} with '{}' between them", ranged("numbers", range), separator);
      break;
    case OptionType::kWords:
      text = fmt::format("a list of {}", fmt::join(words, ", "));
      break;
    case OptionType::kDimensions:
      return "a whole number >= 1, a share of the variance in (0, 1), mle, or LEAST:MOST for "
             "mixtures";
    case OptionType::kSeed:
      return fmt::format("a whole number from 0 to {}", std::numeric_limits<std::uint64_t>::max());
  }
  return empty_word.empty() ? text : fmt::format("{} | {}", empty_word, text);
}

OptionValue checked_value(const OptionSpec& option, OptionValue value) {
  OptionValue kept = with_type(option, std::move(value));
  if (!is_allowed(option, kept)) reject_value(option, kept);
  return kept;
}

void reject_value(const OptionSpec& option, const OptionValue& value) {
  const auto* count = std::get_if<std::int64_t>(&value);
  const double given = count != nullptr ? static_cast<double>(*count) : 0;
  reject_shown(option, allowed_for(option, given), shown_value(value));
}

OptionValue parse_value(const OptionSpec& option, std::string_view text) {
  const std::optional<OptionValue> value = parsed_value(option, text);
  if (!value || !is_allowed(option, *value)) {
    reject_shown(option, allowed_for(option, number_in(text)), in_quotes(text));
  }
  return *value;
}

std::string value_text(const OptionSpec& option, const OptionValue& value) {
  if (option.type == OptionType::kSeed) {
    return fmt::format("{}", static_cast<std::uint64_t>(std::get<std::int64_t>(value)));
  }
  return visited_text(
      value, [](const std::string& text) { return text; },
      [&option](const std::vector<std::string>& texts) {
        if (texts.empty()) return option.empty_word;
        return fmt::format("{}", fmt::join(texts, std::string(1, option.separator)));
      });
}

}  // namespace fairpca
