// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "study/run_study.h"

namespace fairpca {

/// The study that run_study() wrote into this folder: tables, findings and reports made of it are
/// those of the run.  Reads no data and writes nothing.
///
/// The folder is not trusted: every name, number and count is checked.  Throws IoError naming the
/// file and what is wrong with it, for a folder that holds no study, or one that is not finished.
StudyResult read_study_folder(const std::filesystem::path& folder);

}  // namespace fairpca
