// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/describe.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command_line_text.h"
#include "data_options.h"
#include "fairpca/fit/fit_plan.h"
#include "output.h"
#include "progress_bar.h"
#include "report/describe.h"
#include "report/peak_memory.h"
#include "rows/stopwatch.h"
#include "spec_options.h"
#include "spelling.h"
#include "subcommands.h"
#include "table_opener.h"
#include "terminal.h"

namespace fairpca::cli {
namespace {

struct DescribeArguments {
  std::string rows;
  bool json = false, all_groups = false;
  DataArguments data;
  OptionValues given;
};

std::optional<std::uint64_t> size_of(const std::string& path) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) return std::nullopt;
  const std::uintmax_t bytes = std::filesystem::file_size(path, problem);
  return problem ? std::nullopt : std::optional<std::uint64_t>(bytes);
}

/// What was typed about the form of the table and must be typed again.
std::vector<std::string> form_words(const DescribeArguments& args) {
  std::vector<std::string> words;
  const CsvOptions& csv = args.data.open.csv;
  if (csv.delimiter != CsvOptions().delimiter) {
    words.push_back("--delimiter");
    words.push_back(csv.delimiter == '\t' ? "tab" : shell_word({&csv.delimiter, 1}));
  }
  if (args.data.no_header) words.emplace_back("--no-header");
  add_repeated_words("na", csv.na_strings, words);
  if (const auto given = args.given.find("min_group_size"); given != args.given.end()) {
    words.push_back(fmt::format("--min-group-size {}", std::get<std::int64_t>(given->second)));
  }
  return words;
}

/// Of a column in a file of its own the option that names the file; otherwise nothing.
std::string side_file_word(const Setting& setting, const DataArguments& data) {
  if (setting.option == "label" && !data.label_file.empty()) {
    return "--label-file " + shell_word(data.label_file);
  }
  if (setting.option == "weight" && !data.weight_file.empty()) {
    return "--weight-file " + shell_word(data.weight_file);
  }
  if (setting.option != "group") return "";
  for (const std::string& file : data.group_files) {
    if (group_file_name(file) == setting.value) return "--group-file " + shell_word(file);
  }
  return "";
}

std::string spell(const SuggestedCommand& command, const DescribeArguments& args,
                  std::size_t width) {
  const bool is_fit = command.command == "fit", is_comparison = command.command == "compare";
  std::vector<std::string> words = {"fairpca", command.command, data_word(args.rows)};
  std::vector<Setting> settings;
  for (const Setting& setting : command.settings) {
    const std::string side_file = side_file_word(setting, args.data);
    if (side_file.empty()) {
      settings.push_back(setting);
    } else {
      words.push_back(side_file);
    }
  }
  for (std::string& word : setting_words(settings)) words.push_back(std::move(word));
  if (!is_fit && !is_comparison) {
    add_repeated_words("features", args.data.roles.chosen, words);
    add_repeated_words("drop", args.data.roles.dropped, words);
    add_repeated_words("categorical", args.data.roles.categorical, words);
  }
  for (std::string& word : form_words(args)) words.push_back(std::move(word));
  if (is_fit) words.emplace_back("-o model.fpca");
  if (is_comparison) words.emplace_back("-o study");
  return command_lines(words, width);
}

ExitCode run(const DescribeArguments& args) {
  Stopwatch watch;
  const FitSettings shared = read_settings(args.given);
  DescribeSettings settings{.roles = args.data.roles, .na_strings = args.data.open.csv.na_strings};
  settings.min_group_size = shared.min_group_size;
  settings.per_attribute = shared.grouping.combine == Combine::kPerAttribute;
  DataArguments data = args.data;
  data.open.csv.as_text = true;
  const std::unique_ptr<RowSource> rows = data.open_table(args.rows);
  ProgressBar bar("describe");
  settings.pass = bar.pass(shared.pass.threads);
  const Description description = describe_rows(*rows, settings);
  FitPlanSettings plan_settings;
  if (args.given.contains("combine")) plan_settings.per_attribute = settings.per_attribute;
  const FitPlan plan = plan_fit(description, plan_settings);
  const RunCosts costs{.read_seconds = watch.lap(), .peak_memory_bytes = peak_memory_bytes()};
  const DescriptionView view{
      .description = description,
      .plan = plan,
      .file_bytes = size_of(args.rows),
      .spell_command = [&](const SuggestedCommand& command,
                           std::size_t width) { return spell(command, args, width); },
      .spell_setting = spelled_as_flags};
  print(args.json ? description_json(view, costs)
                  : description_table(view, table_style(args.all_groups)));
  return ExitCode::kDone;
}

}  // namespace

Action add_describe(CLI::App& program) {
  auto args = std::make_shared<DescribeArguments>();
  CLI::App* command =
      program.add_subcommand("describe", "Show what is in a table, and what to do next");
  command->add_option("DATA", args->rows, data_help())->type_name("")->required();
  command->add_flag("--json", args->json, "As JSON instead of a table");
  add_all_groups_option(*command, args->all_groups);
  add_group_options(*command, args->data);
  add_label_options(*command, args->data);
  add_chosen_column_options(*command, args->data);
  add_shared_options(*command, {"combine", "min_group_size"}, args->given, "Forming groups");
  add_form_options(*command, args->data);
  add_shared_options(*command, {"threads"}, args->given, "Reading the table");
  command->footer(
      "Examples:\n"
      "  fairpca describe data.csv\n"
      "  fairpca describe data.csv --group sex --group race --label income\n"
      "  fairpca describe data.csv --na '?' --json\n"
      "Reads the table once. The last lines are commands to paste.");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
