// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "report/table_style.h"
#include "study/findings.h"

namespace fairpca {

/// What is shown of a study that was run.
struct StudyView {
  const StudyResult& study;
  const Findings& findings;
  std::string folder;                                          ///< where its files are
  std::function<std::string(std::size_t width)> command = {};  ///< that fits the one suggested
};

/// Text for people, in lines of at most style.width columns: the data, a table per dimension, a
/// sentence per fairness notion, the command that comes next.
std::string compare_table(const StudyView& view, const TableStyle& style = {});

/// docs/formats/json.md.
std::string compare_json(const StudyView& view);

/// What will be done, before it is.
std::string study_plan_text(const StudySpec& spec, const StudyPlan& plan,
                            const TableStyle& style = {});
std::string study_plan_json(const StudySpec& spec, const StudyPlan& plan);

/// `12 s`, `5 min`, `2.5 h`.
std::string duration_text(double seconds);

}  // namespace fairpca
