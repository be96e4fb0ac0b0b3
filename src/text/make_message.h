// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "fairpca/error.h"
#include "fairpca/message.h"
#include "text/message_pattern.h"

namespace fairpca {

/// A text known when the program is compiled.
template <std::size_t size>
struct FixedText {
  char text[size] = {};
  consteval FixedText(const char (&given)[size]) {  // NOLINT(google-explicit-constructor)
    std::copy_n(given, size, text);
  }
  constexpr std::string_view view() const { return {text, size - 1}; }
};

/// An argument whose name the compiler compares with the sentence's.
template <FixedText name>
struct NamedArgument {
  static constexpr std::string_view kName = name.view();
  MessageArgument argument;
};

/// User text: shown in quotes.
struct Quoted {
  std::string_view text;
};
/// `1 row`, `3 rows`.
struct Counted {
  std::int64_t count = 0;
  std::string_view one, many;
};
/// The name of an option, shown as the interface spells it.
struct OptionName {
  std::string_view name;
};

template <FixedText name>
struct ArgumentMaker {
  using Kind = MessageArgument::Kind;
  using Value = decltype(MessageArgument::value);

  static NamedArgument<name> make(Kind kind, const Value& value) {
    NamedArgument<name> made;
    made.argument.name = std::string(name.view());
    made.argument.kind = kind;
    made.argument.value = value;
    return made;
  }
  static NamedArgument<name> make(Kind kind, const Value& value, std::string_view unit) {
    NamedArgument<name> made = make(kind, value);
    made.argument.unit = std::string(unit);
    return made;
  }

  NamedArgument<name> operator()(std::integral auto whole) const {
    return make(Kind::kNumber, static_cast<std::int64_t>(whole));
  }
  NamedArgument<name> operator()(std::floating_point auto number) const {
    return make(Kind::kNumber, static_cast<double>(number));
  }
  NamedArgument<name> operator()(const Counted& counted) const {
    return make(Kind::kNumber, counted.count, counted.count == 1 ? counted.one : counted.many);
  }
  NamedArgument<name> operator()(const Quoted& quoted) const {
    return make(Kind::kQuoted, std::string(quoted.text));
  }
  NamedArgument<name> operator()(const OptionName& option) const {
    return make(Kind::kOption, std::string(option.name));
  }
  NamedArgument<name> operator()(const Setting& setting) const {
    return make(Kind::kOption, setting.option, setting.value);
  }
  NamedArgument<name> operator()(const std::string& words) const {
    return make(Kind::kWords, words);
  }
  NamedArgument<name> operator()(const char* words) const { return (*this)(std::string(words)); }
  NamedArgument<name> operator()(std::string_view words) const {
    return (*this)(std::string(words));
  }
  NamedArgument<name> operator()(const Place& place) const {
    NamedArgument<name> made = make(Kind::kPlace, std::string());
    made.argument.place = place;
    return made;
  }
  NamedArgument<name> operator()(const Message& message) const {
    NamedArgument<name> made = make(Kind::kMessage, std::string());
    made.argument.message = std::make_shared<Message>(message);
    return made;
  }
};

/// `"rows"_is(3)`: an argument of a message.
template <FixedText name>
constexpr ArgumentMaker<name> operator""_is() {
  return {};
}

template <const auto& table>
consteval const MessageSpec* find_message(std::string_view code) {
  for (const MessageSpec& spec : table) {
    if (spec.code == code) return &spec;
  }
  return nullptr;
}

/// Whether every argument that the sentence mentions is among `names`.
template <class... Names>
consteval bool has_all_arguments(std::string_view sentence, Names... names) {
  while (!sentence.empty()) {
    const PatternPiece piece = take_piece(sentence);
    std::string_view wanted;
    if (piece.kind == PatternPiece::Kind::kArgument) wanted = piece.text;
    if (piece.kind == PatternPiece::Kind::kSetting && piece.value.starts_with('{')) {
      wanted = piece.value.substr(1, piece.value.size() - 2);
    }
    if (!wanted.empty() && !((wanted == names) || ...)) return false;
  }
  return true;
}

/// The message of `table` with this code.  An unknown code, or an argument of its sentence that is
/// not given, does not compile.
template <const auto& table, FixedText code, FixedText... names>
Message make_message(NamedArgument<names>... arguments) {
  constexpr const MessageSpec* kSpec = find_message<table>(code.view());
  static_assert(kSpec != nullptr, "no message of this code is in the table");
  static_assert(has_all_arguments(kSpec->sentence, std::string_view(), names.view()...),
                "the sentence mentions an argument that is not given");
  std::vector<MessageArgument> all;
  (all.push_back(std::move(arguments.argument)), ...);
  return {*kSpec, std::move(all)};
}

/// Throws what the kind of the message says: InvalidArgument or IoError.
[[noreturn]] inline void reject(Message message) {
  if (message.kind() == MessageKind::kFile) throw IoError(std::move(message));
  throw InvalidArgument(std::move(message));
}

}  // namespace fairpca
