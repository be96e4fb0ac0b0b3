// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "page/document.h"
#include "report/study/report_view.h"

namespace fairpca {

/// At most five sentences that the intervals of a study back, at the dimension shown first.  None
/// where the data cannot say.
std::vector<std::string> main_findings(const ReportView& view);

// The sections of the report, each said from the same numbers.
Section finding_section(const ReportView& view);
Section data_section(const ReportView& view);
Section who_pays_section(const ReportView& view);
Section cost_section(const ReportView& view);
Section leakage_section(const ReportView& view);
Section decision_section(const ReportView& view);
Section components_section(const ReportView& view);
Section proof_section(const ReportView& view);
Section making_section(const ReportView& view);
Section glossary_section(const ReportView& view);

/// Why a group cannot be judged; empty: it can.
std::string group_remark(const ReportView& view, const StudyGroup& group);

/// A cell with a number and its interval; `-` where there is none.
TableCell number_cell(const ShownNumber& number);

/// Methods x measures at one dimension, on held-out rows.  `no-projection` comes first.
DocumentTable methods_table(const ReportView& view, const std::string& dimensions,
                            const std::vector<std::string>& measures, const std::string& caption);

/// Adds a block, where there is one.
void add_block(Section& section, Block block);
void add_figure(Section& section, std::optional<Figure> figure, const std::string& choice = "");

/// Commands to paste that prove the models shown first again, whatever interface made the study.
std::string verify_commands(const ReportView& view);

/// What was not measured, or must be kept in mind when reading.
std::vector<std::string> caveats(const ReportView& view);

/// The papers of the methods compared.
std::vector<std::string> references(const ReportView& view);

/// Terms of the report in plain words, those of its measures among them.
std::vector<std::pair<std::string, std::string>> glossary(const ReportView& view);

}  // namespace fairpca
