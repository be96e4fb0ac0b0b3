// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "fairpca/fit/methods.h"
#include "fairpca/version.h"
#include "fit/settings_table.h"
#include "random/stable_hash.h"
#include "study/study_files.h"

namespace fairpca {
namespace {

using StudyJson = nlohmann::ordered_json;

std::string hexadecimal(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

StudyJson data_json(const StudyData& data, const StudyPlan& plan) {
  const Schema& schema = data.schema();
  StudyJson features = StudyJson::array(), groups = StudyJson::array();
  for (const FeatureColumn& feature : schema.features) features.push_back(feature.name);
  for (const StudyGroup& group : plan.groups) {
    groups.push_back({{"name", group.name}, {"rows", group.rows}});
  }
  return {{"rows", plan.rows},
          {"used_rows", plan.used_rows},
          {"digest", hexadecimal(data.digest())},
          {"features", features},
          {"encoded_columns", plan.columns},
          {"protected", schema.protected_columns},
          {"label", schema.label ? StudyJson(*schema.label) : StudyJson(nullptr)},
          {"weight", schema.weight ? StudyJson(*schema.weight) : StudyJson(nullptr)},
          {"groups", groups}};
}

StudyJson settings_json(const StudySpec& spec) {
  StudyJson settings = StudyJson::object();
  for (const auto& [name, text] : settings_text(spec.fit)) {
    if (name != "method" && name != "dimensions") settings[name] = text;
  }
  const OptionValues values = study_options().values(spec.study);
  for (const OptionSpec& option : study_options().specs()) {
    settings[option.name] = value_text(option, values.at(option.name));
  }
  settings["seed"] = spec.fit.seed;
  return settings;
}

StudyJson splits_json(const StudyData& data) {
  const SplitPlan& plan = data.plan();
  StudyJson splits = StudyJson::array();
  for (std::size_t s = 0; s < plan.splits.size(); ++s) {
    const Split& split = plan.splits[s];
    std::uint64_t digest = 0;
    Index train = 0, test = 0;
    for (const PartCode code : data.codes(split.repeat)) {
      digest = mixed_hash(digest, code);
      if (code != kNoPart) ++(plan.trains_on(split, code) ? train : test);
    }
    splits.push_back({{"split", s + 1},
                      {"repeat", split.repeat + 1},
                      {"train", train},
                      {"test", test},
                      {"digest", hexadecimal(digest)}});
  }
  return splits;
}

}  // namespace

std::string study_json(const StudyData& data, const StudySpec& spec, const StudyPlan& plan) {
  StudyJson dimensions = StudyJson::array();
  for (const Dimensions& one : spec.dimensions) dimensions.push_back(dimensions_text(one));
  const StudyJson json = {{"format", "fairpca study"},       {"version", 1},
                          {"program_version", kVersion},     {"data", data_json(data, plan)},
                          {"settings", settings_json(spec)}, {"dimensions", dimensions},
                          {"methods", spec.methods},         {"splits", splits_json(data)}};
  return json.dump(2, ' ', false, StudyJson::error_handler_t::replace) + '\n';
}

}  // namespace fairpca
