// SPDX-License-Identifier: BSD-3-Clause
#include "study/read_study_folder.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "files/json_fields.h"
#include "files/regular_file.h"
#include "fit/settings_table.h"
#include "study/messages.h"
#include "study/shared_facts.h"
#include "study/study_files.h"
#include "study/study_folder.h"

namespace fairpca {
namespace {

namespace fs = std::filesystem;
using ReadJson = nlohmann::json;

constexpr std::size_t kMostStudyBytes = std::size_t{256} << 20;  // of one file
constexpr double kMostTasks = 1e6;

/// A file of a study that is there, up to the size that one can have.
std::string file_bytes(const fs::path& path) {
  const RegularFile file(path);
  if (file.size() > kMostStudyBytes) {
    reject(study_message<"study-file-size">("place"_is(Place{.file = path.string()}),
                                            "bytes"_is(file.size())));
  }
  return file.start(kMostStudyBytes);
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

[[noreturn]] void reject_study(const fs::path& file, const std::string& reason) {
  reject(study_message<"damaged-study">("place"_is(Place{.file = file.string()}),
                                        "reason"_is(reason)));
}

/// Reads a study from its folder, file after file.
class StudyFolderReader {
 public:
  explicit StudyFolderReader(const fs::path& folder) : folder_(folder) {}

  StudyResult read() {
    require_study();
    read_declaration();
    read_shared();
    read_command();
    read_tasks();
    collect_projections(study_);
    collect_messages(study_);
    study_.is_complete = true;
    return std::move(study_);
  }

 private:
  void require_study() const {
    std::error_code error;
    if (fs::is_directory(folder_, error) && is_there(folder_ / "study.json")) return;
    reject(study_message<"folder-without-study">("place"_is(Place{.file = folder_.string()})));
  }

  /// Throws IoError: the study has not come as far as this file.
  [[noreturn]] void reject_unfinished(const fs::path& missing) const {
    reject(study_message<"study-not-finished">(
        "place"_is(Place{.file = folder_.string()}),
        "missing"_is(missing.lexically_relative(folder_).string())));
  }

  void read_declaration() {
    const fs::path path = folder_ / "study.json";
    const std::string file = path.string();
    const ReadJson json = ReadJson::parse(file_bytes(path), nullptr, false);
    if (!json.is_object()) reject_study(path, "it is no JSON object, or cut short");
    JsonFields fields(json, file, "study");
    if (fields.text("format") != kStudyFormat) reject_study(path, "it is no study's");
    if (fields.value("version") != kStudyVersion) {
      reject(study_message<"study-of-other-version">("place"_is(Place{.file = file}),
                                                     "version"_is(fields.value("version").dump()),
                                                     "known"_is(kStudyVersion)));
    }
    study_.origin.program_version = fields.text("program_version");
    study_.origin.data_digest = digest_text(JsonFields(fields.object("data"), file, "data"));
    read_settings(fields.object("settings"), file);
    if (fields.texts("methods") != study_.spec.methods) {
      fields.reject("methods", "are not those of the settings");
    }
    std::vector<std::string> dimensions;
    for (const Dimensions& one : study_.spec.dimensions) dimensions.push_back(dimensions_text(one));
    if (fields.texts("dimensions") != dimensions) {
      fields.reject("dimensions", "are not those of the settings");
    }
    read_splits(fields, file);
    fields.finish();
  }

  /// 16 hexadecimal digits.
  static std::string digest_text(JsonFields fields) {
    const std::string digest = fields.text("digest");
    const bool is_digest =
        digest.size() == 16 && digest.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!is_digest) fields.reject("digest", "is not 16 hexadecimal digits");
    return digest;
  }

  void read_settings(const ReadJson& json, const std::string& file) {
    JsonFields fields(json, file, "settings");
    OptionValues shared, own;
    const auto take = [&](const OptionSpec& option, const std::string& key, OptionValues& to) {
      const std::string text = fields.text(key.c_str());
      study_.origin.settings.emplace_back(key, text);
      to[option.name] = parse_value(option, text);
    };
    try {
      for (const OptionSpec& option : settings_table().specs()) {
        std::string key = option.name;
        std::replace(key.begin(), key.end(), '_', '-');
        const bool is_own = option.name == "dimensions" || option.name == "seed";
        if (!is_own && option.name != "threads" && fields.has(key.c_str())) {
          take(option, key, shared);
        }
      }
      std::sort(study_.origin.settings.begin(), study_.origin.settings.end());
      for (const OptionSpec& option : study_options().specs()) take(option, option.name, own);
      for (const OptionSpec& option : settings_table().specs()) {
        if (option.name == "seed") take(option, option.name, shared);
      }
      fields.finish();
      study_.spec = checked_spec(settings_table().read(shared), study_options().read(own));
    } catch (const InvalidArgument& error) {
      reject_study(file, error.message().text());
    }
  }

  void read_splits(JsonFields& fields, const std::string& file) {
    const ReadJson& list = fields.array("splits");
    for (std::size_t i = 0; i < list.size(); ++i) {
      JsonFields item(list[i], file, fmt::format("splits[{}]", i));
      StudySplit split{.digest = digest_text(item)};
      item.value("digest");
      if (item.count("split") != static_cast<Index>(i + 1)) item.reject("split", "is out of order");
      split.repeat = item.count("repeat") - 1;
      split.train = item.count("train");
      split.test = item.count("test");
      item.finish();
      study_.splits.push_back(std::move(split));
    }
    if (study_.splits.empty()) fields.reject("splits", "are missing");
    const double tasks = static_cast<double>(list.size() + 1) *
                         static_cast<double>(study_.spec.dimensions.size()) *
                         static_cast<double>(study_.spec.methods.size());
    if (tasks > kMostTasks) fields.reject("splits", "make more tasks than a study has");
  }

  void read_shared() {
    const fs::path path = folder_ / "tasks" / "shared.cbor";
    if (!is_there(path)) reject_unfinished(path);
    put_shared(file_bytes(path), path.string(), study_);
    StudyPlan& plan = study_.plan;
    plan.splits = static_cast<Index>(study_.splits.size());
    plan.training_rows = study_.splits.front().train;
    plan.test_rows = study_.splits.front().test;
    plan.tasks = tasks_of(study_.spec, plan.splits);
    plan.finished = plan.tasks.size();
    for (const StudySplit& split : study_.splits) {
      const bool fits = split.train <= plan.used_rows && split.test <= plan.used_rows;
      if (!fits) reject_study(folder_ / "study.json", "a split has more rows than the table");
    }
  }

  void read_command() {
    constexpr std::size_t kLongestCommand = std::size_t{1} << 20;
    const fs::path path = folder_ / "command.txt";
    if (!is_there(path)) return;
    std::string text = file_bytes(path);
    if (text.size() > kLongestCommand) reject_study(path, "it is longer than a command");
    while (text.ends_with('\n')) text.pop_back();
    study_.origin.command = std::move(text);
  }

  void read_tasks() {
    for (const Measure& measure : measures()) measures_.insert(measure.id);
    for (const StudyTask& task : study_.plan.tasks) {
      const fs::path path = StudyFolder::task_path(folder_, study_.spec, task);
      if (!is_there(path)) reject_unfinished(path);
      TaskResult result = parse_task(file_bytes(path), path.string());
      if (const std::string problem = problem_with(task, result); !problem.empty()) {
        reject_study(path, problem);
      }
      study_.tasks.push_back({task, std::move(result)});
    }
    for (const char* table : {"results.csv", "timings.csv"}) {  // written last of all
      if (!is_there(folder_ / table)) reject_unfinished(folder_ / table);
    }
  }

  /// What the numbers of a task cannot be; empty: nothing.
  std::string problem_with(const StudyTask& task, const TaskResult& result) const {
    const StudySpec& spec = study_.spec;
    const std::string wanted = task.is_projection()
                                   ? dimensions_text(spec.dimensions[task.dimensions])
                                   : fmt::format("{}", study_.plan.columns);
    const bool has_dimensions =
        result.dimensions == wanted || (!task.is_projection() && !result.problem.empty());
    if (!has_dimensions) return "its dimensions are not those of its name";
    for (const auto* values : {&result.test, &result.train}) {
      for (const MeasuredValue& value : *values) {
        if (!measures_.contains(value.measure)) return "it has a measure that there is none of";
      }
    }
    static const std::set<std::string> kStatuses = {
        "", "optimal", "converged", "max_iterations", "infeasible", "not_finite", "stopped"};
    if (!kStatuses.contains(result.status)) return "its status is none of a fit";
    const bool is_drawn = result.drawn.size() > 0;
    const bool fits = result.drawn.rows() == static_cast<Index>(study_.projections.groups.size()) &&
                      result.drawn.cols() <= 2;
    if (is_drawn && !fits) return "its coordinates are not those of the rows drawn";
    return "";
  }

  const fs::path folder_;
  std::set<std::string> measures_;
  StudyResult study_;
};

}  // namespace

StudyResult read_study_folder(const fs::path& folder) {
  return StudyFolderReader(folder).read();
}

}  // namespace fairpca
