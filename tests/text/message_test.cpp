// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "text/make_message.h"
#include "text/message_pattern.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace message_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

inline constexpr MessageSpec kTestMessages[] = {
    {"plain", MessageKind::kInvalid, "nothing is said"},
    {"unreadable", MessageKind::kFile, "{place}: cannot be read"},
    {"level", MessageKind::kInvalid, "{place}: the level {level} is unknown; [unseen=zeros] helps"},
    {"gap", MessageKind::kWarning, "the gap is {gap:.3g} over {rows}"},
    {"brackets", MessageKind::kInvalid, "in [[0, {most}]] or [dimensions={most}]"},
    {"settings", MessageKind::kInvalid, "[tau], [missing=drop-row] or [drop={column}]"},
    {"option", MessageKind::kInvalid, "{option} must be {allowed}, with {need}"},
    {"wrapped", MessageKind::kInvalid, "the model: {problem}"},
    {"three", MessageKind::kInvalid, "row {row} of {file} in {column}"},
};

template <FixedText code, FixedText... names>
Message test_message(NamedArgument<names>... arguments) {
  return make_message<kTestMessages, code>(std::move(arguments)...);
}

/// An interface with a spelling of its own.
std::string in_words(const Setting& setting) {
  if (setting.value.empty()) return "<" + setting.option + ">";
  const std::string quote = setting.is_user_text ? "'" : "";
  return "<" + setting.option + " is " + quote + setting.value + quote + ">";
}

TEST(MessagePatternTest, APatternIsTextArgumentsAndSettings) {
  using Kind = PatternPiece::Kind;
  const auto pieces = pattern_pieces("a {b:.3g} [c=d][e] [[f]] g");
  std::string text;
  for (const PatternPiece& piece : pieces) {
    text += piece.kind == Kind::kText ? "T" : piece.kind == Kind::kArgument ? "A" : "S";
    text += "(" + std::string(piece.text) + "|" + std::string(piece.value) + ")";
  }
  EXPECT_EQ(text, "T(a |)A(b|.3g)T( |)S(c|d)S(e|)T( |)T([|)T(f|)T(]|)T( g|)");
  EXPECT_THAT(pattern_pieces(""), IsEmpty());
}

TEST(MessageTest, TheSentenceHasTheArgumentsInTheirPlaces) {
  EXPECT_EQ(test_message<"plain">().text(), "nothing is said");
  EXPECT_EQ(test_message<"gap">("gap"_is(1.0 / 3), "rows"_is(Counted{1, "row", "rows"})).text(),
            "the gap is 0.333 over 1 row");
  EXPECT_EQ(test_message<"gap">("gap"_is(2.0), "rows"_is(Counted{3, "row", "rows"})).text(),
            "the gap is 2 over 3 rows");
  EXPECT_EQ(test_message<"brackets">("most"_is(5)).text(), "in [0, 5] or dimensions = 5");
}

TEST(MessageTest, CodeAndKindAreThoseOfTheTable) {
  EXPECT_EQ(test_message<"plain">().code(), "plain");
  EXPECT_EQ(test_message<"unreadable">("place"_is(Place{"f"})).kind(), MessageKind::kFile);
}

TEST(MessageTest, TheKindDecidesWhatIsThrown) {
  EXPECT_THROW(reject(test_message<"plain">()), InvalidArgument);
  EXPECT_THROW(reject(test_message<"unreadable">("place"_is(Place{"f"}))), IoError);
  const Message message = rejection_of([] { reject(test_message<"plain">()); });
  EXPECT_EQ(message.code(), "plain");
}

TEST(MessageTest, SettingsAreSpelledByTheInterface) {
  const Message message = test_message<"settings">("column"_is(Quoted{"age"}));
  EXPECT_EQ(message.text(), "tau, missing = drop-row or drop = 'age'");
  EXPECT_EQ(message.text(in_words), "<tau>, <missing is drop-row> or <drop is 'age'>");
  const Message option =
      test_message<"option">("option"_is(OptionName{"max_iterations"}), "allowed"_is(">= 1"),
                             "need"_is(Setting{"solver", "exact"}));
  EXPECT_EQ(option.text(), "max_iterations must be >= 1, with solver = exact");
  EXPECT_EQ(option.text(in_words), "<max_iterations> must be >= 1, with <solver is exact>");
  EXPECT_EQ(option.option(), "max_iterations");
}

TEST(MessageTest, UserTextIsQuotedAndNeverTakenForAPattern) {
  for (const std::string name : {"--drop me", "x (--drop me)", "see --kernel fourier", "{place}",
                                 "[tau]", "[missing=mean]", "{level:.3g} [[", "a; b", "100%"}) {
    const Message message =
        test_message<"level">("place"_is(Place{"a.csv", 3, name}), "level"_is(Quoted{name}));
    for (const auto spelling : {spelled_in_cpp, in_words}) {
      EXPECT_THAT(message.text(spelling), StartsWith("a.csv: row 3, column '" + name +
                                                     "': the level '" + name + "' is unknown; "));
    }
    EXPECT_EQ(message.place().column, name);
    EXPECT_EQ(message.argument("level"), name);
    const Message setting = test_message<"settings">("column"_is(Quoted{name}));
    EXPECT_THAT(setting.text(in_words), HasSubstr("<drop is '" + name + "'>"));
    EXPECT_EQ(setting.ways_out().back(), (Setting{"drop", name}));
  }
}

TEST(MessageTest, UserTextIsShownOnOneLineAndCut) {
  const Message message = test_message<"level">("place"_is(Place{"a\n.csv", 1, "b\x1b"}),
                                                "level"_is(Quoted{std::string(1000, 'x')}));
  EXPECT_THAT(message.text(), StartsWith("a\\x0a.csv: row 1, column 'b\\x1b': "));
  EXPECT_LT(message.text().size(), 200u);
  EXPECT_EQ(message.argument("level").size(), 1000u);  // as data it is whole
}

TEST(MessageTest, APlaceIsShownAsFarAsItIsKnown) {
  const auto shown = [](const Place& place) {
    const std::string text = test_message<"unreadable">("place"_is(place)).text();
    return text.substr(0, text.size() - std::string(": cannot be read").size());
  };
  EXPECT_EQ(shown({"a.csv"}), "a.csv");
  EXPECT_EQ(shown({"a.csv", 3}), "a.csv: row 3");
  EXPECT_EQ(shown({"a.csv", 3, "b"}), "a.csv: row 3, column 'b'");
  EXPECT_EQ(shown({"a.csv", 0, "b"}), "a.csv: column 'b'");
  EXPECT_EQ(shown({"", 3, "b"}), "row 3, column 'b'");
  EXPECT_EQ(shown({"", 0, "b"}), "column 'b'");
}

TEST(MessageTest, ThePlaceIsFoundInArgumentsAndInsideOtherMessages) {
  const Place place{"a.csv", 3, "b"};
  EXPECT_EQ(test_message<"plain">().place(), Place{});
  EXPECT_EQ(test_message<"unreadable">("place"_is(place)).place(), place);
  EXPECT_EQ(
      test_message<"three">("row"_is(3), "file"_is("a.csv"), "column"_is(Quoted{"b"})).place(),
      place);
  const Message inner = test_message<"unreadable">("place"_is(Place{"", 3, "b"}));
  EXPECT_EQ(test_message<"wrapped">("problem"_is(inner)).place(), (Place{"", 3, "b"}));
  EXPECT_EQ(test_message<"wrapped">("file"_is("a.csv"), "problem"_is(inner)).place(), place);
}

TEST(MessageTest, AMessageInsideAnotherKeepsItsWords) {
  const Message inner =
      test_message<"level">("place"_is(Place{"a.csv", 3, "b"}), "level"_is(Quoted{"new"}));
  const Message outer = test_message<"wrapped">("problem"_is(inner));
  EXPECT_EQ(outer.code(), "wrapped");
  EXPECT_EQ(outer.text(in_words),
            "the model: a.csv: row 3, column 'b': the level 'new' is "
            "unknown; <unseen is zeros> helps");
  EXPECT_EQ(outer.argument("level"), "new");
  EXPECT_THAT(outer.ways_out(), ElementsAre(Setting{"unseen", "zeros"}));
  const Message option = test_message<"wrapped">("problem"_is(test_message<"option">(
      "option"_is(OptionName{"tau"}), "allowed"_is("> 0"), "need"_is(Setting{"solver", "exact"}))));
  EXPECT_EQ(option.option(), "tau");
  EXPECT_THAT(option.ways_out(), ElementsAre(Setting{"solver", "exact"}));
}

TEST(MessageTest, WaysOutAreThoseOfTheSentenceAndThoseOffered) {
  Message message = test_message<"settings">("column"_is(Quoted{"age"}));
  message.offer({"missing", "mean"}, "fills it");
  message.offer({"features"}, "");
  EXPECT_THAT(message.ways_out(),
              ElementsAre(Setting{"tau"}, Setting{"missing", "drop-row"}, Setting{"drop", "age"},
                          Setting{"missing", "mean"}, Setting{"features"}));
  EXPECT_THAT(message.text(in_words),
              testing::EndsWith("; <missing is mean> fills it, <features>"));
}

TEST(MessageTest, AnOfferToARejectionIsInItsText) {
  InvalidArgument error(test_message<"plain">());
  EXPECT_STREQ(error.what(), "nothing is said");
  error.offer({"missing", "mean"}, "fills it");
  EXPECT_STREQ(error.what(), "nothing is said; missing = mean fills it");
  EXPECT_THAT(error.message().ways_out(), ElementsAre(Setting{"missing", "mean"}));
}

TEST(MessageTest, NumbersCanBeWithheld) {
  const Message message = test_message<"gap">("gap"_is(0.25), "rows"_is(Counted{3, "row", "rows"}));
  const Message hidden = message.without_numbers();
  EXPECT_EQ(hidden.text(), "the gap is (withheld) over (withheld) rows");
  EXPECT_EQ(hidden.argument("gap"), "(withheld)");
  EXPECT_EQ(hidden.argument("rows"), "(withheld)");
  EXPECT_EQ(message.argument("gap"), "0.25");  // the message itself is as it was
  EXPECT_EQ(test_message<"wrapped">("problem"_is(message)).without_numbers().text(),
            "the model: the gap is (withheld) over (withheld) rows");
  EXPECT_EQ(test_message<"brackets">("most"_is(5)).without_numbers().ways_out().front().value,
            "(withheld)");
}

TEST(MessageTest, SeveralMessagesBecomeTexts) {
  EXPECT_THAT(texts({test_message<"plain">(), test_message<"brackets">("most"_is(5))}, in_words),
              ElementsAre("nothing is said", "in [0, 5] or <dimensions is 5>"));
}

}  // namespace message_test
}  // namespace fairpca
