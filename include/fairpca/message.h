// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fairpca {

/// An option with a value, as sentences mention it: `missing`, `drop-row`.  Without a value, the
/// option itself.
struct Setting {
  std::string option;  ///< snake_case
  std::string value = {};
  bool is_user_text = false;  ///< the value is a name or text of the user, not a word of ours
  bool operator==(const Setting& other) const {
    return option == other.option && value == other.value;
  }
};

/// How an interface writes a setting: `--missing drop-row`, `missing='drop-row'`.
using Spelling = std::string (*)(const Setting&);

/// The C++ fields: `missing = drop-row`, `drop = 'age'`.
std::string spelled_in_cpp(const Setting& setting);

/// Where in the data something is.  What is not known is empty or 0.
struct Place {
  std::string file = {};
  std::int64_t row = 0;  ///< from 1, the header not counted
  std::string column = {};
  bool operator==(const Place&) const = default;
};

/// How a message reaches the user.
enum class MessageKind {
  kInvalid,  ///< the caller or a cell of the data is wrong: InvalidArgument
  kFile,     ///< a file is wrong: IoError
  kWarning,  ///< the result may not be what was wanted
  kNote      ///< something was settled that the caller left open
};

/// An entry of the registry of messages.
///
/// In `sentence`, `{name}` stands for an argument (`{name:.3g}` formats a number), `[option=value]`
/// and `[option]` for a setting in the spelling of the interface; `[[` and `]]` are brackets.
struct MessageSpec {
  std::string_view code;  ///< `missing-cell`
  MessageKind kind = MessageKind::kInvalid;
  std::string_view sentence;
};

class Message;
struct PatternPiece;

/// What a message says something about: user text, which is shown in quotes and never altered; a
/// number; words of the program; an option or setting; a place in the data; another message.
struct MessageArgument {
  enum class Kind { kQuoted, kNumber, kWords, kOption, kPlace, kMessage };
  std::string name = {};
  Kind kind = Kind::kWords;
  std::variant<std::string, std::int64_t, double> value = {};
  std::string unit = {};                             ///< kNumber: `rows` of `3 rows`
  Place place = {};                                  ///< kPlace
  std::shared_ptr<const Message> message = nullptr;  ///< kMessage
};

/// Something said to the user, as data: which message of the registry, about what, and the ways
/// out.  Each interface renders it in its own words.
class Message {
 public:
  Message(const MessageSpec& spec, std::vector<MessageArgument> arguments);

  std::string_view code() const { return spec_->code; }
  MessageKind kind() const { return spec_->kind; }
  /// File, row and column, as far as the message or one inside it has them.
  Place place() const;
  /// The option it is about; empty: none.
  std::string option() const;
  /// Value of `{name}` as it was given, without quotes, here or in a message inside; empty: none.
  std::string argument(std::string_view name) const;
  const std::vector<MessageArgument>& arguments() const { return arguments_; }
  /// Settings that would help: those of the sentence and those offered.
  std::vector<Setting> ways_out() const;

  /// Adds a way out that only the caller knows: `[missing=mean] fills it`.
  void offer(Setting way, std::string effect);

  /// With `(withheld)` in place of every number.
  Message without_numbers() const;

  /// The whole sentence.
  std::string text(Spelling spelling = spelled_in_cpp) const;

 private:
  struct Offer {
    Setting way;
    std::string effect;
  };
  const MessageArgument* find(std::string_view name) const;
  Setting setting_of(const PatternPiece& piece) const;
  std::string shown(const MessageArgument& argument, std::string_view format,
                    Spelling spelling) const;

  const MessageSpec* spec_;
  std::vector<MessageArgument> arguments_;
  std::vector<Offer> offers_;
  bool hides_numbers_ = false;
};

/// The texts of several messages.
std::vector<std::string> texts(const std::vector<Message>& messages,
                               Spelling spelling = spelled_in_cpp);

}  // namespace fairpca
