// SPDX-License-Identifier: BSD-3-Clause
#include "measure/evaluate_options.h"

#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rows/encode_options.h"

namespace fairpca {
namespace {

constexpr const char* kAllMeasures = "all";

std::vector<std::string> listed_measures(const std::string& text) {
  std::vector<std::string> ids;
  if (text == kAllMeasures) return ids;
  std::istringstream words(text);
  for (std::string id; std::getline(words, id, ',');) {
    id.erase(0, id.find_first_not_of(' '));
    id.erase(id.find_last_not_of(' ') + 1);
    ids.push_back(find_measure(id).id);
  }
  return ids;
}

void add_measure_options(OptionTable<EvaluateSettings>& table) {
  table.add(
      {.name = "measures",
       .type = OptionType::kText,
       .help = "Measures, separated by commas (`fairpca measures` lists them)"},
      [](const EvaluateSettings& settings) -> OptionValue {
        if (settings.measures.empty()) return std::string(kAllMeasures);
        return fmt::format("{}", fmt::join(settings.measures, ","));
      },
      [](EvaluateSettings& settings, const OptionValue& value) {
        settings.measures = listed_measures(std::get<std::string>(value));
      });
  table.choice<Classifier>("classifier", FAIRPCA_MEMBER(classifier),
                           {{"logistic", Classifier::kLogistic},
                            {"linear-svm", Classifier::kLinearSvm},
                            {"rbf-svm", Classifier::kRbfSvm}},
                           "Classifier that predicts the label from the components");
  table.text("positive", FAIRPCA_MEMBER(positive),
             "Level of the label whose predictions are compared; default: the last");
}

}  // namespace

const OptionTable<EvaluateSettings>& evaluate_options() {
  static const OptionTable<EvaluateSettings> table = [] {
    OptionTable<EvaluateSettings> made;
    made.choice<Center>("center", FAIRPCA_MEMBER(center),
                        {{"overall", Center::kOverall}, {"group", Center::kGroup}},
                        "Errors of groups about the model's mean or each group's own");
    made.part(encode_options(), FAIRPCA_MEMBER(encode));
    add_measure_options(made);
    return made;
  }();
  return table;
}

}  // namespace fairpca
