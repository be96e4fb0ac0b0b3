// SPDX-License-Identifier: BSD-3-Clause
#include "verify/problem_settings.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "fairpca/fit/methods.h"
#include "fit/settings_table.h"

namespace fairpca {
namespace problem_settings_test {

const OptionSpec* find(const std::vector<OptionSpec>& specs, const std::string& name) {
  const auto found = std::find_if(specs.begin(), specs.end(),
                                  [&](const OptionSpec& spec) { return spec.name == name; });
  return found == specs.end() ? nullptr : &*found;
}

/// What a verifier takes for an option that was not given is what the fit took.
void expect_same_default(const OptionSpec& mine, const OptionSpec* theirs) {
  SCOPED_TRACE(mine.name);
  ASSERT_NE(theirs, nullptr);
  EXPECT_EQ(value_text(mine, mine.default_value), value_text(*theirs, theirs->default_value));
  EXPECT_EQ(mine.type, theirs->type);
  for (const std::string& word : theirs->words) {
    const bool is_known = std::find(mine.words.begin(), mine.words.end(), word) != mine.words.end();
    EXPECT_TRUE(is_known) << word;
  }
}

TEST(ProblemSettingsTest, DefaultsAndWordsAreThoseOfTheRegistry) {
  for (const OptionSpec& spec : shared_problem_options().specs()) {
    expect_same_default(spec, find(shared_options(), spec.name));
  }
  for (const Method& method : methods()) {
    SCOPED_TRACE(method.id);
    for (const OptionSpec& spec : method_problem_options(method.id).specs()) {
      if (spec.name == "tau_factor") continue;  // no option: what tau_level came to
      expect_same_default(spec, find(method.options, spec.name));
    }
  }
}

TEST(ProblemSettingsTest, ValuesAreReadFromTheProvenanceAsFitsWriteThem) {
  FitSettings settings{.method = "robust-fair-pca",
                       .options = {{"lambda", 1.25},
                                   {"epsilon", std::vector<double>{0.5, 0.1}},
                                   {"weight_kind", std::string("frequency")}}};
  settings.preparation.standardize = true;
  settings.preparation.center = Center::kGroup;
  settings.grouping.combine = Combine::kPerAttribute;
  settings.drop_deviation = {.low = 1e-5, .high = 1000};
  settings.missing = MissingCells::kDropRow;
  Model model;
  model.method = settings.method;
  model.provenance.options = settings_text(settings);
  const ProblemSettings read = problem_settings(model);
  EXPECT_EQ(read.lambda, 1.25);
  EXPECT_EQ(read.epsilon, (std::vector<double>{0.5, 0.1}));
  EXPECT_TRUE(read.counts_weights);
  EXPECT_TRUE(read.preparation.standardize);
  EXPECT_EQ(read.preparation.center, Center::kGroup);
  EXPECT_EQ(read.grouping.combine, Combine::kPerAttribute);
  EXPECT_EQ(read.drop_deviation, (std::vector<double>{1e-5, 1000}));
  EXPECT_EQ(read.missing, MissingCells::kDropRow);
}

}  // namespace problem_settings_test
}  // namespace fairpca
