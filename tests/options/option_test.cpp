// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/options/option.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "options/option_table.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace option_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

using Counts = std::vector<std::int64_t>;
using Numbers = std::vector<double>;
using Texts = std::vector<std::string>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

enum class Solver { kExact, kSubgradient };
enum class Start { kPca, kRandom };

struct InnerOptions {
  double tolerance = 1e-6;
};

struct TestOptions {
  Solver solver = Solver::kExact;
  std::vector<Start> starts = {Start::kPca};
  bool standardize = false;
  int max_iterations = 100;
  double tau = 0.5;
  std::optional<double> delta = {};
  std::vector<double> epsilon = {};
  std::string name = "none";
  InnerOptions inner = {};
};

const OptionTable<TestOptions>& table() {
  static const OptionTable<TestOptions> made = [] {
    OptionTable<InnerOptions> inner;
    inner.number("tolerance", FAIRPCA_MEMBER(tolerance), kOpenFraction, "Tolerance");
    OptionTable<TestOptions> all;
    all.choice<Solver>("solver", FAIRPCA_MEMBER(solver),
                       {{"exact", Solver::kExact}, {"subgradient", Solver::kSubgradient}},
                       "Solver");
    all.choices<Start>("starts", FAIRPCA_MEMBER(starts),
                       {{"pca", Start::kPca}, {"random", Start::kRandom}}, "none", "Starts");
    all.flag("standardize", FAIRPCA_MEMBER(standardize), "Divide by deviations");
    all.count("max_iterations", FAIRPCA_MEMBER(max_iterations), count_from(1), "Limit").letter('i');
    all.number("tau", FAIRPCA_MEMBER(tau), kNotNegative, "Bound").only_with("solver", {"exact"});
    all.optional_number("delta", FAIRPCA_MEMBER(delta), kPositive, "Bound");
    all.numbers("epsilon", FAIRPCA_MEMBER(epsilon), kFraction, "auto", "Radii");
    all.text("name", FAIRPCA_MEMBER(name), "Any text");
    all.part(inner, FAIRPCA_MEMBER(inner));
    return all;
  }();
  return made;
}

const OptionSpec& spec(const std::string& name) {
  for (const OptionSpec& one : table().specs()) {
    if (one.name == name) return one;
  }
  throw std::logic_error("the test has no option " + name);
}

void expect_rejected(const OptionSpec& option, const OptionValue& value) {
  const Message message = rejection_of([&] { checked_value(option, value); });
  EXPECT_EQ(message.code(), "option-value");
  EXPECT_EQ(message.option(), option.name);
  EXPECT_TRUE(message.argument("allowed").starts_with(option.allowed_text()));
}

void expect_unparsed(const OptionSpec& option, const std::string& text) {
  SCOPED_TRACE(text);
  const Message message = rejection_of([&] { parse_value(option, text); });
  EXPECT_EQ(message.code(), "option-value");
  EXPECT_EQ(message.option(), option.name);
  EXPECT_EQ(message.argument("value"), "'" + text + "'");
}

TEST(NumberRangeTest, EdgesAreInsideUnlessExcludedAndNothingInfiniteIs) {
  EXPECT_TRUE(kNotNegative.contains(0));
  EXPECT_FALSE(kNotNegative.contains(-1e-300));
  EXPECT_FALSE(kPositive.contains(0));
  EXPECT_TRUE(kPositive.contains(1e-300));
  EXPECT_TRUE(kFraction.contains(0));
  EXPECT_FALSE(kFraction.contains(1));
  EXPECT_FALSE(kOpenFraction.contains(0));
  EXPECT_TRUE(count_from(2).contains(2));
  EXPECT_FALSE(count_from(2).contains(1'000'000'001));
  for (const double number : {kNaN, kInf, -kInf}) {
    EXPECT_FALSE(NumberRange{}.contains(number));
    EXPECT_FALSE(kNotNegative.contains(number));
  }
}

TEST(NumberRangeTest, TheTextSaysTheRange) {
  EXPECT_EQ(kNotNegative.text(), ">= 0");
  EXPECT_EQ(kPositive.text(), "> 0");
  EXPECT_EQ(kFraction.text(), "in [0, 1)");
  EXPECT_EQ(kOpenFraction.text(), "in (0, 1)");
  EXPECT_EQ((NumberRange{.least = 1, .most = 10}).text(), "1 to 10");
  EXPECT_EQ(count_from(1).text(), ">= 1");  // nobody needs more
  EXPECT_EQ((NumberRange{.most = 3}).text(), "<= 3");
  EXPECT_EQ(NumberRange{}.text(), "a number");
}

TEST(OptionTest, AMistakeIsNamedWhereTheRangeAloneWouldNotSayIt) {
  const auto allowed = [](const std::string& option, const std::string& text) {
    return rejection_of([&] { parse_value(spec(option), text); }).argument("allowed");
  };
  EXPECT_EQ(allowed("tau", "-1"), "a number >= 0");
  for (const char* text : {"1e400", "inf", "nan"}) {
    EXPECT_EQ(allowed("tau", text), "a finite number >= 0");
    EXPECT_EQ(allowed("delta", text), "none | a finite number > 0");
  }
  EXPECT_EQ(allowed("max_iterations", "0"), "a whole number >= 1");
  EXPECT_EQ(allowed("max_iterations", "nan"), "a whole number >= 1");
  EXPECT_EQ(allowed("max_iterations", "1000000001"), "a whole number >= 1 and at most 1000000000");
}

TEST(OptionTest, ValuesOfTheirTypeAndRangeAreKept) {
  EXPECT_EQ(checked_value(spec("tau"), 0.0), OptionValue(0.0));
  EXPECT_EQ(checked_value(spec("max_iterations"), std::int64_t{1}), OptionValue(std::int64_t{1}));
  EXPECT_EQ(checked_value(spec("solver"), std::string("exact")), OptionValue(std::string("exact")));
  EXPECT_EQ(checked_value(spec("standardize"), true), OptionValue(true));
  EXPECT_EQ(checked_value(spec("delta"), std::string("none")), OptionValue(std::string("none")));
}

TEST(OptionTest, AWholeNumberServesAsANumberAndOneValueAsAList) {
  EXPECT_EQ(checked_value(spec("tau"), std::int64_t{2}), OptionValue(2.0));
  EXPECT_EQ(checked_value(spec("delta"), std::int64_t{2}), OptionValue(2.0));
  EXPECT_EQ(checked_value(spec("epsilon"), 0.5), OptionValue(Numbers{0.5}));
  EXPECT_EQ(checked_value(spec("epsilon"), Counts{0, 0}), OptionValue(Numbers{0, 0}));
  EXPECT_EQ(checked_value(spec("epsilon"), std::string("auto")), OptionValue(Numbers{}));
  EXPECT_EQ(checked_value(spec("epsilon"), Texts{}), OptionValue(Numbers{}));
  EXPECT_EQ(checked_value(spec("starts"), std::string("random")), OptionValue(Texts{"random"}));
  EXPECT_EQ(checked_value(spec("starts"), std::string("none")), OptionValue(Texts{}));
}

TEST(OptionTest, ValuesBeyondTheRangeOfAnotherTypeOrNotFiniteAreRejected) {
  for (const OptionValue& value :
       {OptionValue(-1e-9), OptionValue(kNaN), OptionValue(kInf), OptionValue(true),
        OptionValue(std::string("0.1")), OptionValue(std::string()), OptionValue(Numbers{0.1})}) {
    expect_rejected(spec("tau"), value);
  }
  for (const OptionValue& value :
       {OptionValue(std::int64_t{0}), OptionValue(std::int64_t{1'000'000'001}), OptionValue(5.0),
        OptionValue(kNaN), OptionValue(std::string("5"))}) {
    expect_rejected(spec("max_iterations"), value);
  }
  expect_rejected(spec("solver"), std::string("Exact"));
  expect_rejected(spec("solver"), std::string());
  expect_rejected(spec("standardize"), std::int64_t{1});
  expect_rejected(spec("standardize"), std::string("true"));
  expect_rejected(spec("delta"), 0.0);
  expect_rejected(spec("delta"), std::string("auto"));
  expect_rejected(spec("epsilon"), Numbers{0.5, 1});
  expect_rejected(spec("epsilon"), Numbers{kNaN});
  expect_rejected(spec("epsilon"), Texts{"0.5"});
  expect_rejected(spec("starts"), Texts{"pca", "best"});
  expect_rejected(spec("name"), 1.0);
}

TEST(OptionTest, TextIsParsedAndWrittenBack) {
  const auto expect_round_trip = [](const OptionSpec& option, const std::string& text,
                                    const OptionValue& value) {
    EXPECT_EQ(parse_value(option, text), value);
    EXPECT_EQ(value_text(option, value), text);
  };
  expect_round_trip(spec("tau"), "0.1", 0.1);
  expect_round_trip(spec("tau"), "1e-07", 1e-7);
  expect_round_trip(spec("tau"), "0.30000000000000004", 0.1 + 0.2);
  expect_round_trip(spec("max_iterations"), "17", std::int64_t{17});
  expect_round_trip(spec("standardize"), "true", true);
  expect_round_trip(spec("standardize"), "false", false);
  expect_round_trip(spec("solver"), "subgradient", std::string("subgradient"));
  expect_round_trip(spec("delta"), "none", std::string("none"));
  expect_round_trip(spec("delta"), "0.25", 0.25);
  expect_round_trip(spec("epsilon"), "0.1,0.2", Numbers{0.1, 0.2});
  expect_round_trip(spec("epsilon"), "auto", Numbers{});
  expect_round_trip(spec("starts"), "random,pca", Texts{"random", "pca"});
  expect_round_trip(spec("starts"), "none", Texts{});
  expect_round_trip(spec("name"), "--drop me", std::string("--drop me"));
}

TEST(OptionTest, TextThatStandsForNoValueIsRejectedAsItWasGiven) {
  for (const std::string text : {"", "nan", "inf", "-1", "0.1x", " 0.1", "0,1", "--drop me"}) {
    expect_unparsed(spec("tau"), text);
  }
  for (const std::string text : {"", "0", "1.5", "1e2", "99999999999999999999"}) {
    expect_unparsed(spec("max_iterations"), text);
  }
  for (const std::string text : {"", "yes", "1", "True"})
    expect_unparsed(spec("standardize"), text);
  for (const std::string text : {"", "0.1,", ",0.1", "0.1;0.2", "1", "none"}) {
    expect_unparsed(spec("epsilon"), text);
  }
  for (const std::string text : {"", "pca,", "pca,best"}) expect_unparsed(spec("starts"), text);
}

TEST(OptionTest, DimensionsAreACountAShareOrARange) {
  const OptionSpec dimensions{
      .name = "dimensions", .type = OptionType::kDimensions, .separator = ':'};
  EXPECT_EQ(parse_value(dimensions, "3"), OptionValue(std::int64_t{3}));
  EXPECT_EQ(parse_value(dimensions, "0.9"), OptionValue(0.9));
  EXPECT_EQ(parse_value(dimensions, "1:10"), OptionValue(Counts{1, 10}));
  EXPECT_EQ(value_text(dimensions, Counts{1, 10}), "1:10");
  for (const std::string text :
       {"0", "-1", "1.0", "1.5", "0.0", "two", "nan", "", "5:2", "0:3", "1:2:3", "1:"}) {
    expect_unparsed(dimensions, text);
  }
}

TEST(OptionTest, ASeedIsAnyWholeNumberOf64Bits) {
  const OptionSpec seed{.name = "seed", .type = OptionType::kSeed};
  const std::string largest = "18446744073709551615";
  EXPECT_EQ(value_text(seed, parse_value(seed, largest)), largest);
  EXPECT_EQ(value_text(seed, parse_value(seed, "0")), "0");
  for (const std::string text : {"-1", "1.5", "18446744073709551616", ""}) {
    expect_unparsed(seed, text);
  }
}

TEST(OptionTest, UserTextInAMessageIsQuoted) {
  const Message message = rejection_of([] {
    checked_value(spec("starts"), Texts{"x (--drop me)", "pca"});
  });
  EXPECT_EQ(message.argument("value"), "['x (--drop me)', 'pca']");
}

TEST(OptionTest, WhatIsAllowedIsSaidForEveryType) {
  EXPECT_EQ(spec("solver").allowed_text(), "exact | subgradient");
  EXPECT_EQ(spec("delta").allowed_text(), "none | a number > 0");
  EXPECT_EQ(spec("standardize").allowed_text(), "true or false");
  EXPECT_EQ(spec("starts").allowed_text(), "none | a list of pca, random");
  EXPECT_THAT(spec("epsilon").allowed_text(), HasSubstr("in [0, 1)"));
}

TEST(OptionNeedTest, AWordOrAPositiveNumberFulfilsIt) {
  const OptionNeed word{"solver", {"exact", "nested"}};
  EXPECT_TRUE(word.holds(std::string("exact")));
  EXPECT_FALSE(word.holds(std::string("subgradient")));
  EXPECT_EQ(word.text(), "exact or nested");
  const OptionNeed positive{"mu", {}};
  EXPECT_TRUE(positive.holds(0.1));
  EXPECT_FALSE(positive.holds(0.0));
  EXPECT_EQ(positive.text(), "> 0");
}

TEST(OptionTableTest, DefaultsAreTheInitialisersOfTheStruct) {
  EXPECT_EQ(spec("tau").default_value, OptionValue(0.5));
  EXPECT_EQ(spec("solver").default_value, OptionValue(std::string("exact")));
  EXPECT_EQ(spec("starts").default_value, OptionValue(Texts{"pca"}));
  EXPECT_EQ(spec("delta").default_value, OptionValue(std::string("none")));
  EXPECT_EQ(spec("max_iterations").letter, 'i');
  EXPECT_EQ(spec("tau").needs->option, "solver");
  EXPECT_EQ(table().values({}).at("tolerance"), OptionValue(1e-6));
}

TEST(OptionTableTest, ValuesGivenByNameAreReadAndTheOthersStayAsTheyWere) {
  const TestOptions read = table().read({{"solver", std::string("subgradient")},
                                         {"starts", Texts{"random", "pca"}},
                                         {"standardize", true},
                                         {"max_iterations", std::int64_t{7}},
                                         {"tau", std::int64_t{2}},
                                         {"delta", 0.25},
                                         {"epsilon", Numbers{0.1, 0.2}},
                                         {"tolerance", 0.01}});
  EXPECT_EQ(read.solver, Solver::kSubgradient);
  EXPECT_THAT(read.starts, ElementsAre(Start::kRandom, Start::kPca));
  EXPECT_TRUE(read.standardize);
  EXPECT_EQ(read.max_iterations, 7);
  EXPECT_EQ(read.tau, 2.0);
  EXPECT_EQ(read.delta, 0.25);
  EXPECT_THAT(read.epsilon, ElementsAre(0.1, 0.2));
  EXPECT_EQ(read.name, "none");
  EXPECT_EQ(read.inner.tolerance, 0.01);
  EXPECT_EQ(table().read(table().values(read)).inner.tolerance, 0.01);
  EXPECT_EQ(table().values(table().read(table().values(read))), table().values(read));
}

TEST(OptionTableTest, AStructFilledByHandIsChecked) {
  const auto rejected = [](auto change) {
    TestOptions options;
    change(options);
    const Message message = rejection_of([&] { table().check(options); });
    EXPECT_EQ(message.code(), "option-value");
    return message.option();
  };
  EXPECT_NO_THROW(table().check({}));
  EXPECT_EQ(rejected([](TestOptions& o) { o.tau = kNaN; }), "tau");
  EXPECT_EQ(rejected([](TestOptions& o) { o.max_iterations = 0; }), "max_iterations");
  EXPECT_EQ(rejected([](TestOptions& o) { o.delta = -1; }), "delta");
  EXPECT_EQ(rejected([](TestOptions& o) { o.epsilon = {0.1, 1}; }), "epsilon");
  EXPECT_EQ(rejected([](TestOptions& o) { o.solver = static_cast<Solver>(9); }), "solver");
  EXPECT_EQ(rejected([](TestOptions& o) { o.inner.tolerance = 1; }), "tolerance");
  EXPECT_EQ(rejection_of([] { table().read({{"tau", -1.0}}); }).option(), "tau");
}

}  // namespace option_test
}  // namespace fairpca
