// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/options/option.h"
#include "options/words.h"

namespace fairpca {

/// The member `name` of an options struct, for the entries of an OptionTable.
#define FAIRPCA_MEMBER(name)   \
  [](auto& options) -> auto& { \
    return options.name;       \
  }

/// Numbers options are allowed to be.
inline constexpr NumberRange kNotNegative{.least = 0};
inline constexpr NumberRange kPositive{.least = 0, .excludes_least = true};
inline constexpr NumberRange kFraction{.least = 0, .most = 1, .excludes_most = true};
inline constexpr NumberRange kOpenFraction{
    .least = 0, .most = 1, .excludes_least = true, .excludes_most = true};
/// Counts that fit an int, from `least` on.
constexpr NumberRange count_from(double least) {
  return {.least = least, .most = 1'000'000'000};
}

/// The options of one struct, each said once: name, member, allowed values, help; the default is
/// the member's initialiser.  Reading values given by name, checking a struct filled by hand, and
/// what every interface shows all come from here.
template <class Options>
class OptionTable {
 public:
  const std::vector<OptionSpec>& specs() const { return specs_; }

  /// The defaults with the values given, each checked.
  Options read(const OptionValues& given) const {
    Options options;
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      const auto found = given.find(specs_[i].name);
      if (found != given.end()) access_[i].set(options, checked_value(specs_[i], found->second));
    }
    return options;
  }

  /// Throws InvalidArgument for the first value that is not allowed.
  void check(const Options& options) const {
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      checked_value(specs_[i], access_[i].get(options));
    }
  }

  /// All values of `options`, by name.
  OptionValues values(const Options& options) const {
    OptionValues all;
    for (std::size_t i = 0; i < specs_.size(); ++i) all[specs_[i].name] = access_[i].get(options);
    return all;
  }

  /// An option whose value `get` makes of the struct and `set` puts into it.
  template <class Get, class Set>
  OptionTable& add(OptionSpec spec, Get get, Set set) {
    spec.default_value = get(Options());
    specs_.push_back(std::move(spec));
    access_.push_back({std::move(get), std::move(set)});
    return *this;
  }

  /// One word for each enumerator.
  template <class Enum, class Member>
  OptionTable& choice(const std::string& name, Member member, const Words<Enum>& words,
                      const std::string& help) {
    OptionSpec spec{.name = name, .type = OptionType::kWord, .help = help};
    for (const auto& one : words) spec.words.push_back(one.first);
    return add(
        std::move(spec),
        [member, words](const Options& options) { return word_of(words, member(options)); },
        [member, words](Options& options, const OptionValue& value) {
          member(options) = meaning_of(words, std::get<std::string>(value));
        });
  }

  /// A list of words; `empty_word` stands for none of them.
  template <class Enum, class Member>
  OptionTable& choices(const std::string& name, Member member, const Words<Enum>& words,
                       const std::string& empty_word, const std::string& help) {
    OptionSpec spec{
        .name = name, .type = OptionType::kWords, .help = help, .empty_word = empty_word};
    for (const auto& one : words) spec.words.push_back(one.first);
    return add(
        std::move(spec),
        [member, words](const Options& options) {
          std::vector<std::string> list;
          for (const Enum one : member(options)) list.push_back(word_of(words, one));
          return list;
        },
        [member, words](Options& options, const OptionValue& value) {
          member(options).clear();
          for (const std::string& word : std::get<std::vector<std::string>>(value)) {
            member(options).push_back(meaning_of(words, word));
          }
        });
  }

  template <class Member>
  OptionTable& flag(const std::string& name, Member member, const std::string& help) {
    return add(
        {.name = name, .type = OptionType::kFlag, .help = help},
        [member](const Options& options) { return member(options); },
        [member](Options& options, const OptionValue& value) {
          member(options) = std::get<bool>(value);
        });
  }

  template <class Member>
  OptionTable& count(const std::string& name, Member member, NumberRange range,
                     const std::string& help) {
    return add(
        {.name = name, .type = OptionType::kCount, .help = help, .range = range},
        [member](const Options& options) { return static_cast<std::int64_t>(member(options)); },
        [member](Options& options, const OptionValue& value) {
          auto& target = member(options);
          target = static_cast<std::decay_t<decltype(target)>>(std::get<std::int64_t>(value));
        });
  }

  template <class Member>
  OptionTable& number(const std::string& name, Member member, NumberRange range,
                      const std::string& help) {
    return add(
        {.name = name, .type = OptionType::kNumber, .help = help, .range = range},
        [member](const Options& options) { return member(options); },
        [member](Options& options, const OptionValue& value) {
          member(options) = std::get<double>(value);
        });
  }

  /// A std::optional<double>; `none` stands for nothing.
  template <class Member>
  OptionTable& optional_number(const std::string& name, Member member, NumberRange range,
                               const std::string& help) {
    return add(
        {.name = name,
         .type = OptionType::kNumberOrWord,
         .help = help,
         .range = range,
         .words = {"none"}},
        [member](const Options& options) -> OptionValue {
          if (!member(options)) return std::string("none");
          return *member(options);
        },
        [member](Options& options, const OptionValue& value) {
          const auto* number = std::get_if<double>(&value);
          member(options) = number ? std::optional<double>(*number) : std::nullopt;
        });
  }

  /// A std::vector<double>; `empty_word` stands for none.
  template <class Member>
  OptionTable& numbers(const std::string& name, Member member, NumberRange range,
                       const std::string& empty_word, const std::string& help) {
    return add(
        {.name = name,
         .type = OptionType::kNumbers,
         .help = help,
         .range = range,
         .empty_word = empty_word},
        [member](const Options& options) { return member(options); },
        [member](Options& options, const OptionValue& value) {
          member(options) = std::get<std::vector<double>>(value);
        });
  }

  template <class Member>
  OptionTable& text(const std::string& name, Member member, const std::string& help) {
    return add(
        {.name = name, .type = OptionType::kText, .help = help},
        [member](const Options& options) { return member(options); },
        [member](Options& options, const OptionValue& value) {
          member(options) = std::get<std::string>(value);
        });
  }

  /// All options of a struct inside this one.
  template <class Inner, class Member>
  OptionTable& part(const OptionTable<Inner>& inner, Member member) {
    for (std::size_t i = 0; i < inner.specs_.size(); ++i) {
      add(
          inner.specs_[i],
          [get = inner.access_[i].get, member](const Options& options) {
            return get(member(options));
          },
          [set = inner.access_[i].set, member](Options& options, const OptionValue& value) {
            set(member(options), value);
          });
    }
    return *this;
  }

  /// The options `names` have an effect only where `option` is one of `words`.
  OptionTable& only_with(const std::vector<std::string>& names, const std::string& option,
                         const std::vector<std::string>& words) {
    for (OptionSpec& spec : specs_) {
      if (std::find(names.begin(), names.end(), spec.name) != names.end()) {
        spec.needs = OptionNeed{option, words};
      }
    }
    return *this;
  }

  // Of the option added last:

  /// It has an effect only where `option` is one of `words`, or, without words, a number > 0.
  OptionTable& only_with(const std::string& option, std::vector<std::string> words = {}) {
    specs_.back().needs = OptionNeed{option, std::move(words)};
    return *this;
  }
  OptionTable& letter(char letter) {
    specs_.back().letter = letter;
    return *this;
  }
  /// In place of the text made from range and words.
  OptionTable& allowed(std::string text) {
    specs_.back().allowed = std::move(text);
    return *this;
  }

 private:
  template <class Other>
  friend class OptionTable;

  struct Access {
    std::function<OptionValue(const Options&)> get;
    std::function<void(Options&, const OptionValue&)> set;
  };

  std::vector<OptionSpec> specs_;
  std::vector<Access> access_;
};

}  // namespace fairpca
