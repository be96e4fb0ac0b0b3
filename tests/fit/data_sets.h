// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/moments/prepared_moments.h"
#include "fairpca/rows/open_rows.h"
#include "source_folder.h"

namespace fairpca {

/// A file of the data sets that CONTRIBUTING.md tells of; it may not be there.
inline std::filesystem::path data_set(const std::string& name) {
  return data_folder() / name;
}

inline GroupMoments moments_of_file(const std::filesystem::path& path, ColumnRoles roles) {
  return accumulate_moments(*open_rows(path, roles));
}

inline PreparedMoments prepared(const GroupMoments& moments, const Preparation& preparation) {
  return prepare(moments, form_groups(moments), preparation);
}

/// The 14 tables of Vu et al. (2022), each with the protected column `group`.
inline std::vector<std::string> rfpca_files() {
  return {"biodeg.csv",           "default_credit.csv.gz", "ecoli.csv",
          "energy.csv",           "german_credit.csv",     "image.csv",
          "letter.csv.gz",        "magic.csv.gz",          "parkinsons.csv",
          "skillcraft.csv",       "statlog.csv",           "steel.csv",
          "taiwan_credit.csv.gz", "wine_quality.csv"};
}

}  // namespace fairpca
