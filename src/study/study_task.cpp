// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_task.h"

#include <cstring>

#include <nlohmann/json.hpp>

#include "study/study_cbor.h"

namespace fairpca {
namespace {

using TaskJson = nlohmann::json;

constexpr int kTaskVersion = 2;

/// What a file says that task_bytes() does not write.
struct NotATask {};

TaskJson numbers_json(const Vector& numbers) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(numbers.size()) * sizeof(double));
  if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return TaskJson::binary(std::move(bytes));
}

Vector numbers_of(const TaskJson& json) {
  const auto& bytes = json.get_binary();
  if (bytes.size() % sizeof(double) != 0) throw NotATask();
  Vector numbers(static_cast<Index>(bytes.size() / sizeof(double)));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

Index count_of(const TaskJson& json) {
  constexpr std::int64_t kMost = std::int64_t{1} << 53;
  if (!json.is_number_integer() || json.get<std::int64_t>() < 0 ||
      json.get<std::int64_t>() > kMost) {
    throw NotATask();
  }
  return json.get<Index>();
}

Statistic statistic_of(const TaskJson& json) {
  const Index number = count_of(json);
  if (number > static_cast<Index>(Statistic::kPValue)) throw NotATask();
  return static_cast<Statistic>(number);
}

TaskJson value_json(const MeasuredValue& value) {
  return {value.measure, static_cast<int>(value.statistic),
          value.group,   value.value,
          value.low,     value.high,
          value.floor};
}

MeasuredValue value_of(const TaskJson& json) {
  return {.measure = json.at(0),
          .statistic = statistic_of(json.at(1)),
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
  return {json.at(0), json.at(1), json.at(2), count_of(json.at(3))};
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
  if (!json.is_array()) throw NotATask();
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
  if (!json.is_array()) throw NotATask();
  for (const TaskJson& one : json) {
    const ValueKey key{one.at(0), statistic_of(one.at(1)), one.at(2)};
    draws.emplace(key, numbers_of(one.at(3)));
  }
  return draws;
}

TaskResult result_of(const TaskJson& json, const std::string& file) {
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
  result.drawn = matrix_of(json.at("drawn"), file);
  result.tuning = list_of(json.at("tuning"), tuning_of);
  result.objective = json.at("objective");
  result.bound = json.at("bound");
  result.status = json.at("status");
  result.certified = json.at("certified");
  result.iterations = count_of(json.at("iterations"));
  result.eigensolves = count_of(json.at("eigensolves"));
  result.output_dimensions = count_of(json.at("output_dimensions"));
  result.notes = json.at("notes").get<std::vector<std::string>>();
  result.warnings = json.at("warnings").get<std::vector<std::string>>();
  return result;
}

}  // namespace

std::vector<StudyTask> tasks_of(const StudySpec& spec, Index splits) {
  std::vector<StudyTask> tasks;
  for (Index split = 0; split < splits; ++split) {
    if (spec.extent.has_baseline) {
      tasks.push_back({split, StudyTask::kNoDimensions, std::string(kNoProjection)});
    }
    for (std::size_t d = 0; d < spec.dimensions.size(); ++d) {
      for (const std::string& method : spec.methods) tasks.push_back({split, d, method});
    }
  }
  const bool has_all_rows = splits > 1 && spec.extent.has_all_rows;
  for (std::size_t d = 0; has_all_rows && d < spec.dimensions.size(); ++d) {
    for (const std::string& method : spec.methods) {
      tasks.push_back({StudyTask::kAllRows, d, method});
    }
  }
  return tasks;
}

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
                         {"drawn", matrix_json(result.drawn)},
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
  return cbor_bytes(json);
}

TaskResult parse_task(std::string_view bytes, const std::string& file) {
  const TaskJson json = parse_cbor(bytes, file);
  bool is_known = false;
  try {
    is_known = json.at("format") == "fairpca study task" && json.at("version") == kTaskVersion;
    if (is_known) return result_of(json, file);
  } catch (const TaskJson::exception&) {  // its words are of bytes and types, not of a study
  } catch (const NotATask&) {
  }
  const bool has_version = json.is_object() && json.contains("version");
  reject_task(
      file, has_version && !is_known ? "it has another version" : "it is cut short or was changed");
}

}  // namespace fairpca
