// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>

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

StudyJson data_json(const StudyData& data, const StudyResult& study) {
  const Schema& schema = data.schema();
  const StudyPlan& plan = study.plan;
  StudyJson groups = StudyJson::array(), left_out = StudyJson::array(),
            missing = StudyJson::array();
  for (const StudyGroup& group : plan.groups) {
    groups.push_back({{"name", group.name}, {"rows", group.rows}});
  }
  for (const auto& column : study.columns.left_out) {
    left_out.push_back({{"name", column.name}, {"reason", column.reason}});
  }
  for (const auto& column : study.columns.missing) {
    missing.push_back({{"name", column.name}, {"cells", column.cells}});
  }
  return {{"rows", plan.rows},
          {"used_rows", plan.used_rows},
          {"digest", study.origin.data_digest},
          {"features", study.columns.used},
          {"left_out", left_out},
          {"missing_cells", missing},
          {"encoded_columns", plan.columns},
          {"protected", schema.protected_columns},
          {"label", schema.label ? StudyJson(*schema.label) : StudyJson(nullptr)},
          {"weight", schema.weight ? StudyJson(*schema.weight) : StudyJson(nullptr)},
          {"groups", groups}};
}

StudyJson settings_json(const StudyResult& study) {
  StudyJson settings = StudyJson::object();
  for (const auto& [name, text] : study.origin.settings) settings[name] = text;
  return settings;
}

/// Arms with settings of their own; those of `compare` are its methods.
StudyJson arms_json(const StudySpec& spec) {
  StudyJson arms = StudyJson::array();
  for (const StudyArm& arm : spec.arms) {
    if (arm.name == arm.method && arm.options.empty()) continue;
    StudyJson grid = StudyJson::array();
    for (const OptionValues& setting : arm.grid) grid.push_back(setting_text(arm.method, setting));
    arms.push_back({{"name", arm.name},
                    {"method", arm.method},
                    {"options", setting_text(arm.method, arm.options)},
                    {"grid", grid},
                    {"like", arm.like}});
  }
  return arms;
}

StudyJson splits_json(const StudyResult& study) {
  StudyJson splits = StudyJson::array();
  for (const StudySplit& split : study.splits) {
    splits.push_back({{"split", splits.size() + 1},
                      {"repeat", split.repeat + 1},
                      {"train", split.train},
                      {"test", split.test},
                      {"digest", split.digest}});
  }
  return splits;
}

std::vector<std::pair<std::string, std::string>> settings_of(const StudySpec& spec) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const auto& [name, text] : settings_text(spec.fit)) {
    if (name != "method" && name != "dimensions" && name != "seed") {
      settings.emplace_back(name, text);
    }
  }
  OptionValues values = study_options().values(spec.study);
  // Its folders are those of one machine, and which rows it divides is in the splits' digests.
  values["splits"] = std::filesystem::path(spec.study.splits.file).filename().string();
  for (const OptionSpec& option : study_options().specs()) {
    settings.emplace_back(option.name, value_text(option, values.at(option.name)));
  }
  settings.emplace_back("seed", fmt::format("{}", spec.fit.seed));
  return settings;
}

std::vector<StudySplit> splits_of(const StudyData& data) {
  const SplitPlan& plan = data.plan();
  std::vector<StudySplit> splits;
  for (const Split& split : plan.splits) {
    std::uint64_t digest = 0;
    StudySplit made{.repeat = split.repeat, .digest = {}};
    for (const PartCode code : data.codes(split.repeat)) {
      digest = mixed_hash(digest, code);
      if (code != kNoPart) ++(plan.trains_on(split, code) ? made.train : made.test);
    }
    made.digest = hexadecimal(digest);
    splits.push_back(std::move(made));
  }
  return splits;
}

StudyColumns columns_of_study(const StudyData& data,
                              const std::vector<StudyColumns::LeftOut>& unused) {
  const Schema& schema = data.schema();
  StudyColumns columns;
  for (const FeatureColumn& feature : schema.features) columns.used.push_back(feature.name);
  const auto leave_out = [&columns](const std::string& name, const char* reason) {
    const auto is_it = [&name](const auto& one) { return one.name == name; };
    const bool is_known =
        std::find(columns.used.begin(), columns.used.end(), name) != columns.used.end() ||
        std::any_of(columns.left_out.begin(), columns.left_out.end(), is_it);
    if (!is_known) columns.left_out.push_back({name, reason});
  };
  for (const std::string& name : schema.protected_columns) leave_out(name, "protected");
  if (schema.label) leave_out(*schema.label, "label");
  if (schema.weight) leave_out(*schema.weight, "weight");
  if (!data.plan().settings.by.empty()) leave_out(data.plan().settings.by, "split by");
  for (const StudyColumns::LeftOut& column : unused) leave_out(column.name, column.reason.c_str());
  for (std::size_t i = 0; i < schema.features.size(); ++i) {
    const Index cells = data.missing_cells()[i];
    if (cells > 0) columns.missing.push_back({schema.features[i].name, cells});
  }
  return columns;
}

}  // namespace

std::string splits_csv(const StudyData& data) {
  const SplitPlan& plan = data.plan();
  const std::vector<Index>& number = data.keys().row;
  // A line of one empty cell is no line for many readers.
  const char* unused = plan.splits.size() == 1 ? "NA" : "";
  std::string text;
  for (std::size_t s = 0; s < plan.splits.size(); ++s) {
    text += fmt::format("{}split{}", s == 0 ? "" : ",", s + 1);
  }
  text += '\n';
  std::size_t next = 0;  // of the rows that are used
  for (Index row = 0; row < data.source_rows(); ++row) {
    const bool is_used = next < number.size() && number[next] == row;
    for (std::size_t s = 0; s < plan.splits.size(); ++s) {
      const Split& split = plan.splits[s];
      const PartCode code = is_used ? data.codes(split.repeat)[next] : kNoPart;
      if (s > 0) text += ',';
      text += code == kNoPart ? unused : plan.trains_on(split, code) ? "train" : "test";
    }
    text += '\n';
    if (is_used) ++next;
  }
  return text;
}

void put_data_facts(const StudyData& data, const StudyPlace& place, StudyResult& study) {
  study.origin = {.data_digest = hexadecimal(data.digest()),
                  .program_version = std::string(kVersion),
                  .command = place.command,
                  .settings = settings_of(study.spec)};
  study.columns = columns_of_study(data, place.unused_columns);
  study.splits = splits_of(data);
}

std::string study_json(const StudyData& data, const StudyResult& study) {
  StudyJson dimensions = StudyJson::array();
  for (const Dimensions& one : study.spec.dimensions) dimensions.push_back(dimensions_text(one));
  StudyJson json = {{"format", kStudyFormat},
                    {"version", kStudyVersion},
                    {"program_version", study.origin.program_version},
                    {"data", data_json(data, study)},
                    {"settings", settings_json(study)},
                    {"dimensions", dimensions},
                    {"methods", study.spec.methods},
                    {"splits", splits_json(study)}};
  const StudyJson arms = arms_json(study.spec);
  if (!arms.empty()) json["arms"] = arms;
  for (const ExtraMeasure& extra : study.spec.extent.extras) json["extras"].push_back(extra.name);
  return json.dump(2, ' ', false, StudyJson::error_handler_t::replace) + '\n';
}

}  // namespace fairpca
