// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/message.h"

#include <utility>

#include <fmt/format.h>

#include "text/message_pattern.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

constexpr const char* kWithheld = "(withheld)";

std::string number_text(const MessageArgument& argument, std::string_view format) {
  const std::string pattern = fmt::format("{{{}{}}}", format.empty() ? "" : ":", format);
  if (const auto* whole = std::get_if<std::int64_t>(&argument.value)) {
    return fmt::format(fmt::runtime(pattern), *whole);
  }
  return fmt::format(fmt::runtime(pattern), std::get<double>(argument.value));
}

/// `data.csv: row 3, column 'age'`, as far as it is known.
std::string place_text(const Place& place) {
  std::string text = shown_text(place.file);
  if (place.row > 0) text += fmt::format("{}row {}", text.empty() ? "" : ": ", place.row);
  if (!place.column.empty()) {
    text += fmt::format("{}column {}",
                        text.empty()    ? ""
                        : place.row > 0 ? ", "
                                        : ": ",
                        in_quotes(place.column));
  }
  return text;
}

std::string raw_text(const MessageArgument& argument) {
  if (const auto* text = std::get_if<std::string>(&argument.value)) return *text;
  return number_text(argument, "");
}

}  // namespace

std::string spelled_in_cpp(const Setting& setting) {
  if (setting.value.empty()) return setting.option;
  return fmt::format("{} = {}", setting.option,
                     setting.is_user_text ? in_quotes(setting.value) : setting.value);
}

Message::Message(const MessageSpec& spec, std::vector<MessageArgument> arguments)
    : spec_(&spec), arguments_(std::move(arguments)) {}

const MessageArgument* Message::find(std::string_view name) const {
  for (const MessageArgument& argument : arguments_) {
    if (argument.name == name) return &argument;
  }
  return nullptr;
}

Place Message::place() const {
  Place place;
  for (const MessageArgument& argument : arguments_) {
    const Place inner = argument.message ? argument.message->place() : argument.place;
    if (place.file.empty()) place.file = inner.file;
    if (place.row == 0) place.row = inner.row;
    if (place.column.empty()) place.column = inner.column;
    if (argument.name == "file" && place.file.empty()) place.file = raw_text(argument);
    if (argument.name == "column" && place.column.empty()) place.column = raw_text(argument);
    if (argument.name == "row" && place.row == 0) {
      if (const auto* row = std::get_if<std::int64_t>(&argument.value)) place.row = *row;
    }
  }
  return place;
}

std::string Message::option() const {
  for (const MessageArgument& argument : arguments_) {
    if (argument.kind == MessageArgument::Kind::kOption && argument.unit.empty()) {
      return raw_text(argument);
    }
    if (!argument.message) continue;
    if (std::string inner = argument.message->option(); !inner.empty()) return inner;
  }
  return "";
}

std::string Message::argument(std::string_view name) const {
  if (const MessageArgument* own = find(name)) return raw_text(*own);
  for (const MessageArgument& argument : arguments_) {
    if (!argument.message) continue;
    if (std::string inner = argument.message->argument(name); !inner.empty()) return inner;
  }
  return "";
}

Setting Message::setting_of(const PatternPiece& piece) const {
  Setting setting{std::string(piece.text), std::string(piece.value)};
  if (!piece.value.starts_with('{')) return setting;
  const std::string_view name = piece.value.substr(1, piece.value.size() - 2);
  const MessageArgument* own = find(name);
  setting.value = own == nullptr ? argument(name) : raw_text(*own);
  setting.is_user_text = own != nullptr && own->kind == MessageArgument::Kind::kQuoted;
  return setting;
}

std::vector<Setting> Message::ways_out() const {
  std::vector<Setting> ways;
  for (const PatternPiece& piece : pattern_pieces(spec_->sentence)) {
    if (piece.kind != PatternPiece::Kind::kSetting) continue;
    ways.push_back(setting_of(piece));
  }
  for (const MessageArgument& argument : arguments_) {
    if (argument.kind == MessageArgument::Kind::kOption && !argument.unit.empty()) {
      ways.push_back({raw_text(argument), argument.unit});
    }
    if (!argument.message) continue;
    for (Setting& way : argument.message->ways_out()) ways.push_back(std::move(way));
  }
  for (const Offer& offer : offers_) ways.push_back(offer.way);
  return ways;
}

void Message::offer(Setting way, std::string effect) {
  offers_.push_back({std::move(way), std::move(effect)});
}

Message Message::without_numbers() const {
  Message hidden = *this;
  hidden.hides_numbers_ = true;
  for (MessageArgument& argument : hidden.arguments_) {
    if (argument.kind == MessageArgument::Kind::kNumber) argument.value = std::string(kWithheld);
    if (argument.message) {
      argument.message = std::make_shared<Message>(argument.message->without_numbers());
    }
  }
  return hidden;
}

std::string Message::shown(const MessageArgument& argument, std::string_view format,
                           Spelling spelling) const {
  using Kind = MessageArgument::Kind;
  switch (argument.kind) {
    case Kind::kQuoted:
      return in_quotes(std::get<std::string>(argument.value));
    case Kind::kOption:
      return spelling({std::get<std::string>(argument.value), argument.unit});
    case Kind::kPlace:
      return place_text(argument.place);
    case Kind::kMessage:
      return argument.message->text(spelling);
    case Kind::kNumber:
      return (hides_numbers_ ? kWithheld : number_text(argument, format)) +
             (argument.unit.empty() ? "" : ' ' + argument.unit);
    case Kind::kWords:
      break;
  }
  return std::get<std::string>(argument.value);
}

std::string Message::text(Spelling spelling) const {
  const auto value_of = [&](std::string_view name, std::string_view format) {
    const MessageArgument* found = find(name);
    return found == nullptr ? fmt::format("{{{}}}", name) : shown(*found, format, spelling);
  };
  std::string text;
  for (const PatternPiece& piece : pattern_pieces(spec_->sentence)) {
    switch (piece.kind) {
      case PatternPiece::Kind::kText:
        text += piece.text;
        break;
      case PatternPiece::Kind::kArgument:
        text += value_of(piece.text, piece.value);
        break;
      case PatternPiece::Kind::kSetting:
        text += spelling(setting_of(piece));
        break;
    }
  }
  for (std::size_t i = 0; i < offers_.size(); ++i) {
    const auto& [way, effect] = offers_[i];
    text += fmt::format("{}{}{}{}", i == 0 ? "; " : ", ", spelling(way), effect.empty() ? "" : " ",
                        effect);
  }
  return text;
}

std::vector<std::string> texts(const std::vector<Message>& messages, Spelling spelling) {
  std::vector<std::string> all;
  for (const Message& message : messages) all.push_back(message.text(spelling));
  return all;
}

}  // namespace fairpca
