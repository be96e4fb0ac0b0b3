// SPDX-License-Identifier: BSD-3-Clause
#include "sample_options.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "fairpca/rows/sampled_rows.h"
#include "moments/rows_in_groups.h"
#include "options/option_table.h"
#include "progress_bar.h"
#include "rows/messages.h"
#include "spec_options.h"

namespace fairpca::cli {
namespace {

const OptionSpec& sample_size_option() {
  static const OptionSpec spec{.name = "sample",
                               .type = OptionType::kCount,
                               .help = "Draw this number of rows at random",
                               .range = NumberRange{.least = 1}};
  return spec;
}

bool has_side_column(const DataArguments& data, const std::string& name) {
  const auto is_named = [&name](const std::string& file) { return group_file_name(file) == name; };
  return std::any_of(data.group_files.begin(), data.group_files.end(), is_named) ||
         (!data.label_file.empty() && name == "label");
}

/// The table with the column to sample by, whatever else it is.
std::unique_ptr<RowSource> open_with_sample_column(const DataArguments& data,
                                                   const std::string& path) {
  const std::string& by = data.sample_by;
  if (by.empty() || has_side_column(data, by)) return data.open_table(path);
  DataArguments with_column = data;
  std::vector<std::string>& kept = with_column.roles.kept;
  if (std::find(kept.begin(), kept.end(), by) == kept.end()) kept.push_back(by);
  try {
    return with_column.open_table(path);
  } catch (const InvalidArgument& error) {
    const std::string_view code = error.message().code();
    if (path == "-" || (code != "unknown-column" && code != "unknown-columns")) throw;
  }
  return data.open_table(path);  // says what else is wrong; this column is missed later
}

}  // namespace

void add_sample_options(CLI::App& app, DataArguments& data) {
  const char* group = "Reading the table";
  const OptionSpec& size = sample_size_option();
  add_text_option(app, {.spec = size, .help = size.help, .default_text = {}, .group = group},
                  [&data, &size](const std::string& text) {
                    data.sample = std::get<std::int64_t>(parse_value(size, text));
                  });
  app.add_option("--sample-by", data.sample_by,
                 "Draw equally many rows of each level of this column")
      ->type_name("COL")
      ->group(group);
}

void check_sample_options(const DataArguments& data) {
  if (data.sample == 0 && !data.sample_by.empty()) reject(rows_message<"sample-by-alone">());
}

std::unique_ptr<RowSource> open_sampled(const DataArguments& data, const std::string& path,
                                        const FitSettings& settings, const Model* model) {
  if (data.sample == 0) return data.open_table(path);
  std::unique_ptr<RowSource> rows = open_with_sample_column(data, path);
  ProgressBar bar("sample");
  SampleSettings sample{.rows = data.sample, .by = data.sample_by, .seed = settings.seed};
  sample.missing = settings.missing;
  sample.missing_is_level =
      model != nullptr ? model->encoding.columns_with_missing_level()
                       : columns_with_missing_level(rows->schema(), settings.missing_category);
  sample.pass = bar.pass(settings.pass.threads);
  return sampled_rows(std::move(rows), sample);
}

std::unique_ptr<RowSource> open_fitted_rows(DataArguments data, const std::string& path,
                                            const Model& model, int threads) {
  const std::map<std::string, std::string>& options = model.provenance.options;
  const auto size = options.find("sample"), by = options.find("sample-by");
  if (size == options.end()) return data.open_table(path);
  data.sample = std::get<std::int64_t>(parse_value(sample_size_option(), size->second));
  if (by != options.end()) data.sample_by = by->second;
  OptionValues given;
  for (const char* name : {"seed", "missing"}) {
    const auto found = options.find(name);
    if (found == options.end()) continue;
    given[name] = parse_value(spec_named(shared_options(), name), found->second);
  }
  FitSettings settings = read_settings(given);
  settings.pass.threads = threads;
  return open_sampled(data, path, settings, &model);
}

std::map<std::string, std::string> sample_text(const DataArguments& data) {
  std::map<std::string, std::string> text;
  if (data.sample > 0) text["sample"] = fmt::format("{}", data.sample);
  if (!data.sample_by.empty()) text["sample-by"] = data.sample_by;
  return text;
}

}  // namespace fairpca::cli
