// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "study/run_study.h"

namespace fairpca {

inline constexpr std::string_view kStudyFormat = "fairpca study";
inline constexpr int kStudyVersion = 2;

/// Puts what study.json says into a study whose spec and plan are there: origin, columns, splits.
void put_data_facts(const StudyData& data, const StudyPlace& place, StudyResult& study);

/// What was asked of which data by which program: study.json.
std::string study_json(const StudyData& data, const StudyResult& study);

/// Which rows each split trained on and tested on, as a splits file has it: a column per split, a
/// line per row of the table.
std::string splits_csv(const StudyData& data);

// Tables of docs/formats/study.md, made of finished tasks alone.
std::string results_csv(const StudyResult& study);
std::string features_csv(const StudyResult& study);
std::string fits_csv(const StudyResult& study);
std::string tuning_csv(const StudyResult& study);
std::string fronts_csv(const StudyResult& study);
std::string projections_csv(const StudyResult& study);

/// One line of timings.csv, and the whole file in the order of the tasks.
std::string timing_line(const StudyResult& study, const StudyTask& task, const TaskCosts& costs);
std::string timings_csv(const StudyResult& study, const std::string& lines);

/// A cell of a CSV file, in quotes where it needs them; numbers that are not there are empty.
std::string csv_field(const std::string& text);
std::string csv_field(double number);

}  // namespace fairpca
