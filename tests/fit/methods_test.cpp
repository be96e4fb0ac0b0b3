// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/methods.h"

#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"

namespace fairpca {
namespace methods_test {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// A method whose fit records the options it was given.
Method recording_method(OptionValues* seen) {
  Method method;
  method.id = "record";
  method.min_groups = 2;
  method.options = {
      {"lambda", 0.5, ">= 0", "",
       [](const OptionValue& value) { return std::get<double>(value) >= 0; }},
      {"steps", std::int64_t{10}, ">= 1", "",
       [](const OptionValue& value) { return std::get<std::int64_t>(value) >= 1; }},
      {"nested", false, "", ""},
      {"solver", std::string("exact"), "exact | fast", "", [](const OptionValue& value) {
         const auto& word = std::get<std::string>(value);
         return word == "exact" || word == "fast";
       }}};
  method.fit = [seen](const FitInput&, const OptionValues& values) {
    *seen = values;
    return Fit{};
  };
  return method;
}

class MethodOptionsTest : public ::testing::Test {
 protected:
  MethodOptionsTest() {
    prepared_.groups.resize(2);
    input_.moments = &moments_;
    input_.prepared = &prepared_;
  }
  void expect_refused(const OptionValues& options, const std::string& message) const {
    EXPECT_THAT([&] { fit_method(method_, input_, options); },
                ThrowsMessage<InvalidArgument>(HasSubstr(message)));
  }
  OptionValues seen_;
  Method method_ = recording_method(&seen_);
  GroupMoments moments_;
  PreparedMoments prepared_;
  FitInput input_;
};

TEST_F(MethodOptionsTest, OptionsNotGivenTakeTheirDefaults) {
  fit_method(method_, input_, {{"steps", std::int64_t{3}}, {"lambda", std::int64_t{2}}});
  EXPECT_EQ(std::get<std::int64_t>(seen_.at("steps")), 3);
  EXPECT_EQ(std::get<double>(seen_.at("lambda")), 2.0);
  EXPECT_EQ(std::get<bool>(seen_.at("nested")), false);
  EXPECT_EQ(std::get<std::string>(seen_.at("solver")), "exact");
}

TEST_F(MethodOptionsTest, UnknownOptionsAreRefusedAndTheNearestOffered) {
  expect_refused({{"lamda", 1.0}}, "record has no option 'lamda'; did you mean lambda");
  EXPECT_THAT(
      [] {
        complete_options(find_method("pca"), {{"lambda", 1.0}});
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("pca has no option 'lambda'; it has none")));
}

TEST_F(MethodOptionsTest, ValuesOfAnotherTypeOrOutOfRangeAreRefusedByName) {
  expect_refused({{"lambda", -0.5}}, "lambda of record must be >= 0, got -0.5");
  expect_refused({{"lambda", std::numeric_limits<double>::infinity()}},
                 "lambda of record must be finite");
  expect_refused({{"lambda", std::string("x")}}, "lambda of record must be a number, got 'x'");
  expect_refused({{"steps", std::int64_t{0}}}, "steps of record must be >= 1, got 0");
  expect_refused({{"steps", 2.0}}, "steps of record must be an integer");
  expect_refused({{"nested", std::int64_t{1}}}, "nested of record must be true or false");
  expect_refused({{"solver", std::string("quick")}},
                 "solver of record must be exact | fast, got 'quick'");
}

TEST_F(MethodOptionsTest, AnOptionOfAnotherSolverIsRejectedWithTheSolverThatHasIt) {
  const auto is_fast = [](const OptionValue& value) {
    return std::get<std::string>(value) == "fast";
  };
  method_.options[1].needs = OptionNeed{"solver", "fast", is_fast};
  const std::string message =
      "steps of record has an effect only with solver fast, and solver is 'exact'; leave it out, "
      "or choose solver fast";
  expect_refused({{"steps", std::int64_t{3}}}, message);
  expect_refused({{"steps", std::int64_t{3}}, {"solver", std::string("exact")}}, message);
  fit_method(method_, input_, {{"steps", std::int64_t{3}}, {"solver", std::string("fast")}});
  EXPECT_EQ(std::get<std::int64_t>(seen_.at("steps")), 3);
  fit_method(method_, input_, {});
  EXPECT_EQ(std::get<std::int64_t>(seen_.at("steps")), 10);
}

TEST_F(MethodOptionsTest, TooFewGroupsAreRefusedWithTheWayOut) {
  prepared_.groups.resize(1);
  prepared_.groups[0].group.name = "Male";
  expect_refused({}, "record needs at least 2 groups and all rows are in group 'Male'");
  prepared_.groups.clear();
  expect_refused({}, "no protected column was given; name a protected column");
  Schema schema;
  schema.protected_columns = {"sex"};
  moments_ = GroupMoments(schema);
  expect_refused({}, "every row lacks a level of 'sex'; name a protected column");
}

TEST_F(MethodOptionsTest, AMethodOverRowsIsNotRunWithoutThem) {
  method_.needs = Needs::kRowsSeveralPasses;
  expect_refused({}, "record needs the rows themselves");
  input_.prepared = nullptr;
  expect_refused({}, "record was given no moments");
}

TEST(RegistryTest, IdsAndPythonNamesAreUniqueAndEveryEntryIsComplete) {
  std::set<std::string> ids, python_names;
  for (const Method& method : methods()) {
    SCOPED_TRACE(method.id);
    EXPECT_TRUE(ids.insert(method.id).second);
    EXPECT_TRUE(python_names.insert(method.python_name).second);
    EXPECT_FALSE(method.summary.empty());
    EXPECT_TRUE(method.fit);
    EXPECT_EQ(&find_method(method.id), &method);
    for (const OptionSpec& option : method.options) {
      EXPECT_TRUE(!option.accepts || option.accepts(option.default_value)) << option.name;
      if (!option.needs) continue;
      const auto needed = complete_options(method, {}).at(option.needs->option);
      EXPECT_NO_THROW(option.needs->holds(needed)) << option.name;
    }
  }
  EXPECT_EQ(methods().front().id, "pca");
}

TEST(RegistryTest, AnUnknownIdIsRefusedAndTheNearestOffered) {
  EXPECT_THAT([] { find_method("ppac"); },
              ThrowsMessage<InvalidArgument>(
                  testing::AllOf(HasSubstr("no method is called 'ppac'"), HasSubstr("ppca"))));
}

}  // namespace methods_test
}  // namespace fairpca
