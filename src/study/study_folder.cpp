// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_folder.h"

#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "files/atomic_file.h"
#include "study/messages.h"

namespace fairpca {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStudyFile = "study.json";
constexpr const char* kTimingsFile = "timings.csv";
constexpr const char* kCommandFile = "command.txt";

std::optional<std::string> content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) return;
  reject(study_message<"folder-not-writable">("place"_is(Place{.file = path.string()}),
                                              "reason"_is(error.message())));
}

/// Files that a killed run left half written.
void remove_temporaries(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".fairpca-") && name.ends_with(".tmp")) fs::remove(entry, ignored);
  }
}

using DeclaredJson = nlohmann::ordered_json;

/// Without what is not compared.
DeclaredJson compared(const std::string& study_json) {
  DeclaredJson json = DeclaredJson::parse(study_json, nullptr, false);
  if (json.is_object() && json.contains("data") && json["data"].is_object()) {
    json["data"].erase("left_out");
  }
  return json;
}

bool is_same_study(const std::string& before, const std::string& now) {
  return before == now || compared(before) == compared(now);
}

/// The first member that differs, in words.
std::string first_difference(const std::string& before, const std::string& now) {
  const DeclaredJson old = compared(before), asked = compared(now);
  if (!old.is_object()) return "its study.json is damaged";
  for (const auto& [key, value] : asked.items()) {
    if (old.contains(key) && old.at(key) == value) continue;
    if (!value.is_object() || !old.contains(key)) return fmt::format("its {} differ", key);
    for (const auto& [name, inner] : value.items()) {
      if (!old.at(key).contains(name) || old.at(key).at(name) != inner) {
        return fmt::format("its {} differ in {}", key, name);
      }
    }
    return fmt::format("its {} differ", key);
  }
  return "it was asked for more";
}

}  // namespace

std::string model_file_name(const StudySpec& spec, const StudyTask& task) {
  return fmt::format("{}-d{}.fpca", task.method, dimensions_text(spec.dimensions[task.dimensions]));
}

StudyFolder::StudyFolder(fs::path path, bool resumes) : path_(std::move(path)) {
  const Place place{.file = path_.string()};
  std::error_code error;
  if (fs::exists(path_, error) && !fs::is_directory(path_, error)) {
    reject(study_message<"folder-is-file">("place"_is(place)));
  }
  make_folder(path_);
  if (resumes) remove_temporaries(path_);
  const bool is_study = fs::exists(path_ / kStudyFile, error);
  if (is_study && !resumes) reject(study_message<"folder-of-study">("place"_is(place)));
  if (!is_study && fs::directory_iterator(path_, error) != fs::directory_iterator()) {
    reject(study_message<"folder-not-empty">("place"_is(place)));
  }
  AtomicFile probe(path_ / kTimingsFile);  // not kept: only whether it could be
}

std::optional<Message> StudyFolder::obstacle(const fs::path& path, bool resumes,
                                             const std::string& study_json) {
  const Place place{.file = path.string()};
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  if (!fs::is_directory(path, error)) return study_message<"folder-is-file">("place"_is(place));
  if (const std::optional<std::string> before = content_of(path / kStudyFile)) {
    if (!is_same_study(*before, study_json)) {
      return study_message<"folder-of-other-study">(
          "place"_is(place), "difference"_is(first_difference(*before, study_json)));
    }
    if (resumes) return std::nullopt;
    return study_message<"folder-of-study">("place"_is(place));
  }
  if (fs::directory_iterator(path, error) == fs::directory_iterator()) return std::nullopt;
  return study_message<"folder-not-empty">("place"_is(place));
}

void StudyFolder::declare(const std::string& study_json) {
  if (const std::optional<std::string> before = content_of(path_ / kStudyFile)) {
    if (is_same_study(*before, study_json)) return;
    reject(study_message<"folder-of-other-study">(
        "place"_is(Place{.file = path_.string()}),
        "difference"_is(first_difference(*before, study_json))));
  }
  write(kStudyFile, study_json);
}

fs::path StudyFolder::task_path(const fs::path& folder, const StudySpec& spec,
                                const StudyTask& task) {
  const std::string split =
      task.split == StudyTask::kAllRows ? "all-rows" : fmt::format("split-{}", task.split + 1);
  const std::string name =
      task.is_projection()
          ? fmt::format("{}-d{}", task.method, dimensions_text(spec.dimensions[task.dimensions]))
          : task.method;
  return folder / "tasks" / split / (name + ".cbor");
}

std::optional<TaskResult> StudyFolder::finished(const StudySpec& spec,
                                                const StudyTask& task) const {
  const fs::path path = task_path(path_, spec, task);
  const std::optional<std::string> bytes = content_of(path);
  if (!bytes) return std::nullopt;
  return parse_task(*bytes, path.string());
}

void StudyFolder::finish(const StudySpec& spec, const StudyTask& task, const TaskResult& result) {
  const fs::path path = task_path(path_, spec, task);
  make_folder(path.parent_path());
  AtomicFile file(path);
  file.write(task_bytes(result));
  file.commit();
}

fs::path StudyFolder::shared_path() const {
  return path_ / "tasks" / "shared.cbor";
}

std::optional<std::string> StudyFolder::shared() const {
  return content_of(shared_path());
}

void StudyFolder::keep_shared(const std::string& bytes) const {
  make_folder(shared_path().parent_path());
  AtomicFile file(shared_path());
  file.write(bytes);
  file.commit();
}

void StudyFolder::keep_command(const std::string& command) const {
  std::error_code error;
  if (command.empty() || fs::exists(path_ / kCommandFile, error)) return;
  write(kCommandFile, command + '\n');
}

void StudyFolder::add_timing(const std::string& line) const {
  std::ofstream(path_ / kTimingsFile, std::ios::binary | std::ios::app) << line;
}

std::string StudyFolder::timings() const {
  return content_of(path_ / kTimingsFile).value_or("");
}

void StudyFolder::write(const std::string& name, const std::string& text) const {
  AtomicFile file(path_ / name);
  file.write(text);
  file.commit();
}

fs::path StudyFolder::model_path(const StudySpec& spec, const StudyTask& task,
                                 bool is_only_split) const {
  fs::path folder = path_ / "models";
  if (task.split != StudyTask::kAllRows && !is_only_split) {
    folder /= fmt::format("split-{}", task.split + 1);
  }
  make_folder(folder);
  return folder / model_file_name(spec, task);
}

}  // namespace fairpca
