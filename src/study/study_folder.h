// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "study/study_task.h"

namespace fairpca {

/// `fair-pca-d5.fpca`: the model of a task in its folder.
std::string model_file_name(const StudySpec& spec, const StudyTask& task);

/// The folder of a study (docs/formats/study.md): its declaration, finished tasks, models, tables.
///
/// Every file is written whole or not at all; a finished task is one whose file is there.
class StudyFolder {
 public:
  /// Makes the folder where there is none.  Throws IoError where nothing can be written, and
  /// InvalidArgument where it holds something else, or a study and `resumes` is false.
  StudyFolder(std::filesystem::path path, bool resumes);

  /// Writes study.json, or compares it with the one that is there: throws InvalidArgument for
  /// another study.  Which columns of the table were left out plays no part: not every way to read
  /// the same rows tells.
  void declare(const std::string& study_json);

  /// What would keep a study of this declaration from being written here; nothing is written.
  static std::optional<Message> obstacle(const std::filesystem::path& path, bool resumes,
                                         const std::string& study_json);

  std::optional<TaskResult> finished(const StudySpec& spec, const StudyTask& task) const;
  void finish(const StudySpec& spec, const StudyTask& task, const TaskResult& result);
  /// A line of timings.csv, behind those that are there.
  void add_timing(const std::string& line) const;
  std::string timings() const;  ///< all of them

  /// tasks/shared.cbor, where it is there.
  std::optional<std::string> shared() const;
  void keep_shared(const std::string& bytes) const;
  std::filesystem::path shared_path() const;
  /// Writes command.txt where there is none yet and the command is known.
  void keep_command(const std::string& command) const;

  void write(const std::string& name, const std::string& text) const;
  /// `models/fair-pca-d5.fpca`, or `models/split-2/fair-pca-d5.fpca`; its folder is made.
  std::filesystem::path model_path(const StudySpec& spec, const StudyTask& task,
                                   bool is_only_split) const;
  const std::filesystem::path& path() const { return path_; }
  /// `tasks/split-1/fair-pca-d5.cbor` in the folder of a study.
  static std::filesystem::path task_path(const std::filesystem::path& folder, const StudySpec& spec,
                                         const StudyTask& task);

 private:
  std::filesystem::path path_;
};

}  // namespace fairpca
