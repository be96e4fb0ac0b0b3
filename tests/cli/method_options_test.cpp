// SPDX-License-Identifier: BSD-3-Clause
#include "method_options.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "repeated_values.h"
#include "text/rejection_of.h"

namespace fairpca::cli {
namespace method_options_test {

using testing::HasSubstr;
using testing::Not;

Method method_named(const std::string& id, std::vector<OptionSpec> options) {
  Method method;
  method.id = id;
  method.options = std::move(options);
  return method;
}

OptionSpec steps(std::int64_t count) {
  return {.name = "max_iterations",
          .type = OptionType::kCount,
          .default_value = count,
          .help = "Steps",
          .range = {.least = 1}};
}

OptionSpec extra(const std::vector<std::string>& words, const std::string& help) {
  return {.name = "extra_dimensions",
          .type = OptionType::kWord,
          .default_value = words.back(),
          .help = help,
          .words = words};
}

std::vector<Method> registry() {
  const OptionSpec step_size{.name = "step_size",
                             .type = OptionType::kNumber,
                             .default_value = 0.5,
                             .help = "Length of a step"};
  const OptionSpec nested{.name = "nested", .default_value = false, .help = "Every prefix is fair"};
  return {
      method_named("plain", {}),
      method_named("fair", {steps(500), step_size, extra({"allow", "forbid"}, "More"), nested}),
      method_named("other", {steps(9)}),
      method_named("third", {extra({"some", "none"}, "Fewer")}),
  };
}

/// The values `method` gets from this command line.
OptionValues parse(const std::string& method, std::vector<std::string> arguments) {
  const std::vector<Method> methods = registry();
  CLI::App app;
  MethodOptions options(app, methods);
  std::reverse(arguments.begin(), arguments.end());
  app.parse(arguments);
  for (const Method& candidate : methods) {
    if (candidate.id == method) return options.for_method(candidate);
  }
  throw std::logic_error("no such method");
}

Message rejection(const std::string& method, const std::vector<std::string>& arguments) {
  return rejection_of([&] { parse(method, arguments); });
}

TEST(MethodOptionsTest, ValuesTakeTheTypeOfTheOption) {
  const OptionValues values = parse("fair", {"--max-iterations", "7", "--step-size", "-1e-3",
                                             "--nested", "--extra-dimensions", "allow"});
  EXPECT_EQ(values.at("max_iterations"), OptionValue(std::int64_t{7}));
  EXPECT_EQ(values.at("step_size"), OptionValue(-1e-3));
  EXPECT_EQ(values.at("extra_dimensions"), OptionValue(std::string("allow")));
  EXPECT_EQ(values.at("nested"), OptionValue(true));
}

TEST(MethodOptionsTest, OptionsNotGivenAreLeftToTheMethod) {
  EXPECT_TRUE(parse("fair", {}).empty());
  EXPECT_EQ(parse("fair", {"--nested=false"}).at("nested"), OptionValue(false));
}

TEST(MethodOptionsTest, AnOptionOfTwoMethodsServesBoth) {
  EXPECT_EQ(parse("other", {"--max-iterations", "3"}).at("max_iterations"),
            OptionValue(std::int64_t{3}));
}

TEST(MethodOptionsTest, AnOptionOfAnotherMethodIsRejectedByName) {
  const Message message = rejection("other", {"--step-size", "2"});
  EXPECT_EQ(message.code(), "other-methods-option");
  EXPECT_EQ(message.option(), "step_size");
  EXPECT_EQ(message.argument("others"), "fair");
  EXPECT_EQ(message.argument("method"), "other");
  EXPECT_EQ(message.argument("advice"), "`fairpca methods other` shows its options");
}

TEST(MethodOptionsTest, OfAMethodNobodyNamedItIsSaidThatItIsTheDefault) {
  const std::vector<Method> methods = registry();
  CLI::App app;
  MethodOptions options(app, methods);
  app.parse(std::vector<std::string>{"2", "--step-size"});
  const Message message = rejection_of([&] { options.for_method(methods.front(), true); });
  EXPECT_EQ(message.argument("method"), "plain, the default");
  EXPECT_EQ(message.argument("advice"), "name it with --method fair");
}

TEST(MethodOptionsTest, TextThatIsNotAllowedIsRejectedWithWhatIs) {
  for (const char* text : {"7.5", "0", "", "nan", "1e999", "seven"}) {
    SCOPED_TRACE(text);
    const Message message = rejection("fair", {"--max-iterations", text});
    EXPECT_EQ(message.code(), "option-value");
    EXPECT_EQ(message.option(), "max_iterations");
    EXPECT_EQ(message.argument("allowed"), "a whole number >= 1");
  }
  EXPECT_EQ(rejection("fair", {"--step-size", "2x"}).argument("value"), "'2x'");
  EXPECT_EQ(rejection("fair", {"--nested=maybe"}).option(), "nested");
}

TEST(MethodOptionsTest, TheHelpOfTheCommandIsNotFilledWithThem) {
  const std::vector<Method> methods = registry();
  CLI::App app;
  const MethodOptions options(app, methods);
  EXPECT_THAT(app.help(), Not(HasSubstr("--step-size")));
  EXPECT_NE(app.get_option_no_throw("--step-size"), nullptr);
}

class RepeatedValuesTest : public testing::Test {
 protected:
  RepeatedValuesTest() {
    CLI::App* command = program_.add_subcommand("fit");
    command->add_option("DATA", data_);
    command->add_option("--drop", dropped_)->allow_extra_args(false);
    command->add_option("-d", dimensions_);
    command->add_flag("--json", json_);
  }

  void parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "fairpca");
    program_.parse(arguments_for(program_, static_cast<int>(arguments.size()), arguments.data()));
  }

  CLI::App program_;
  std::string data_;
  std::vector<std::string> dropped_;
  int dimensions_ = 0;
  bool json_ = false;
};

TEST_F(RepeatedValuesTest, ValuesMayFollowEachOtherBehindThePositionalArgument) {
  parse({"fit", "data.csv", "--drop", "a", "b", "c", "-d", "3"});
  EXPECT_EQ(data_, "data.csv");
  EXPECT_EQ(dropped_, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(dimensions_, 3);
}

TEST_F(RepeatedValuesTest, BeforeThePositionalArgumentAnOptionTakesOneValue) {
  parse({"fit", "--drop", "a", "data.csv", "--drop", "b", "--json"});
  EXPECT_EQ(data_, "data.csv");
  EXPECT_EQ(dropped_, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(json_);
}

TEST_F(RepeatedValuesTest, WhatNoOptionTakesIsLeftToBeRejected) {
  EXPECT_THROW(parse({"fit", "data.csv", "stray"}), CLI::ExtrasError);
  EXPECT_THROW(parse({"fit", "data.csv", "-d", "3", "stray"}), CLI::ExtrasError);
  EXPECT_THROW(parse({"fit", "data.csv", "--json", "stray"}), CLI::ExtrasError);
}

}  // namespace method_options_test
}  // namespace fairpca::cli
