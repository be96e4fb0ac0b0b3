// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/methods.h"

#include <set>

#include <gtest/gtest.h>

#include "fit/method_entry.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace methods_test {

enum class Solver { kExact, kFast };

struct RecordedOptions {
  double lambda = 0.5;
  int steps = 10;
  bool nested = false;
  Solver solver = Solver::kExact;
  void validate() const;
};

const OptionTable<RecordedOptions>& recorded_options() {
  static const OptionTable<RecordedOptions> table = [] {
    OptionTable<RecordedOptions> made;
    made.number("lambda", FAIRPCA_MEMBER(lambda), kNotNegative, "");
    made.count("steps", FAIRPCA_MEMBER(steps), count_from(1), "").only_with("solver", {"fast"});
    made.flag("nested", FAIRPCA_MEMBER(nested), "");
    made.choice<Solver>("solver", FAIRPCA_MEMBER(solver),
                        {{"exact", Solver::kExact}, {"fast", Solver::kFast}}, "");
    return made;
  }();
  return table;
}

void RecordedOptions::validate() const {
  recorded_options().check(*this);
}

RecordedOptions seen;

Fit record(const FitInput&, const RecordedOptions& options) {
  seen = options;
  return {};
}

/// A method whose fit records the options it was given.
class MethodOptionsTest : public ::testing::Test {
 protected:
  MethodOptionsTest() {
    prepared_.groups.resize(2);
    input_.moments = &moments_;
    input_.prepared = &prepared_;
    seen = {};
  }
  Message rejection(const OptionValues& options = {}) const {
    return rejection_of([&] { fit_method(method_, input_, options); });
  }
  Method method_ =
      method_entry({.id = "record", .min_groups = 2, .exclusive_options = {{"nested", "lambda"}}},
                   recorded_options(), record);
  GroupMoments moments_;
  PreparedMoments prepared_;
  FitInput input_;
};

TEST_F(MethodOptionsTest, OptionsNotGivenTakeTheirDefaults) {
  fit_method(method_, input_, {{"lambda", std::int64_t{2}}});
  EXPECT_EQ(seen.lambda, 2.0);
  EXPECT_EQ(seen.steps, 10);
  EXPECT_EQ(seen.nested, false);
  EXPECT_EQ(seen.solver, Solver::kExact);
}

TEST_F(MethodOptionsTest, UnknownOptionsAreRejectedAndTheNearestOffered) {
  const Message near = rejection({{"lamda", 1.0}});
  EXPECT_EQ(near.code(), "option-unknown");
  EXPECT_EQ(near.argument("name"), "lamda");
  EXPECT_EQ(near.argument("advice"), "did you mean lambda?");
  const Message none = rejection_of([] { check_options(find_method("pca"), {{"lambda", 1.0}}); });
  EXPECT_EQ(none.code(), "option-unknown");
  EXPECT_EQ(none.argument("owner"), "pca");
}

TEST_F(MethodOptionsTest, AnOptionOfAnotherSolverIsRejectedWithTheSolverThatHasIt) {
  for (const OptionValues& given :
       {OptionValues{{"steps", std::int64_t{3}}},
        OptionValues{{"steps", std::int64_t{3}}, {"solver", std::string("exact")}}}) {
    const Message message = rejection(given);
    EXPECT_EQ(message.code(), "option-without-effect");
    EXPECT_EQ(message.option(), "steps");
    EXPECT_EQ(message.argument("value"), "exact");
    EXPECT_EQ(message.ways_out().at(0), (Setting{"solver", "fast"}));
  }
  fit_method(method_, input_, {{"steps", std::int64_t{3}}, {"solver", std::string("fast")}});
  EXPECT_EQ(seen.steps, 3);
}

TEST_F(MethodOptionsTest, TwoWaysToSayTheSameAreRejected) {
  const Message message = rejection({{"nested", true}, {"lambda", 1.0}});
  EXPECT_EQ(message.code(), "option-exclusive");
  EXPECT_EQ(message.option(), "nested");
  EXPECT_EQ(message.argument("other"), "lambda");
}

TEST_F(MethodOptionsTest, TooFewGroupsAreRejectedWithTheReason) {
  prepared_.groups.resize(1);
  prepared_.groups[0].group.name = "Male";
  EXPECT_EQ(rejection().code(), "too-few-groups");
  EXPECT_EQ(rejection().argument("needed"), "2");
  EXPECT_EQ(rejection().argument("reason"), "all rows are in group 'Male'");
  prepared_.groups.clear();
  EXPECT_EQ(rejection().code(), "too-few-groups");
  EXPECT_EQ(rejection().argument("reason"), "no protected column was given");
  Schema schema;
  schema.protected_columns = {"sex"};
  moments_ = GroupMoments(schema);
  EXPECT_EQ(rejection().argument("reason"), "every row lacks a level of 'sex'");
}

TEST_F(MethodOptionsTest, AMethodOverRowsIsNotRunWithoutThem) {
  method_.needs = Needs::kRowsSeveralPasses;
  EXPECT_EQ(rejection().code(), "needs-rows");
  input_.prepared = nullptr;
  EXPECT_EQ(rejection().code(), "needs-moments");
}

TEST(MethodsTest, IdsAndPythonNamesAreUniqueAndEveryEntryIsComplete) {
  std::set<std::string> ids, python_names;
  for (const Method& method : methods()) {
    SCOPED_TRACE(method.id);
    EXPECT_TRUE(ids.insert(method.id).second);
    EXPECT_TRUE(python_names.insert(method.python_name).second);
    EXPECT_FALSE(method.summary.empty());
    EXPECT_TRUE(method.fit);
    EXPECT_EQ(method.options.empty(), !method.check);
    EXPECT_EQ(&find_method(method.id), &method);
    EXPECT_EQ(method.min_groups > 0, method.fairness != Fairness::kNone);
  }
  EXPECT_EQ(methods().front().id, "pca");
}

TEST(MethodsTest, AnUnknownIdIsRejectedAndTheNearestOffered) {
  const Message message = rejection_of([] { find_method("ppac"); });
  EXPECT_EQ(message.code(), "method-unknown");
  EXPECT_EQ(message.argument("name"), "ppac");
  EXPECT_NE(message.argument("advice").find("ppca"), std::string::npos);
}

}  // namespace methods_test
}  // namespace fairpca
