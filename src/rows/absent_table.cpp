// SPDX-License-Identifier: BSD-3-Clause
#include "rows/absent_table.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/rows/schema.h"
#include "rows/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

namespace fs = std::filesystem;

/// The names of the files in a folder, sorted; of a very large one, some.
std::vector<std::string> files_in(const fs::path& folder) {
  constexpr std::size_t kMostFiles = 10'000;
  std::vector<std::string> names;
  std::error_code error, ignored;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (!at->is_directory(ignored)) names.push_back(at->path().filename().string());
    if (names.size() == kMostFiles) break;
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_table_name(const std::string& name) {
  for (const std::string_view ending : {".csv", ".csv.gz", ".tsv", ".tsv.gz", ".npy"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) return true;
  }
  return false;
}

/// Those of `names` nearest to `wanted`, the ending they share not counted: most files are .csv.
std::vector<std::string> nearest_files(const fs::path& wanted,
                                       const std::vector<std::string>& names) {
  const std::string ending = wanted.extension().string();
  std::vector<std::string> stems;
  for (const std::string& name : names) {
    const bool shares = !ending.empty() && name.ends_with(ending);
    stems.push_back(shares ? name.substr(0, name.size() - ending.size()) : name);
  }
  std::vector<std::string> nearest;
  for (const std::string& stem : nearest_names(wanted.stem().string(), stems)) {
    const auto found = std::find(stems.begin(), stems.end(), stem);
    nearest.push_back(names[static_cast<std::size_t>(found - stems.begin())]);
  }
  return nearest;
}

std::string tables_of(const fs::path& folder) {
  std::vector<std::string> names = files_in(folder);
  std::erase_if(names, [](const std::string& name) { return !is_table_name(name); });
  return names.empty() ? "it holds no file named .csv, .csv.gz or .npy"
                       : "the tables in it are " + quoted_list(names);
}

std::string advice_for(const fs::path& path, const fs::path& folder) {
  const std::vector<std::string> near = nearest_files(path.filename(), files_in(folder));
  if (near.empty()) return tables_of(folder);
  return near.size() == 1 ? "did you mean " + in_quotes(near[0]) + "?"
                          : "the nearest names in it are " + quoted_list(near);
}

/// The folder in full, without dots and slashes that say nothing.
fs::path whole_path(const fs::path& folder) {
  std::error_code error;
  const fs::path whole = fs::absolute(folder, error).lexically_normal();
  if (error) return folder;
  return whole.has_filename() ? whole : whole.parent_path();  // no slash at its end
}

}  // namespace

void reject_absent_table(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const Place place{path.string()};
  if (fs::is_directory(status)) {
    reject(rows_message<"folder-of-tables">("place"_is(place), "advice"_is(tables_of(path))));
  }
  if (status.type() != fs::file_type::not_found) return;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::string looked_in = shown_text(whole_path(folder).string());
  if (!fs::is_directory(folder, error)) {
    reject(rows_message<"no-such-folder">("place"_is(place), "folder"_is(looked_in)));
  }
  reject(rows_message<"no-such-table">("place"_is(place), "folder"_is(looked_in),
                                       "advice"_is(advice_for(path, folder))));
}

}  // namespace fairpca
