// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "report/study/report_view.h"

namespace fairpca {

// A study told to people and machines: views of the same numbers.

/// The page, as one HTML file.
std::string report_html(const ReportView& view);

/// The machine-readable twin: docs/formats/report.md, with a JSON Schema.
std::string report_json(const ReportView& view);

/// A model card in Markdown, with the front matter that model hubs read.
std::string model_card(const ReportView& view);

/// A finished study with all that its report is made of.
struct StudyReport {
  StudyResult study;
  Findings findings;
  std::vector<StudyModelFile> models;

  ReportView view() const { return {.study = study, .findings = findings, .models = models}; }
};

/// Reads the folder of a study; no data are needed.  Throws IoError for a folder that holds no
/// finished study, or a damaged one.
StudyReport read_report(const std::filesystem::path& folder);

/// Writes `report.html`, `report.json`, `card.md` and `figures/` into the folder: the same bytes
/// for the same study.
void write_report(const StudyReport& report, const std::filesystem::path& folder);

}  // namespace fairpca
