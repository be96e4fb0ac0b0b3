// SPDX-License-Identifier: BSD-3-Clause
#include "report/compare.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "errors.h"
#include "fairpca/error.h"
#include "fairpca/fit/fit_settings.h"
#include "report/study/study_report.h"
#include "signal_watch.h"
#include "spelling.h"
#include "study/run_study.h"
#include "study/splits_file.h"
#include "study/study_files.h"
#include "study/study_folder.h"
#include "table.h"

namespace fairpca::python {
namespace {

/// Asked on any thread whether to stop; signals (Ctrl-C) are looked for on the one that called.
///
/// What the handler of a signal raises is kept for the thread that called.
class StudyStop {
 public:
  bool operator()() {
    if (state_->stopped) return true;
    if (std::this_thread::get_id() != state_->caller) return false;
    try {
      watch_({});
    } catch (nb::python_error& error) {
      state_->raised = std::make_unique<nb::python_error>(std::move(error));
      state_->stopped = true;
    }
    return state_->stopped;
  }

  /// Raises what the handler raised, if it did.  With the interpreter lock held.
  void raise() const {
    if (state_->raised) throw nb::python_error(*state_->raised);
  }

 private:
  struct State {
    std::thread::id caller = std::this_thread::get_id();
    std::atomic<bool> stopped = false;
    std::unique_ptr<nb::python_error> raised;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
  SignalWatch watch_;
};

struct PythonComparison {
  StudyResult study;
  Findings findings;
  std::string folder;

  StudyView view(const std::string& command) const {
    StudyView shown{.study = study, .findings = findings, .folder = folder};
    if (!command.empty()) shown.command = [command](std::size_t) { return command; };
    return shown;
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> texts;
    for (const FinishedTask& task : study.tasks) {
      if (!task.result.problem.empty())
        texts.push_back(task.task.method + ": " + task.result.problem);
    }
    return texts;
  }
};

PythonComparison compare(PythonRows& table, PythonTable* splits, const FitSettings& shared,
                         const OptionValues& values, const std::string& folder, bool resumes) {
  StudySpec spec = checked_spec(shared, study_options().read(values), spelled_in_python);
  StudyStop stop;
  spec.fit.pass.stop_wanted = stop;
  spec.fit.pass.observer = SignalWatch();
  try {
    nb::gil_scoped_release unlocked;
    std::optional<GivenSplits> given;
    if (splits != nullptr) given = read_splits(splits->rows(), "splits");
    const auto open = [&table] { return table.open(); };
    PythonComparison result{run_study(open, spec, {.folder = folder, .resumes = resumes}, {},
                                      given ? &*given : nullptr),
                            {},
                            folder};
    result.findings = find_out(result.study);
    write_report(read_report(folder), folder);
    return result;
  } catch (const Stopped&) {
    stop.raise();
    throw;
  }
}

/// Model files of the study: method, dimensions, and where each is.
std::vector<std::tuple<std::string, std::string, std::string>> model_files(
    const PythonComparison& self) {
  std::vector<std::tuple<std::string, std::string, std::string>> files;
  for (const FinishedTask& task : self.study.tasks) {
    const bool is_of_all = self.study.plan.splits == 1 || task.task.split == StudyTask::kAllRows;
    if (!is_of_all || !task.task.is_projection() || !task.result.problem.empty()) continue;
    const StudyFolder folder(self.folder, /*resumes=*/true);
    files.emplace_back(
        task.task.method, task.result.dimensions,
        folder.model_path(self.study.spec, task.task, self.study.plan.splits == 1).string());
  }
  return files;
}

}  // namespace

void bind_compare(nb::module_& module) {
  study_options();  // made now, as the registries are
  nb::class_<PythonComparison>(module, "Comparison", "A study that was run.")
      .def_prop_ro("results_csv",
                   [](const PythonComparison& self) { return results_csv(self.study); })
      .def_prop_ro("features_csv",
                   [](const PythonComparison& self) { return features_csv(self.study); })
      .def_prop_ro("fits_csv", [](const PythonComparison& self) { return fits_csv(self.study); })
      .def_prop_ro("warnings", [](const PythonComparison& self) { return self.study.warnings; })
      .def_prop_ro("notes", [](const PythonComparison& self) { return self.study.notes; })
      .def_prop_ro("problems", &PythonComparison::problems)
      .def_prop_ro("model_files", &model_files)
      .def_prop_ro(
          "suggested",
          [](const PythonComparison& self) {
            const SuggestedFit& fit = self.findings.suggested;
            return std::make_tuple(fit.method, fit.dimensions, fit.options);
          },
          "Method, dimensions and options, all as texts.")
      .def(
          "to_json",
          [](const PythonComparison& self, const std::string& command) {
            return to_str(compare_json(self.view(command)));
          },
          nb::arg("command"))
      .def(
          "to_text",
          [](const PythonComparison& self, const std::string& command) {
            return to_str(compare_table(self.view(command)));
          },
          nb::arg("command"));
  module.def("compare", &compare, nb::arg("table"), nb::arg("splits").none(), nb::arg("settings"),
             nb::arg("values"), nb::arg("folder"), nb::arg("resumes"), "Runs a study.");
  module.def(
      "study_options", [] { return study_options().specs(); }, "The options of comparisons.");
}

}  // namespace fairpca::python
