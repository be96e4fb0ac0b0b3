// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "report/study/study_sections.h"

namespace fairpca {

std::string verify_commands(const ReportView& view) {
  std::string text = "cd STUDY-FOLDER\n";
  const std::string splits = view.has_splits() ? "" : " --splits splits.csv";
  for (const std::string& method : {view.suggested_method(), std::string("pca")}) {
    const StudyModelFile* file = view.model(view.first_dimensions(), method);
    if (file == nullptr) continue;
    text += fmt::format("fairpca verify {} DATA{}\n", file->file, splits);
  }
  return text;
}

}  // namespace fairpca
