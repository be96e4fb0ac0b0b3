// SPDX-License-Identifier: BSD-3-Clause
// Every option of every method, and those that all methods share: what is allowed passes, what is
// not is rejected by name before a row is read.
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fairpca/fit/fit.h"
#include "fit/dimensions.h"
#include "fit/settings_table.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace registry_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A table that must not be read.
class UnreadRows final : public RowSource {
 public:
  UnreadRows() {
    schema_.features = {{"a", ColumnKind::kNumeric}, {"b", ColumnKind::kNumeric}};
    schema_.protected_columns = {"sex"};
    schema_.label = "income";
  }
  Schema& columns() { return schema_; }
  const Schema& schema() const override { return schema_; }
  std::unique_ptr<RowChunk> next() override {
    ADD_FAILURE() << "a row was read";
    return nullptr;
  }
  void rewind() override {}
  double fraction_read() const override { return 0; }

 private:
  Schema schema_;
};

Message rejection_of_fit(const FitSettings& settings) {
  UnreadRows rows;
  return rejection_of([&] { fit_rows(rows, settings); });
}

/// The ends of a range, or the numbers nearest to ends that do not belong to it.
std::vector<double> ends(const NumberRange& range) {
  std::vector<double> numbers;
  if (std::isfinite(range.least)) {
    numbers.push_back(range.excludes_least ? std::nextafter(range.least, kInfinity) : range.least);
  }
  if (std::isfinite(range.most)) {
    numbers.push_back(range.excludes_most ? std::nextafter(range.most, -kInfinity) : range.most);
  }
  return numbers;
}

/// The numbers next to the ends, outside.
std::vector<double> beyond(const NumberRange& range) {
  std::vector<double> numbers;
  if (std::isfinite(range.least)) {
    numbers.push_back(range.excludes_least ? range.least : std::nextafter(range.least, -kInfinity));
  }
  if (std::isfinite(range.most)) {
    numbers.push_back(range.excludes_most ? range.most : std::nextafter(range.most, kInfinity));
  }
  return numbers;
}

/// The ends of a range of whole numbers, moved outside by `step`.
std::vector<std::int64_t> whole_ends(const NumberRange& range, std::int64_t step = 0) {
  std::vector<std::int64_t> numbers;
  if (std::isfinite(range.least)) {
    numbers.push_back(static_cast<std::int64_t>(range.least) - step);
  }
  if (std::isfinite(range.most)) numbers.push_back(static_cast<std::int64_t>(range.most) + step);
  return numbers;
}

template <class Value>
void append(const std::vector<Value>& more, std::vector<OptionValue>& values) {
  values.insert(values.end(), more.begin(), more.end());
}

/// As many of `value` as the list must have.
template <class Value>
std::vector<Value> list_of(const OptionSpec& option, const Value& value) {
  return std::vector<Value>(option.least_values, value);
}

std::vector<OptionValue> allowed_values(const OptionSpec& option) {
  std::vector<OptionValue> values = {option.default_value};
  switch (option.type) {
    case OptionType::kFlag:
      append<bool>({false, true}, values);
      break;
    case OptionType::kCount:
      append(whole_ends(option.range), values);
      break;
    case OptionType::kNumber:
    case OptionType::kNumberOrWord:
      append(ends(option.range), values);
      append(option.words, values);
      break;
    case OptionType::kWord:
      append(option.words, values);
      break;
    case OptionType::kText:
      append<std::string>({"x", "--drop me"}, values);
      break;
    case OptionType::kCounts:
      for (const std::int64_t end : whole_ends(option.range)) {
        values.emplace_back(list_of(option, end));
      }
      break;
    case OptionType::kNumbers:
      for (const double end : ends(option.range)) {
        std::vector<double> list = list_of(option, 1.0);
        list.front() = end;
        values.emplace_back(std::move(list));
      }
      break;
    case OptionType::kWords:
      for (const std::string& word : option.words) values.emplace_back(list_of(option, word));
      break;
    case OptionType::kDimensions:
      values.insert(values.end(),
                    {std::int64_t{1}, std::nextafter(0.0, 1.0), std::nextafter(1.0, 0.0),
                     std::vector<std::int64_t>{1, 1}, std::string("mle")});
      break;
    case OptionType::kSeed:
      append<std::int64_t>({0, -1}, values);
      break;
  }
  if (!option.empty_word.empty()) values.emplace_back(option.empty_word);
  return values;
}

/// Values that no option but a list of them takes, and of lists what is not allowed inside.
std::vector<OptionValue> rejected_values(const OptionSpec& option) {
  const double nan = std::nan("");
  std::vector<OptionValue> values = {nan, kInfinity, -kInfinity, 0.5 * nan};
  if (option.type != OptionType::kText) values.emplace_back(std::string());
  if (option.type != OptionType::kFlag) values.emplace_back(true);
  switch (option.type) {
    case OptionType::kFlag:
    case OptionType::kText:
      append<std::int64_t>({0, 1}, values);
      break;
    case OptionType::kWord:
      append<std::int64_t>({0}, values);
      append<std::string>({"no such word", option.words.front() + " "}, values);
      break;
    case OptionType::kCount:
      append(whole_ends(option.range, 1), values);
      append<double>({1.5, 2.0}, values);
      append<std::string>({"2"}, values);
      break;
    case OptionType::kNumber:
    case OptionType::kNumberOrWord:
      append(beyond(option.range), values);
      append<std::string>({"0.5", "no such word"}, values);
      break;
    case OptionType::kCounts:
      for (const std::int64_t end : whole_ends(option.range, 1)) {
        values.emplace_back(list_of(option, end));
      }
      values.emplace_back(std::vector<double>{1.5, 2.5});
      break;
    case OptionType::kNumbers:
      for (const double end : beyond(option.range)) values.emplace_back(list_of(option, end));
      for (const double number : {nan, kInfinity}) values.emplace_back(list_of(option, number));
      values.emplace_back(std::string("1,2"));
      break;
    case OptionType::kWords:
      values.emplace_back(list_of(option, std::string("no such word")));
      values.emplace_back(std::vector<std::string>{option.words.front(), ""});
      break;
    case OptionType::kDimensions:
      append<double>({0.0, 1.0, 1.5}, values);
      append<std::int64_t>({0, -1}, values);
      values.emplace_back(std::vector<std::int64_t>{3, 2});
      values.emplace_back(std::vector<std::int64_t>{1, 2, 3});
      values.emplace_back(std::string("2"));
      break;
    case OptionType::kSeed:
      append<double>({1.0}, values);
      append<std::string>({"1"}, values);
      break;
  }
  return values;
}

/// For failures of the test.
std::string shown(const OptionSpec& option, const OptionValue& value) {
  return fmt::format("{} alternative {}: {}", option.name, value.index(),
                     option.type == OptionType::kSeed ? "" : value_text(option, value));
}

/// What a value at the edge needs in addition, where that is no matter of its option alone.
void add_companions(const Method& method, const OptionSpec& option, OptionValues& values) {
  if (method.id != "mmd-fair-pca") return;
  if (option.name == "tau") values["estimator"] = std::string("u");  // the other is never 0
}

/// `value` for the option, with what it needs to have an effect.
OptionValues given(const Method& method, const OptionSpec& option, const OptionValue& value) {
  OptionValues values;
  if (option.needs) {
    const OptionSpec& other = *find_option(method, option.needs->option);
    values = given(method, other,
                   option.needs->words.empty() ? OptionValue(0.5) : option.needs->words.front());
  }
  add_companions(method, option, values);
  values[option.name] = value;
  return values;
}

TEST(RegistryTest, EveryAllowedValueOfAMethodPasses) {
  for (const Method& method : methods()) {
    SCOPED_TRACE(method.id);
    for (const OptionSpec& option : method.options) {
      for (const OptionValue& value : allowed_values(option)) {
        EXPECT_NO_THROW(check_options(method, given(method, option, value)))
            << shown(option, value);
      }
    }
  }
}

TEST(RegistryTest, EveryOtherValueOfAMethodIsRejectedByNameBeforeARowIsRead) {
  for (const Method& method : methods()) {
    SCOPED_TRACE(method.id);
    for (const OptionSpec& option : method.options) {
      for (const OptionValue& value : rejected_values(option)) {
        const Message rejection =
            rejection_of_fit({.method = method.id, .options = given(method, option, value)});
        EXPECT_EQ(rejection.code(), "option-value") << shown(option, value);
        EXPECT_EQ(rejection.option(), option.name) << shown(option, value);
        EXPECT_TRUE(rejection.argument("allowed").starts_with(option.allowed_text()));
      }
    }
  }
}

TEST(RegistryTest, EveryAllowedValueOfASharedOptionPasses) {
  for (const OptionSpec& option : shared_options()) {
    for (const OptionValue& value : allowed_values(option)) {
      FitSettings settings = settings_table().read({{option.name, value}});
      // A mixture takes a range of dimensions and models missing cells, but has means of its own,
      // and does not choose its dimensions by evidence.
      const bool is_of_pca = option.name == "center" || is_by_evidence(settings.dimensions);
      settings.method = is_of_pca ? "pca" : "mixture-ppca";
      EXPECT_NO_THROW(check_settings(settings)) << shown(option, value);
      EXPECT_EQ(settings_table().values(settings).at(option.name), checked_value(option, value));
    }
  }
}

TEST(RegistryTest, EveryOtherValueOfASharedOptionIsRejectedByName) {
  for (const OptionSpec& option : shared_options()) {
    for (const OptionValue& value : rejected_values(option)) {
      const Message rejection = rejection_of([&] {
        settings_table().read({{option.name, value}});
      });
      EXPECT_EQ(rejection.code(), "option-value") << shown(option, value);
      EXPECT_EQ(rejection.option(), option.name);
    }
  }
}

TEST(RegistryTest, SettingsFilledByHandAreCheckedBeforeARowIsRead) {
  const auto expect_rejected = [](const FitSettings& settings, const std::string& option) {
    const Message rejection = rejection_of_fit(settings);
    EXPECT_EQ(rejection.code(), "option-value") << option;
    EXPECT_EQ(rejection.option(), option);
  };
  for (const Index count : {0, -1}) expect_rejected({.dimensions = {count}}, "dimensions");
  expect_rejected({.method = "mixture-ppca", .dimensions = {.wanted = Index{3}, .most = 2}},
                  "dimensions");
  for (const double number : {0.0, -1.0, std::nan(""), kInfinity}) {
    expect_rejected({.dimensions = {number}}, "dimensions");
    expect_rejected({.preparation = {.divide_by = number}}, "divide_by");
  }
  expect_rejected({.min_group_size = -1}, "min_group_size");
  expect_rejected({.missing = static_cast<MissingCells>(9)}, "missing");
  FitSettings no_threads;
  no_threads.pass.threads = 0;
  expect_rejected(no_threads, "threads");
}

TEST(RegistryTest, WhatCannotGoTogetherIsRejectedBeforeARowIsRead) {
  const auto code = [](const FitSettings& settings) {
    return std::string(rejection_of_fit(settings).code());
  };
  EXPECT_EQ(code({.method = "pcaa"}), "method-unknown");
  EXPECT_EQ(code({.options = {{"lambda", 1.0}}}), "option-unknown");
  EXPECT_EQ(code({.missing = MissingCells::kModel}), "no-model-of-missing-cells");
  EXPECT_EQ(code({.dimensions = {.wanted = Index{1}, .most = 2}}), "dimensions-not-a-range");
  const OptionValue weights = std::string("multiplicative-weights");
  EXPECT_EQ(code({.method = "fair-pca", .options = {{"solver", weights}, {"nested", true}}}),
            "nested-with-multiplicative-weights");
  EXPECT_EQ(code({.method = "fair-pca",
                  .options = {{"solver", weights}, {"criterion", std::string("nash")}}}),
            "nash-with-multiplicative-weights");
  EXPECT_EQ(code({.method = "fair-pca",
                  .options = {{"extra_dimensions", std::string("allow")}, {"nested", true}}}),
            "nested-with-extra-dimensions");
  EXPECT_EQ(code({.method = "robust-fair-pca",
                  .options = {{"alpha", 1.0}, {"epsilon", std::vector<double>{1.0}}}}),
            "option-exclusive");
  EXPECT_EQ(code({.method = "fair-pca", .options = {{"eta", 1.0}}}), "option-without-effect");
  EXPECT_EQ(code({.method = "mixture-ppca",
                  .options = {{"mixture_components", std::vector<std::int64_t>{3, 2}}}}),
            "option-value");
  EXPECT_EQ(
      code({.method = "mixture-ppca", .options = {{"noise_prior", std::vector<double>{1, 0}}}}),
      "option-value");
  EXPECT_EQ(code({.method = "mixture-ppca", .preparation = {.center = Center::kGroup}}),
            "center-not-overall");
}

TEST(RegistryTest, ColumnsThatAreNeededAreAskedForBeforeARowIsRead) {
  UnreadRows rows;
  rows.columns().label.reset();
  const auto code = [&](const FitSettings& settings) {
    return std::string(rejection_of([&] { fit_rows(rows, settings); }).code());
  };
  EXPECT_EQ(code({.method = "mean-matching-pca", .options = {{"positive", std::string("yes")}}}),
            "no-label-column");
  EXPECT_EQ(
      code({.method = "mmd-fair-pca", .options = {{"conditional", std::string("equalized-odds")}}}),
      "no-label-column");
  rows.columns().protected_columns.clear();
  for (const Method& method : methods()) {
    if (method.min_groups == 0) continue;
    EXPECT_EQ(code({.method = method.id}), "too-few-groups") << method.id;
  }
  EXPECT_EQ(code({.dimensions = {.wanted = 0.5, .share_of_worst_group = true}}),
            "share-without-groups");
}

}  // namespace registry_test
}  // namespace fairpca
