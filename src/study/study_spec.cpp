// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_spec.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "fairpca/fit/methods.h"
#include "study/messages.h"
#include "study/tuning.h"
#include "text/parse_number.h"

namespace fairpca {
namespace {

std::vector<std::string> method_words() {
  std::vector<std::string> ids;
  for (const Method& method : methods()) ids.push_back(method.id);
  return ids;
}

std::vector<std::string> measure_words() {
  std::vector<std::string> ids;
  for (const Measure& measure : measures()) ids.push_back(measure.id);
  return ids;
}

template <class Member>
void add_ids(OptionTable<StudySettings>& table, const char* name, Member member,
             const std::vector<std::string>& words, const char* help) {
  table.add(
      {.name = name, .type = OptionType::kWords, .help = help, .words = words, .empty_word = "all"},
      [member](const StudySettings& settings) { return member(settings); },
      [member](StudySettings& settings, const OptionValue& value) {
        member(settings) = std::get<std::vector<std::string>>(value);
      });
}

void add_split_options(OptionTable<StudySettings>& table) {
  table.number("test_fraction", FAIRPCA_MEMBER(splits.test_fraction), kOpenFraction,
               "Share of the rows to test on");
  table.count("cv", FAIRPCA_MEMBER(splits.folds), count_from(0),
              "Cross-validation with N folds; 0: none");
  table.text("splits", FAIRPCA_MEMBER(splits.file),
             "CSV with a column per split: train, test or empty");
  table.text("split_by", FAIRPCA_MEMBER(splits.by),
             "Rows with equal values of this column stay together");
  table.count("repeats", FAIRPCA_MEMBER(splits.repeats), {.least = 1, .most = 1000},
              "How often the rows are divided anew");
}

OptionTable<StudySettings> make_study_table() {
  OptionTable<StudySettings> table;
  table.text("dimensions", FAIRPCA_MEMBER(dimensions), "Counts or shares of variance: 2,5,10")
      .letter('d');
  add_ids(table, "methods", FAIRPCA_MEMBER(methods), method_words(), "Methods besides pca");
  add_split_options(table);
  table.flag("tune", FAIRPCA_MEMBER(tune), "Choose settings by cross-validation in training rows");
  table.text("tune_by", FAIRPCA_MEMBER(tune_by),
             "Sum of measures that tuning makes least, as gap+loss");
  table.number("keep_variance", FAIRPCA_MEMBER(keep_variance), {.least = 0, .most = 1},
               "Share of PCA's variance to keep");
  add_ids(table, "measures", FAIRPCA_MEMBER(measures), measure_words(), "Measures; five are shown");
  table.choice<Classifier>("classifier", FAIRPCA_MEMBER(classifier),
                           {{"logistic", Classifier::kLogistic},
                            {"linear-svm", Classifier::kLinearSvm},
                            {"rbf-svm", Classifier::kRbfSvm}},
                           "Classifier that predicts the label from the coordinates");
  table.text("positive", FAIRPCA_MEMBER(positive),
             "Level of the label that counts as positive; empty: the last");
  return table;
}

[[noreturn]] void reject_dimensions_list(const std::string& text) {
  reject(study_message<"dimensions-list">("option"_is(OptionName{"dimensions"}),
                                          "value"_is(Quoted{text})));
}

std::vector<Dimensions> parse_dimensions(const std::string& text, bool share_of_worst_group) {
  std::vector<Dimensions> list;
  std::set<std::string> seen;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    double number = 0;
    if (read_number(word, number) != NumberText::kFinite || !(number > 0)) {
      reject_dimensions_list(text);
    }
    Dimensions dimensions;
    dimensions.share_of_worst_group = share_of_worst_group;
    if (number < 1) {
      dimensions.wanted = number;
    } else if (number == std::floor(number) && number < 1e9) {
      dimensions.wanted = static_cast<Index>(number);
    } else {
      reject_dimensions_list(text);
    }
    if (seen.insert(dimensions_text(dimensions)).second) list.push_back(dimensions);
  }
  return list;
}

void check_splits(const SplitSettings& splits) {
  const auto exclude = [](bool both, const char* one, const char* other) {
    if (!both) return;
    reject(study_message<"exclusive-splits">("option"_is(OptionName{one}),
                                             "other"_is(OptionName{other})));
  };
  const bool has_file = !splits.file.empty(), has_folds = splits.folds > 0;
  exclude(has_file && has_folds, "splits", "cv");
  exclude(has_file && !splits.by.empty(), "splits", "split_by");
  exclude(has_file && splits.repeats > 1, "splits", "repeats");
  if (splits.folds == 1) {
    reject(study_message<"too-many-folds">("option"_is(OptionName{"cv"}), "value"_is(1),
                                           "most"_is((kNoPart - 1) / 3)));
  }
}

std::vector<std::string> methods_in_order(const std::vector<std::string>& asked) {
  std::vector<std::string> ids;
  for (const Method& method : methods()) {
    const bool is_asked = std::find(asked.begin(), asked.end(), method.id) != asked.end();
    if (asked.empty() || is_asked || method.id == "pca") ids.push_back(method.id);
  }
  return ids;
}

/// Options are checked as they will be used: with every setting that may be chosen.
void check_arm(const StudyArm& arm, const std::vector<StudyArm>& arms) {
  std::vector<OptionValues> settings = arm.grid;
  for (const StudyArm& other : arms) {
    if (other.name == arm.like) settings = other.grid;
  }
  if (settings.empty()) settings.emplace_back();
  for (const OptionValues& setting : settings) {
    check_options(find_method(arm.method), with_setting(arm.options, setting));
  }
}

}  // namespace

const OptionTable<StudySettings>& study_options() {
  static const OptionTable<StudySettings> table = make_study_table();
  return table;
}

MeasureSettings StudySpec::measure_settings() const {
  MeasureSettings settings;
  settings.measures = study.measures;
  settings.classifier = study.classifier;
  settings.positive = study.positive;
  settings.center = fit.preparation.center;
  settings.min_group_size = fit.min_group_size;
  settings.seed = fit.seed;
  settings.has_intervals = extent.has_intervals;
  return settings;
}

const StudyArm& StudySpec::arm(const std::string& name) const {
  return *std::find_if(arms.begin(), arms.end(),
                       [&name](const StudyArm& one) { return one.name == name; });
}

bool StudySpec::tunes() const {
  return study.tune || std::any_of(arms.begin(), arms.end(),
                                   [](const StudyArm& arm) { return !arm.grid.empty(); });
}

StudySpec checked_spec(const FitSettings& fit, const StudySettings& study, Spelling spelling) {
  std::vector<StudyArm> arms;
  for (const std::string& id : methods_in_order(study.methods)) {
    arms.push_back({.name = id, .method = id});
    if (study.tune) arms.back().grid = find_method(id).grid;
  }
  return checked_spec(fit, study, std::move(arms), spelling);
}

StudySpec checked_spec(const FitSettings& fit, const StudySettings& study,
                       std::vector<StudyArm> arms, Spelling spelling) {
  study_options().check(study);
  check_splits(study.splits);
  StudySpec spec{.fit = fit, .study = study, .dimensions = {}, .methods = {}, .spelling = spelling};
  spec.dimensions = parse_dimensions(study.dimensions, fit.dimensions.share_of_worst_group);
  for (const StudyArm& arm : arms) {
    check_arm(arm, arms);
    spec.methods.push_back(arm.name);
  }
  spec.arms = std::move(arms);
  if (fit.missing == MissingCells::kModel) {
    reject(study_message<"study-cannot-model-cells">("option"_is(OptionName{"missing"}),
                                                     "value"_is("model")));
  }
  spec.fit.method = "pca";
  spec.fit.options.clear();
  spec.fit.dimensions = spec.dimensions.front();
  check_settings(spec.fit);
  check_criterion(study.tune_by);
  return spec;
}

std::string dimensions_text(const Dimensions& dimensions) {
  if (const Index* count = std::get_if<Index>(&dimensions.wanted)) return fmt::format("{}", *count);
  return fmt::format("{}", std::get<double>(dimensions.wanted));
}

std::string setting_text(const std::string& method, const OptionValues& options) {
  std::string text;
  for (const auto& [name, value] : options) {
    const OptionSpec* spec = find_option(find_method(method), name);
    if (!text.empty()) text += ' ';
    text += name + '=' + value_text(*spec, checked_value(*spec, value));
  }
  return text;
}

}  // namespace fairpca
