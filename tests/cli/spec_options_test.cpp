// SPDX-License-Identifier: BSD-3-Clause
#include "spec_options.h"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data_options.h"
#include "help.h"
#include "text/rejection_of.h"

namespace fairpca::cli {
namespace spec_options_test {

using testing::HasSubstr;

/// The values of this command line with the options of a fit.
OptionValues parse(std::vector<std::string> arguments) {
  CLI::App app;
  OptionValues given;
  add_options(app, shared_options(), given);
  std::reverse(arguments.begin(), arguments.end());
  app.parse(arguments);
  return given;
}

TEST(SpecOptionsTest, WhatIsNotGivenIsNotThere) {
  EXPECT_TRUE(parse({}).empty());
  const OptionValues given = parse({"--missing", "error", "-d", "3"});
  EXPECT_EQ(given.size(), 2U);
  EXPECT_EQ(given.at("missing"), OptionValue(std::string("error")));  // the default, but given
}

TEST(SpecOptionsTest, SettingsAreReadFromWhatIsGiven) {
  const FitSettings settings = read_settings(
      parse({"-d", "0.9", "--share-of", "worst-group", "--standardize", "--divide-by", "2e3",
             "--missing-group", "unconstrained", "--seed", "18446744073709551615"}));
  EXPECT_EQ(std::get<double>(settings.dimensions.wanted), 0.9);
  EXPECT_TRUE(settings.dimensions.share_of_worst_group);
  EXPECT_TRUE(settings.preparation.standardize);
  EXPECT_EQ(settings.preparation.divide_by, 2e3);
  EXPECT_EQ(settings.grouping.missing, MissingGroup::kUnconstrained);
  EXPECT_EQ(settings.seed, ~std::uint64_t{0});
}

TEST(SpecOptionsTest, ThreadsAreThoseOfTheMachineUnlessGiven) {
  EXPECT_GE(read_settings(parse({})).pass.threads, 1);
  EXPECT_EQ(read_settings(parse({"--threads", "3"})).pass.threads, 3);
}

TEST(SpecOptionsTest, ValuesAreCheckedWhileTheyAreParsed) {
  const std::vector<std::vector<std::string>> bad = {{"--missing", "none"},
                                                     {"--divide-by", "0"},
                                                     {"--divide-by", "nan"},
                                                     {"-d", "0"},
                                                     {"-d", "1.5"},
                                                     {"-d", "3:2"},
                                                     {"-d", ""},
                                                     {"--seed", "-1"},
                                                     {"--seed", "1e3"},
                                                     {"--threads", "0"},
                                                     {"--standardize=2"},
                                                     {"--center", ""},
                                                     {"--min-group-size=-1"}};
  for (const std::vector<std::string>& arguments : bad) {
    SCOPED_TRACE(arguments.front() + " " + arguments.back());
    EXPECT_EQ(rejection_of([&] { parse(arguments); }).code(), "option-value");
  }
}

TEST(SpecOptionsTest, HelpIsThatOfTheTable) {
  CLI::App program;
  program.formatter(std::make_shared<HelpFormatter>());
  CLI::App& app = *program.add_subcommand("fit");
  OptionValues given;
  add_preparation_options(app, given, "The fit");
  const std::string help = app.help();
  EXPECT_THAT(help, HasSubstr("-d, --dimensions D "));
  EXPECT_THAT(help, HasSubstr("Usage: fairpca fit -d D [OPTIONS]"));
  EXPECT_THAT(help, HasSubstr("(overall | group; default: overall)"));
  EXPECT_THAT(help, HasSubstr(spec_named(shared_options(), "standardize").help));
}

TEST(SpecOptionsTest, TheNameOfAValueSaysItsKindAndRange) {
  EXPECT_EQ(value_name_of(spec_named(shared_options(), "min_group_size")), "N >= 0");
  EXPECT_EQ(value_name_of(spec_named(shared_options(), "divide_by")), "X > 0");
  EXPECT_EQ(value_name_of(spec_named(shared_options(), "center")), "overall|group");
  EXPECT_EQ(value_name_of(spec_named(shared_options(), "seed")), "SEED");
}

}  // namespace spec_options_test
}  // namespace fairpca::cli
