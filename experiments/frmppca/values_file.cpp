// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/values_file.h"

#include <fstream>
#include <limits>

#include <nlohmann/json.hpp>

#include "files/atomic_file.h"

namespace fairpca {
namespace {

using Json = nlohmann::json;

/// NaN is written as null.
double number_of(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

Json model_values_json(const ModelValues& values) {
  Json all = Json::array();
  for (const GroupValues& measure : values.measures) {
    all.push_back({{"overall", measure.overall}, {"groups", measure.groups}});
  }
  return all;
}

ModelValues model_values_of(const Json& all) {
  ModelValues values;
  for (std::size_t i = 0; i < kLikelihoodMeasures; ++i) {
    values.measures[i].overall = number_of(all.at(i).at("overall"));
    for (const Json& group : all.at(i).at("groups")) {
      values.measures[i].groups.push_back(number_of(group));
    }
  }
  return values;
}

MethodValues method_values_of(const Json& json) {
  MethodValues values;
  json.at("groups").get_to(values.groups);
  json.at("training_rows").get_to(values.training_rows);
  json.at("test_rows").get_to(values.test_rows);
  json.at("em_iterations").get_to(values.em_iterations);
  json.at("status").get_to(values.status);
  values.seconds = json.value("seconds", 0.0);
  for (const Json& one : json.at("methods")) {
    MethodValues::Entry entry{one.at("method"), model_values_of(one.at("values"))};
    for (const auto& [name, value] : one.at("decisions").items()) {
      entry.decisions[name] = number_of(value);
    }
    values.methods.push_back(std::move(entry));
  }
  for (const Json& step : json.at("steps")) values.steps.push_back(model_values_of(step));
  return values;
}

}  // namespace

void write_values(const MethodValues& values, const std::string& setting,
                  const std::filesystem::path& file) {
  Json json{{"setting", setting},
            {"groups", values.groups},
            {"training_rows", values.training_rows},
            {"test_rows", values.test_rows},
            {"em_iterations", values.em_iterations},
            {"status", values.status},
            {"seconds", values.seconds},
            {"methods", Json::array()},
            {"steps", Json::array()}};
  for (const MethodValues::Entry& entry : values.methods) {
    json["methods"].push_back({{"method", entry.method},
                               {"values", model_values_json(entry.values)},
                               {"decisions", entry.decisions}});
  }
  for (const ModelValues& step : values.steps) json["steps"].push_back(model_values_json(step));
  std::filesystem::create_directories(file.parent_path());
  AtomicFile out(file);
  out.write(json.dump() + '\n');
  out.commit();
}

std::optional<MethodValues> read_values(const std::string& setting,
                                        const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return std::nullopt;
  const Json json = Json::parse(in, nullptr, /*allow_exceptions=*/false);
  try {
    if (!json.is_object() || json.at("setting") != setting) return std::nullopt;
    return method_values_of(json);
  } catch (const Json::exception&) {
    return std::nullopt;  // of another form: it is measured again
  }
}

}  // namespace fairpca
