// SPDX-License-Identifier: BSD-3-Clause
#include "report/study/study_report.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/model/model_file.h"
#include "figure/figure_csv.h"
#include "figure/svg_text.h"
#include "files/atomic_file.h"
#include "files/sha256.h"
#include "page/page.h"
#include "report/study/study_figures.h"
#include "report/study/study_sections.h"
#include "report/text_columns.h"
#include "study/messages.h"
#include "study/read_study_folder.h"
#include "study/study_folder.h"
#include "text/counted.h"

namespace fairpca {
namespace {

namespace fs = std::filesystem;

std::string file_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::string file_digest(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.digest();
}

/// The columns that make the groups, as far as the table had them.
std::vector<std::string> attributes_of(const ReportView& view) {
  std::vector<std::string> names;
  for (const StudyColumns::LeftOut& column : view.study.columns.left_out) {
    if (column.reason == "protected") names.push_back(name_cell(column.name));
  }
  return names;
}

std::string report_title(const ReportView& view) {
  const std::vector<std::string> attributes = attributes_of(view);
  return fmt::format("{} compared by {}",
                     counted(view.study.spec.methods.size(), "projection", "projections"),
                     attributes.empty() ? "group" : fmt::format("{}", fmt::join(attributes, ", ")));
}

/// Written whole or not at all.
void write_whole(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

/// Where there is one d there is nothing to choose.
void show_always(Document& document) {
  document.choices.clear();
  for (Section& section : document.sections) {
    for (Block& block : section.blocks) block.choice.clear();
  }
}

Document report_document(const ReportView& view) {
  const StudyPlan& plan = view.study.plan;
  Document document{
      .title = report_title(view),
      .subtitle = fmt::format(
          "{} in {}; {} trained on, {} held out{}", counted(plan.used_rows, "row", "rows"),
          counted(plan.groups.size(), "group", "groups"), plan.training_rows, plan.test_rows,
          plan.splits > 1 ? fmt::format(", {} times", plan.splits) : ""),
      .sections = {finding_section(view), data_section(view), who_pays_section(view),
                   cost_section(view), leakage_section(view), decision_section(view),
                   components_section(view), proof_section(view), making_section(view),
                   glossary_section(view)},
      .choice_label = "Dimensions d",
      .choices = view.dimensions(),
      .first_choice = view.first_dimensions(),
      .footer = fmt::format("fairpca {}. This report supports documentation and certifies nothing.",
                            view.study.origin.program_version)};
  if (document.choices.size() < 2) show_always(document);
  return document;
}

}  // namespace

std::vector<StudyModelFile> read_study_models(const StudyResult& study, const fs::path& folder) {
  std::vector<StudyModelFile> models;
  for (const FinishedTask& task : study.tasks) {
    const bool is_kept = task.task.is_projection() && task.result.problem.empty() &&
                         (study.plan.splits == 1 || task.task.split == StudyTask::kAllRows);
    if (!is_kept) continue;
    const std::string name = "models/" + model_file_name(study.spec, task.task);
    const fs::path path = folder / name;
    models.push_back({.file = name,
                      .method = task.task.method,
                      .dimensions = dimensions_text(study.spec.dimensions[task.task.dimensions]),
                      .digest = file_digest(file_bytes(path)),
                      .model = read_model(path)});
    const Model& model = models.back().model;
    const bool is_of_task =
        model.method == task.task.method && model.dimensions() == task.result.output_dimensions;
    if (!is_of_task) {
      reject(study_message<"model-of-other-task">("place"_is(Place{.file = path.string()}),
                                                  "method"_is(task.task.method)));
    }
  }
  return models;
}

std::string report_html(const ReportView& view) {
  return html_page(report_document(view));
}

StudyReport read_report(const fs::path& folder) {
  StudyReport report;
  report.study = read_study_folder(folder);
  report.findings = find_out(report.study);
  report.models = read_study_models(report.study, folder);
  return report;
}

void write_report(const StudyReport& report, const fs::path& folder) {
  const ReportView view = report.view();
  for (const Figure& figure : study_figures(view)) {
    write_whole(folder / "figures" / (figure.id + ".svg"), svg_text(figure));
    write_whole(folder / "figures" / (figure.id + ".csv"), csv_text(figure));
  }
  write_whole(folder / "report.html", report_html(view));
  write_whole(folder / "report.json", report_json(view));
  write_whole(folder / "card.md", model_card(view));
}

}  // namespace fairpca
