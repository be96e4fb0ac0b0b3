// SPDX-License-Identifier: BSD-3-Clause
#include "method_options.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "repeated_values.h"

namespace fairpca::cli {
namespace method_options_test {

using testing::HasSubstr;

Method method_named(const std::string& id, std::vector<OptionSpec> options) {
  Method method;
  method.id = id;
  method.options = std::move(options);
  return method;
}

std::vector<Method> registry() {
  return {
      method_named("plain", {}),
      method_named("fair", {{"max_iterations", std::int64_t{500}, ">= 1", "Steps"},
                            {"step_size", 0.5, "> 0", "Length of a step"},
                            {"extra_dimensions", std::string("forbid"), "allow | forbid", "More"},
                            {"nested", false, "true | false", "Every prefix is fair"}}),
      method_named("other", {{"max_iterations", std::int64_t{9}, ">= 1", "Steps"}}),
      method_named("third", {{"extra_dimensions", std::string("none"), "none | some", "Fewer"}}),
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

std::string refusal(const std::string& method, const std::vector<std::string>& arguments) {
  try {
    parse(method, arguments);
  } catch (const InvalidArgument& problem) {
    return problem.what();
  }
  return "accepted";
}

TEST(MethodOptionsTest, ValuesTakeTheTypeOfTheDefault) {
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

TEST(MethodOptionsTest, AnOptionOfAnotherMethodIsRefusedByName) {
  const std::string message = refusal("other", {"--step-size", "2"});
  EXPECT_THAT(message, HasSubstr("--step-size is not an option of other but of fair"));
  EXPECT_THAT(message, HasSubstr("its options are --max-iterations"));
  EXPECT_THAT(refusal("plain", {"--step-size", "2"}), HasSubstr("no options of its own"));
}

TEST(MethodOptionsTest, TextThatIsNoValueIsRefusedWithTheRange) {
  EXPECT_THAT(refusal("fair", {"--max-iterations", "7.5"}),
              HasSubstr("--max-iterations must be >= 1, not '7.5'"));
  EXPECT_THAT(refusal("fair", {"--step-size", "2x"}), HasSubstr("> 0, not '2x'"));
}

TEST(MethodOptionsTest, HelpShowsRangeDefaultAndMethods) {
  const std::vector<Method> methods = registry();
  CLI::App app;
  const MethodOptions options(app, methods);
  const std::string help = app.help();
  EXPECT_THAT(help, HasSubstr("--step-size > 0=0.5"));
  EXPECT_THAT(help, HasSubstr("Length of a step (fair)"));
  EXPECT_THAT(help, HasSubstr("More (fair); none | some=none: Fewer (third)"));
}

TEST(MethodOptionsTest, HelpShowsTheDefaultOfEachMethodWhereTheyDiffer) {
  const std::vector<Method> methods = registry();
  CLI::App app;
  const MethodOptions options(app, methods);
  EXPECT_THAT(app.help(), HasSubstr("Steps (fair: 500, other: 9)"));
  EXPECT_THAT(app.help(), testing::Not(HasSubstr("--max-iterations >= 1=500")));
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

TEST_F(RepeatedValuesTest, WhatNoOptionTakesIsLeftToBeRefused) {
  EXPECT_THROW(parse({"fit", "data.csv", "stray"}), CLI::ExtrasError);
  EXPECT_THROW(parse({"fit", "data.csv", "-d", "3", "stray"}), CLI::ExtrasError);
  EXPECT_THROW(parse({"fit", "data.csv", "--json", "stray"}), CLI::ExtrasError);
}

}  // namespace method_options_test
}  // namespace fairpca::cli
