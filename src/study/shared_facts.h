// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "study/run_study.h"

namespace fairpca {

/// The bytes of tasks/shared.cbor: what a study keeps besides its declaration and its tasks, that
/// is the plan's data, columns, fronts, which rows are drawn, and what was said before the first
/// task.
std::string shared_bytes(const StudyResult& study);

/// Reads them back into a study whose spec is there.  Every count and size is checked.  Throws
/// IoError, naming `file`, for anything that shared_bytes() does not write.
void put_shared(std::string_view bytes, const std::string& file, StudyResult& study);

/// The same, of what takes time to find again alone: fronts and drawn rows.
void put_shared_products(std::string_view bytes, const std::string& file, StudyResult& study);

/// Notes and warnings of the tasks behind those of the study, each once.
void collect_messages(StudyResult& study);

/// The methods' coordinates of the rows that are drawn.
void collect_projections(StudyResult& study);

}  // namespace fairpca
