// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_task.h"

#include <cstring>

#include <nlohmann/json.hpp>

#include "study/messages.h"

namespace fairpca {
namespace {

using TaskJson = nlohmann::json;

constexpr int kTaskVersion = 1;

TaskJson numbers_json(const Vector& numbers) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(numbers.size()) * sizeof(double));
  if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return TaskJson::binary(std::move(bytes));
}

Vector numbers_of(const TaskJson& json) {
  const auto& bytes = json.get_binary();
  Vector numbers(static_cast<Index>(bytes.size() / sizeof(double)));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

TaskJson value_json(const MeasuredValue& value) {
  return {value.measure, static_cast<int>(value.statistic),
          value.group,   value.value,
          value.low,     value.high,
          value.floor};
}

MeasuredValue value_of(const TaskJson& json) {
  return {.measure = json.at(0),
          .statistic = static_cast<Statistic>(json.at(1).get<int>()),
          .group = json.at(2),
          .value = json.at(3),
          .low = json.at(4),
          .high = json.at(5),
          .floor = json.at(6)};
}

TaskJson feature_json(const FeatureValue& feature) {
  return {feature.feature, feature.communality, feature.scaled_communality};
}

FeatureValue feature_of(const TaskJson& json) {
  return {json.at(0), json.at(1), json.at(2)};
}

TaskJson error_json(const GroupError& error) {
  return {error.group, error.mean, error.deviation, error.rows};
}

GroupError error_of(const TaskJson& json) {
  return {json.at(0), json.at(1), json.at(2), json.at(3)};
}

TaskJson tuning_json(const TuningLine& line) {
  return {line.setting,       line.criterion, line.value,
          line.kept_variance, line.is_chosen, line.problem};
}

TuningLine tuning_of(const TaskJson& json) {
  return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5)};
}

template <class Item, class Write>
TaskJson list_json(const std::vector<Item>& items, const Write& write) {
  TaskJson list = TaskJson::array();
  for (const Item& item : items) list.push_back(write(item));
  return list;
}

template <class Read>
auto list_of(const TaskJson& json, const Read& read) {
  std::vector<decltype(read(json))> items;
  for (const TaskJson& item : json) items.push_back(read(item));
  return items;
}

TaskJson draws_json(const std::map<ValueKey, Vector>& draws) {
  TaskJson list = TaskJson::array();
  for (const auto& [key, numbers] : draws) {
    const auto& [measure, statistic, group] = key;
    list.push_back({measure, static_cast<int>(statistic), group, numbers_json(numbers)});
  }
  return list;
}

std::map<ValueKey, Vector> draws_of(const TaskJson& json) {
  std::map<ValueKey, Vector> draws;
  for (const TaskJson& one : json) {
    const ValueKey key{one.at(0), static_cast<Statistic>(one.at(1).get<int>()), one.at(2)};
    draws.emplace(key, numbers_of(one.at(3)));
  }
  return draws;
}

TaskResult result_of(const TaskJson& json) {
  TaskResult result;
  result.dimensions = json.at("dimensions");
  result.setting = json.at("setting");
  result.options = json.at("options").get<decltype(result.options)>();
  result.problem = json.at("problem");
  result.test = list_of(json.at("test"), value_of);
  result.train = list_of(json.at("train"), value_of);
  result.features = list_of(json.at("features"), feature_of);
  result.draws = draws_of(json.at("draws"));
  result.held_out = list_of(json.at("held_out"), error_of);
  result.tuning = list_of(json.at("tuning"), tuning_of);
  result.objective = json.at("objective");
  result.bound = json.at("bound");
  result.status = json.at("status");
  result.certified = json.at("certified");
  result.iterations = json.at("iterations");
  result.eigensolves = json.at("eigensolves");
  result.output_dimensions = json.at("output_dimensions");
  result.notes = json.at("notes").get<std::vector<std::string>>();
  result.warnings = json.at("warnings").get<std::vector<std::string>>();
  return result;
}

}  // namespace

std::string task_bytes(const TaskResult& result) {
  const TaskJson json = {{"format", "fairpca study task"},
                         {"version", kTaskVersion},
                         {"dimensions", result.dimensions},
                         {"setting", result.setting},
                         {"options", result.options},
                         {"problem", result.problem},
                         {"test", list_json(result.test, value_json)},
                         {"train", list_json(result.train, value_json)},
                         {"features", list_json(result.features, feature_json)},
                         {"draws", draws_json(result.draws)},
                         {"held_out", list_json(result.held_out, error_json)},
                         {"tuning", list_json(result.tuning, tuning_json)},
                         {"objective", result.objective},
                         {"bound", result.bound},
                         {"status", result.status},
                         {"certified", result.certified},
                         {"iterations", result.iterations},
                         {"eigensolves", result.eigensolves},
                         {"output_dimensions", result.output_dimensions},
                         {"notes", result.notes},
                         {"warnings", result.warnings}};
  std::string bytes;
  TaskJson::to_cbor(json, nlohmann::detail::output_adapter<char, std::string>(bytes));
  return bytes;
}

TaskResult parse_task(std::string_view bytes, const std::string& file) {
  try {
    const TaskJson json = TaskJson::from_cbor(bytes.begin(), bytes.end());
    if (json.at("version") == kTaskVersion) return result_of(json);
  } catch (const TaskJson::exception& problem) {
    reject(study_message<"damaged-task">("place"_is(Place{.file = file}),
                                         "reason"_is(std::string(problem.what()))));
  }
  reject(study_message<"damaged-task">("place"_is(Place{.file = file}),
                                       "reason"_is("it has another version")));
}

}  // namespace fairpca
